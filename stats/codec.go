package stats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// coder writes values in the form that docs/encoding.md describes, or reads them: what a type consists of is said once for
// both. Writing changes none of the values. After the first fault of reading all values are zero, and err tells of the
// fault. Reading allocates no more than a small multiple of the bytes that it was given.
type coder struct {
	b       []byte
	at      int // of b, when reading
	reading bool
	err     error
}

func (c *coder) fail(what string) {
	if c.err == nil {
		c.err = fmt.Errorf("byte %d: %s", c.at, what)
	}
	c.at = len(c.b)
}

func (c *coder) readUint() uint64 {
	if c.at < len(c.b) && c.b[c.at] < 0x80 { // as most are
		c.at++
		return uint64(c.b[c.at-1])
	}
	v, n := binary.Uvarint(c.b[c.at:])
	if n <= 0 {
		c.fail("want an integer")
		return 0
	}
	c.at += n
	return v
}

// putUint is binary.AppendUvarint, in line for the short ones that most are.
func (c *coder) putUint(v uint64) {
	if v < 0x80 {
		c.b = append(c.b, byte(v))
		return
	}
	c.b = binary.AppendUvarint(c.b, v)
}

func (c *coder) uint(values ...*uint64) {
	for _, v := range values {
		if c.reading {
			*v = c.readUint()
		} else {
			c.putUint(*v)
		}
	}
}

func (c *coder) readInt() int64 {
	v := c.readUint()
	return int64(v>>1) ^ -int64(v&1)
}

func (c *coder) int64(values ...*int64) {
	for _, v := range values {
		if c.reading {
			*v = c.readInt()
		} else {
			c.putUint(uint64(*v)<<1 ^ uint64(*v>>63))
		}
	}
}

func (c *coder) int(values ...*int) {
	for _, v := range values {
		if !c.reading {
			c.putUint(uint64(*v)<<1 ^ uint64(*v>>63))
			continue
		}
		i := c.readInt()
		if int64(int(i)) != i {
			c.fail("integer too large for this machine")
			i = 0
		}
		*v = int(i)
	}
}

func (c *coder) float(values ...*float64) {
	for _, v := range values {
		switch {
		case !c.reading:
			c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(*v))
		case len(c.b)-c.at < 8:
			c.fail("want 8 bytes of a float")
			*v = 0
		default:
			*v = math.Float64frombits(binary.LittleEndian.Uint64(c.b[c.at:]))
			c.at += 8
		}
	}
}

func (c *coder) bool(v *bool) {
	switch {
	case !c.reading && *v:
		c.b = append(c.b, 1)
	case !c.reading:
		c.b = append(c.b, 0)
	case c.at >= len(c.b) || c.b[c.at] > 1:
		c.fail("want 0 or 1")
		*v = false
	default:
		*v = c.b[c.at] == 1
		c.at++
	}
}

// flags are a byte with a bit for each, the first the lowest.
func (c *coder) flags(values ...*bool) {
	switch {
	case !c.reading:
		b := byte(0)
		for i, v := range values {
			if *v {
				b |= 1 << i
			}
		}
		c.b = append(c.b, b)
		return
	case c.at >= len(c.b) || c.b[c.at]>>len(values) != 0:
		c.fail(fmt.Sprintf("want a byte below %d", 1<<len(values)))
		for _, v := range values {
			*v = false
		}
		return
	}
	for i, v := range values {
		*v = c.b[c.at]>>i&1 == 1
	}
	c.at++
}

// count says how many entries follow: n, or as many as are read, each of size bytes at least.
func (c *coder) count(n, size int) int {
	if !c.reading {
		c.putUint(uint64(n))
		return n
	}
	at := c.at
	u := c.readUint()
	if u > uint64((len(c.b)-c.at)/size) {
		c.at = at
		c.fail(fmt.Sprintf("%d entries of %d bytes or more do not fit into the rest", u, size))
		return 0
	}
	return int(u)
}

func (c *coder) text(v *string) {
	n := c.count(len(*v), 1)
	if !c.reading {
		c.b = append(c.b, *v...)
		return
	}
	if read := c.b[c.at : c.at+n]; string(read) != *v { // it may be as expected
		*v = string(read)
	}
	c.at += n
}

func (c *coder) wide(values ...*Uint128) {
	for _, v := range values {
		c.uint(&v.Hi, &v.Lo)
	}
}

func (c *coder) ranges(v *[]Range) {
	list(c, leastRange, v, func(r *Range) { c.int(&r.First, &r.Last, &r.Stride) })
}

func (c *coder) lacks(v *Lacks) {
	if !c.reading {
		c.putUint(uint64(*v))
		return
	}
	u := c.readUint()
	if u > allLacks {
		c.fail("a set of figures that are not known")
		u = 0
	}
	*v = Lacks(u)
}

func (c *coder) histogram(h *Histogram) {
	c.int(&h.First)
	counts(c, &h.Counts)
}

func (c *coder) extremes(values ...*Extreme) {
	for _, v := range values {
		c.int64(&v.Value)
		c.int(&v.Rank, &v.Track)
	}
}

// end returns the fault, or one if anything is left.
func (c *coder) end() error {
	if c.err == nil && c.at != len(c.b) {
		c.err = fmt.Errorf("byte %d: %d bytes too many", c.at, len(c.b)-c.at)
	}
	return c.err
}

// list is a list of entries of size bytes at least; one without entries is read as nil.
func list[T any](c *coder, size int, entries *[]T, each func(*T)) {
	n := c.count(len(*entries), size)
	if c.reading {
		*entries = nil
		if n > 0 {
			*entries = make([]T, n)
		}
	}
	for i := range *entries {
		if c.err != nil {
			*entries = nil
			return
		}
		each(&(*entries)[i])
	}
}

// counts are a list of counts: those of ranks are below 2³².
func counts[T uint32 | uint64](c *coder, entries *[]T) {
	if !c.reading {
		c.putUint(uint64(len(*entries)))
		for _, v := range *entries {
			c.putUint(uint64(v))
		}
		return
	}
	list(c, 1, entries, func(v *T) {
		u := c.readUint()
		if uint64(T(u)) != u {
			c.fail("a count that does not fit")
			u = 0
		}
		*v = T(u)
	})
}

// errMessage reports that a message of another rank cannot be read.
var errMessage = errors.New("malformed message")
