package tacc

import (
	"bytes"
	"slices"
)

// row takes a line of values. Most of the reading time is spent here: no allocation except to grow the
// tables, one pass over the bytes.
func (p *parser) row(b []byte) {
	if !p.open {
		p.faultf(NoRecord, "%.60q", b)
		return
	}
	blank := bytes.IndexByte(b, ' ')
	if blank < 0 {
		p.bare(b, UnknownType, "no device and no values")
		return
	}
	t := p.current
	if t == nil || string(b[:blank]) != t.Type.Name {
		if t = p.tables[string(b[:blank])]; t == nil {
			p.bare(b, UnknownType, "no schema line describes it")
			return
		}
		p.current = t
	}
	rest := b[blank+1:]
	n := bytes.IndexByte(rest, ' ')
	if n < 0 {
		p.badRow(t, b, BadCount, 0)
		return
	}
	device, rest := rest[:n], rest[n+1:]
	fast := false
	if len(rest) > 0 && rest[0] == '@' {
		var known bool
		if fast, rest, known = tier(rest); !known {
			p.recover(t, b)
			return
		}
	}
	ok := false
	if fast && t.slow > 0 {
		if p.wide, ok = appendValues(p.wide[:0], rest, len(t.Type.Keys)-t.slow); ok {
			t.spread(p.wide)
		}
	} else {
		to := t.room()
		*to, ok = appendValues(*to, rest, len(t.Type.Keys))
	}
	if !ok {
		p.recover(t, b)
		return
	}
	p.keep(t, device, fast)
}

// tier reads the token that says which keys a row has.
func tier(b []byte) (fast bool, rest []byte, known bool) {
	token, rest, _ := bytes.Cut(b, []byte{' '})
	switch string(token) {
	case "@fast":
		return true, rest, true
	case "@full":
		return false, rest, true
	}
	return false, b, false
}

// grow makes room for n more elements, and for as many again as there are: append alone copies large
// tables five times as often.
func grow[E any](s []E, n int) []E {
	if cap(s)-len(s) >= n {
		return s
	}
	return slices.Grow(s, max(len(s), 8*n))
}

// rowsTogether is how many rows have their values in one piece: a large table that grew in one would be copied again and
// again, and the memory of it cleared.
const rowsTogether = 128

// room returns the values behind which those of the next row belong.
func (t *Table) room() *[]uint64 {
	if rows := len(t.record); rows == rowsTogether*len(t.values) {
		t.values = append(t.values, make([]uint64, 0, min(rows, rowsTogether)*len(t.Type.Keys))) // the first grows
	}
	return &t.values[len(t.values)-1]
}

// appendValues reads exactly n numbers up to the end of the line, or returns the values before it.
func appendValues(values []uint64, b []byte, n int) ([]uint64, bool) {
	values = grow(values, n)
	into := values[len(values) : len(values)+n]
	i := 0
	for place := range into {
		for i < len(b) && b[i] == ' ' {
			i++
		}
		start := i
		var v uint64
		for i < len(b) {
			d := uint64(b[i] - '0')
			if d > 9 {
				break
			}
			v = v*10 + d
			i++
		}
		if digits := i - start; digits == 0 || digits > 19 {
			var ok bool // 20 digits may pass 64 bits
			if v, ok = parseUint(b[start:i]); !ok {
				return values, false
			}
		}
		if i < len(b) && b[i] != ' ' {
			return values, false
		}
		into[place] = v
	}
	if i < len(b) && len(bytes.TrimRight(b[i:], " \t")) > 0 {
		return values, false
	}
	return values[:len(values)+n], true
}

// spread adds the values of a row without its slow keys, for which there are zeros in the table.
func (t *Table) spread(values []uint64) {
	to := t.room()
	for i := range t.Type.Keys {
		if t.Type.Keys[i].Slow {
			*to = append(*to, 0)
			continue
		}
		*to, values = append(*to, values[0]), values[1:]
	}
}

// keep makes a row of values that are in the table already.
func (p *parser) keep(t *Table, device []byte, fast bool) {
	if fast && t.slow > 0 && t.fast == nil {
		t.fast = make([]bool, len(t.record))
	}
	p.marks = false
	t.record = append(grow(t.record, 1), int32(len(p.data.Records)-1))
	devices := len(t.Devices)
	t.device = append(grow(t.device, 1), t.deviceOf(device))
	p.data.kept += int64(keptRow + keptValue*len(t.Type.Keys))
	if len(t.Devices) > devices {
		p.data.kept += int64(keptDevice + len(device))
	}
	if t.fast != nil {
		t.fast = append(t.fast, fast && t.slow > 0)
	}
}

// deviceOf finds a device. It tries the one that came next in the record before.
func (t *Table) deviceOf(name []byte) int32 {
	if len(t.Devices) > 0 {
		if guess := t.next[t.last]; string(name) == t.Devices[guess] {
			t.last = guess
			return guess
		}
	}
	i, known := t.index[string(name)]
	if !known {
		i = int32(len(t.Devices))
		s := string(name)
		t.Devices = append(t.Devices, s)
		t.next = append(t.next, 0)
		t.index[s] = i
	}
	t.next[t.last] = i
	t.last = i
	return i
}

// recover reads a malformed row. If its device has blanks in it, the number of values shows where it ends,
// provided that what precedes the values is not a number too: then nobody can tell an extra value from a
// name.
func (p *parser) recover(t *Table, b []byte) {
	fields := bytes.Fields(b)[1:]
	n, fast := len(t.Type.Keys), false
	for _, f := range fields {
		fast = fast || string(f) == "@fast"
	}
	if fast {
		n -= t.slow
	}
	before := len(fields) - n // the fields of the device and the tier
	if before < 1 {
		p.badRow(t, b, BadCount, len(fields)-1)
		return
	}
	p.wide = p.wide[:0]
	for _, f := range fields[before:] {
		v, ok := parseUint(f)
		if !ok {
			p.badRow(t, b, BadNumber, len(fields)-1)
			return
		}
		p.wide = append(p.wide, v)
	}
	last := string(fields[before-1])
	tiered := last == "@fast" || last == "@full"
	if tiered && before > 1 {
		before--
	}
	_, number := parseUint(fields[before-1])
	if before > 1 && number || fast && !tiered {
		p.badRow(t, b, BadCount, len(fields)-1)
		return
	}
	if fast {
		t.spread(p.wide)
	} else {
		to := t.room()
		*to = append(*to, p.wide...)
	}
	p.keep(t, bytes.Join(fields[:before], []byte{' '}), fast)
	if before > 1 {
		p.data.Recovered++
	}
}

func (p *parser) badRow(t *Table, b []byte, kind FaultKind, found int) {
	if kind == BadNumber {
		p.marks = false
		p.faultf(kind, "%.60q: expected %d unsigned 64-bit integers", b, len(t.Type.Keys))
		return
	}
	if p.marks {
		p.bare(b, UnknownType, "not a row")
		return
	}
	p.faultf(kind, "%.60q: %d values, expected %d", b, found, len(t.Type.Keys))
}
