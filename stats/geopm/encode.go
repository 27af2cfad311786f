package geopm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrEncoding is matched by errors that tell of bytes that are no Host.
var ErrEncoding = errors.New("geopm: not an encoded host")

// The encoding of a host: three bytes that say what it is, and its version; a table of all strings, each
// once, with its length before it; then the host, in whose place of strings stand positions in the table.
// Numbers are varints of encoding/binary. What may be nil has its length plus one, and 0 for nil.
var encodingMark = [4]byte{'G', 'P', 'H', 1}

// MarshalBinary encodes a host, for messages between the processes of a run. Keys and values that stand
// there often cost two bytes each.
func (h *Host) MarshalBinary() ([]byte, error) {
	e := encoder{at: make(map[string]uint64)}
	e.text(h.Name)
	e.entries(h.Header)
	e.number(uint64(len(h.Regions)))
	for i := range h.Regions {
		e.text(h.Regions[i].Name)
		e.number(uint64(h.Regions[i].Hash))
		e.entries(h.Regions[i].Totals)
	}
	e.entries(h.Unmarked)
	e.entries(h.Epoch)
	e.entries(h.Application)

	b := append([]byte(nil), encodingMark[:]...)
	b = binary.AppendUvarint(b, uint64(len(e.texts)))
	for _, s := range e.texts {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return append(b, e.body...), nil
}

type encoder struct {
	texts []string
	at    map[string]uint64
	body  []byte
}

func (e *encoder) number(v uint64) { e.body = binary.AppendUvarint(e.body, v) }

func (e *encoder) text(s string) {
	i, ok := e.at[s]
	if !ok {
		i = uint64(len(e.texts))
		e.at[s] = i
		e.texts = append(e.texts, s)
	}
	e.number(i)
}

func (e *encoder) entries(list []Entry) {
	if list == nil {
		e.number(0)
		return
	}
	e.number(uint64(len(list)) + 1)
	for i := range list {
		e.text(list[i].Key)
		e.text(list[i].Text)
		e.entries(list[i].Block)
	}
}

// UnmarshalBinary decodes what MarshalBinary encoded. The error matches ErrEncoding; the host is then as
// it was.
func (h *Host) UnmarshalBinary(b []byte) error {
	d := decoder{b: b, size: len(b)}
	if len(b) < len(encodingMark) || [3]byte(b[:3]) != [3]byte(encodingMark[:3]) {
		return fmt.Errorf("%w: expected it to begin with %q", ErrEncoding, encodingMark[:3])
	}
	if b[3] != encodingMark[3] {
		return fmt.Errorf("%w: version %d; expected %d", ErrEncoding, b[3], encodingMark[3])
	}
	d.b = b[4:]
	d.texts = make([]string, d.count(1))
	for i := range d.texts {
		n := d.count(1)
		d.texts[i] = string(d.b[:n])
		d.b = d.b[n:]
	}
	out := Host{Name: d.text(), Header: d.entries(0)}
	if n := d.count(3); n > 0 {
		out.Regions = make([]Region, n)
		for i := range out.Regions {
			out.Regions[i] = Region{Name: d.text(), Hash: d.hash(), Totals: d.entries(0)}
		}
	}
	out.Unmarked, out.Epoch, out.Application = d.entries(0), d.entries(0), d.entries(0)
	if d.err == nil && len(d.b) > 0 {
		d.fail("%d bytes too many", len(d.b))
	}
	if d.err != nil {
		return d.err
	}
	*h = out
	return nil
}

type decoder struct {
	b     []byte // what is left
	size  int
	texts []string
	err   error // the first one; all that follows is zeros
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: byte %d: %s", ErrEncoding, d.size-len(d.b), fmt.Sprintf(format, args...))
	}
	d.b = nil
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail("expected a number")
		return 0
	}
	d.b = d.b[n:]
	return v
}

// count is how many things of at least so many bytes follow.
func (d *decoder) count(least int) int {
	v := d.number()
	if v > uint64(len(d.b)/least) {
		d.fail("%d things to follow do not fit", v)
		return 0
	}
	return int(v)
}

func (d *decoder) text() string {
	i := d.number()
	if d.err != nil {
		return ""
	}
	if i >= uint64(len(d.texts)) {
		d.fail("string %d of %d", i, len(d.texts))
		return ""
	}
	return d.texts[i]
}

func (d *decoder) hash() uint32 {
	v := d.number()
	if v > 1<<32-1 {
		d.fail("a hash of more than 32 bits")
	}
	return uint32(v)
}

func (d *decoder) entries(level int) []Entry {
	v := d.number()
	if v == 0 || d.err != nil {
		return nil
	}
	if v-1 > uint64(len(d.b)/3) || level > deepest {
		d.fail("%d entries to follow on level %d do not fit", v-1, level)
		return nil
	}
	list := make([]Entry, v-1)
	for i := range list {
		list[i] = Entry{Key: d.text(), Text: d.text(), Block: d.entries(level + 1)}
		if d.err != nil {
			return nil
		}
	}
	return list
}
