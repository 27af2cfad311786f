package stats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// encoder appends values in the form that docs/encoding.md describes.
type encoder struct {
	b []byte
}

func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int64)   { e.b = binary.AppendVarint(e.b, v) }

func (e *encoder) float(v float64) {
	e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(v))
}

func (e *encoder) text(s string) {
	e.uint(uint64(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) wide(v Uint128) {
	e.uint(v.Hi)
	e.uint(v.Lo)
}

func (e *encoder) ranges(ranges []Range) {
	e.uint(uint64(len(ranges)))
	for _, s := range ranges {
		e.int(int64(s.First))
		e.int(int64(s.Last))
		e.int(int64(s.Stride))
	}
}

func encodeCounts[T uint32 | uint64](e *encoder, counts []T) {
	e.uint(uint64(len(counts)))
	for _, c := range counts {
		if c < 0x80 { // as most are
			e.b = append(e.b, byte(c))
		} else {
			e.uint(uint64(c))
		}
	}
}

func (e *encoder) histogram(h Histogram) {
	e.int(int64(h.First))
	encodeCounts(e, h.Counts)
}

// decoder reads what an encoder wrote. After the first fault it returns zeros, and err tells of the
// fault. It allocates no more than a small multiple of the bytes that it was given.
type decoder struct {
	b   []byte
	at  int
	err error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = fmt.Errorf("byte %d: %s", d.at, what)
	}
	d.at = len(d.b)
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b[d.at:])
	if n <= 0 {
		d.fail("want an unsigned integer")
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) int64() int64 {
	v, n := binary.Varint(d.b[d.at:])
	if n <= 0 {
		d.fail("want an integer")
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) int() int {
	v := d.int64()
	if int64(int(v)) != v {
		d.fail("integer too large for this machine")
		return 0
	}
	return int(v)
}

func (d *decoder) float() float64 {
	if len(d.b)-d.at < 8 {
		d.fail("want 8 bytes of a float")
		return 0
	}
	v := binary.LittleEndian.Uint64(d.b[d.at:])
	d.at += 8
	return math.Float64frombits(v)
}

func (d *decoder) bool() bool {
	if d.at >= len(d.b) || d.b[d.at] > 1 {
		d.fail("want 0 or 1")
		return false
	}
	d.at++
	return d.b[d.at-1] == 1
}

// count reads how many entries follow, each of which takes size bytes at least.
func (d *decoder) count(size int) int {
	at := d.at
	n := d.uint()
	if n > uint64((len(d.b)-d.at)/size) {
		d.at = at
		d.fail(fmt.Sprintf("%d entries of %d bytes or more do not fit into the rest", n, size))
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count(1)
	d.at += n
	return string(d.b[d.at-n : d.at])
}

func (d *decoder) wide() Uint128 { return Uint128{Hi: d.uint(), Lo: d.uint()} }

func (d *decoder) ranges() []Range {
	return list(d, leastRange, func(s *Range) { *s = Range{First: d.int(), Last: d.int(), Stride: d.int()} })
}

func (d *decoder) counts() []uint64 {
	return list(d, 1, func(c *uint64) { *c = d.uint() })
}

// rankCounts are counts of ranks, of which there are fewer than 2³².
func (d *decoder) rankCounts() []uint32 {
	return list(d, 1, func(c *uint32) {
		v := d.uint()
		if v > math.MaxUint32 {
			d.fail("a count of ranks that does not fit")
		}
		*c = uint32(v)
	})
}

func (d *decoder) lacks() Lacks {
	v := d.uint()
	if v > allLacks {
		d.fail("a set of figures that are not known")
	}
	return Lacks(v)
}

func (d *decoder) histogram() Histogram { return Histogram{d.int(), d.counts()} }

// end returns the fault, or one if anything is left.
func (d *decoder) end() error {
	if d.err == nil && d.at != len(d.b) {
		d.err = fmt.Errorf("byte %d: %d bytes too many", d.at, len(d.b)-d.at)
	}
	return d.err
}

// list reads a list of entries of size bytes at least; nil when there are none.
func list[T any](d *decoder, size int, read func(*T)) []T {
	n := d.count(size)
	if n == 0 {
		return nil
	}
	out := make([]T, n)
	for i := range out {
		if d.err != nil {
			return nil
		}
		read(&out[i])
	}
	return out
}

// errMessage reports that a message of another rank cannot be read.
var errMessage = errors.New("malformed message")
