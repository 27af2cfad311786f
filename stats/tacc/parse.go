package tacc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// parser goes over the lines of one file.
type parser struct {
	data     *Data
	name     string
	number   int // of the line
	skipping bool

	header int  // of the records, -1 before any
	blank  bool // the line before was empty: a record may start
	open   bool // lines belong to the last record
	marks  bool // the line before was a mark
	reason bool // something of a raw stats file was there
	schema bool // the lines of a header are being read

	tables  map[string]*Table
	current *Table // of the line before
	wide    []uint64

	torn strings.Builder // the text of the last mark, once a line was put back to it
}

func (p *parser) faultf(kind FaultKind, format string, args ...any) {
	p.data.fault(Fault{Name: p.name, Line: p.number, Kind: kind, Text: fmt.Sprintf(format, args...)})
}

// line takes one line. It fails only at the start of something that is not a raw stats file at all.
func (p *parser) line(b []byte) error {
	if n := len(b); n > 0 && b[n-1] == '\r' {
		b = b[:n-1]
	}
	if len(b) == 0 {
		p.blank, p.marks = true, false
		return nil
	}
	switch c := b[0]; {
	case c > ' ' && c != '!' && c != '#' && c != '$' && c != '%' && c != '@' && !(c >= '0' && c <= '9'):
		p.row(b)
	case c >= '0' && c <= '9':
		if !p.reason {
			return fmt.Errorf("%w: line %d is %.60q, expected $tacc_stats or $hpcperfstats and a version", ErrFormat, p.number, b)
		}
		p.digit(b)
	case c == '%':
		p.mark(b[1:])
	case c == '$':
		p.headerLine(string(b[1:]))
	case c == '!':
		p.schemaLine(string(b))
	case c == '@' || c == '#': // the monitor's reader takes them for comments
	default:
		p.bare(b, UnknownType, "line starts with a blank")
	}
	p.blank = false
	if !p.reason && p.number > 1000 {
		return fmt.Errorf("%w: no header and no schema in %d lines", ErrFormat, p.number)
	}
	return nil
}

// finish is called at the end of a file.
func (p *parser) finish() error {
	if !p.reason {
		return fmt.Errorf("%w: no header and no schema in %d lines", ErrFormat, p.number)
	}
	return nil
}

func (p *parser) headerLine(s string) {
	word, rest, _ := strings.Cut(s, " ")
	rest = strings.TrimSpace(rest)
	known := word == "tacc_stats" || word == "hpcperfstats"
	if known || !p.schema {
		p.startHeader()
	}
	p.reason = p.reason || known
	h := &p.data.Headers[p.header]
	switch {
	case known && rest == "":
		p.faultf(BadHeader, "%.60q, expected a version", s)
		h.Program = word
	case known:
		h.Program, h.Version = word, rest
	case word == "hostname":
		h.Hostname = rest
	case word == "uname":
		h.Uname = rest
	case word == "uptime":
		up, err := strconv.ParseInt(rest, 10, 64)
		if err != nil || up < 0 {
			p.faultf(BadHeader, "%.60q, expected the seconds since the start of the system", s)
			up = -1
		}
		h.Uptime = up
	case word == "build":
		h.Build = rest
	default:
		h.Other = append(h.Other, s)
		p.data.kept += int64(keptMark + len(s))
	}
}

// startHeader starts a file, or a part of one: a daemon writes its header again and again. The schema
// of before holds where the new header does not change it.
func (p *parser) startHeader() {
	p.data.Headers = append(p.data.Headers, Header{Uptime: -1, Name: p.name, Line: p.number})
	p.header = len(p.data.Headers) - 1
	p.data.kept += keptHeader
	p.open, p.schema, p.marks = false, true, false
}

func (p *parser) schemaLine(s string) {
	if !p.schema {
		p.startHeader()
	}
	t, err := ParseType(s)
	if err != nil {
		p.faultf(BadSchema, "%v", err)
		return
	}
	p.reason = true
	if p.tables == nil {
		p.tables = make(map[string]*Table)
	}
	p.tables[t.Name], p.current = p.data.table(t), nil
}

// table finds the table of a type, or makes one.
func (d *Data) table(t Type) *Table {
	text := t.String()
	if old := d.byType[text]; old != nil {
		return old
	}
	if d.byType == nil {
		d.byType = make(map[string]*Table)
	}
	table := &Table{Type: t, index: make(map[string]int32)}
	for _, k := range t.Keys {
		if k.Slow {
			table.slow++
		}
	}
	d.Tables = append(d.Tables, table)
	d.byType[text] = table
	d.kept += int64(keptTable + keptKey*len(t.Keys) + 2*len(text))
	return table
}

// digit takes a line that starts with a digit: a record line, unless it is a torn part of a mark.
func (p *parser) digit(b []byte) {
	if p.marks && !p.blank {
		p.bare(b, BadRecord, "no empty line before it")
		return
	}
	fields := bytes.Fields(b)
	p.marks = false
	time, ok := parseTime(fields[0])
	if !ok || len(fields) < 2 || len(fields) > 3 {
		p.open = false
		p.faultf(BadRecord, "%.60q, expected TIME JOB [HOST]", b)
		return
	}
	if p.header < 0 {
		p.startHeader()
	}
	r := Record{Time: time, Header: p.header, Line: p.number}
	if n := len(p.data.Records); n > 0 { // most often the same as before: no new texts
		r.Job, r.Host = p.data.Records[n-1].Job, p.data.Records[n-1].Host
	}
	r.Job = reuse(r.Job, fields[1])
	if len(fields) == 3 {
		r.Host = reuse(r.Host, fields[2])
	} else {
		r.Host = p.data.Headers[p.header].Hostname
	}
	p.data.Records = append(p.data.Records, r)
	p.data.kept += int64(keptRecord + len(b))
	p.open, p.schema = true, false
}

// reuse returns the text of b, which is that of s if they are the same.
func reuse(s string, b []byte) string {
	if string(b) == s {
		return s
	}
	return string(b)
}

// parseTime reads seconds with up to nine decimals, as ns; further decimals are cut.
func parseTime(b []byte) (ns int64, ok bool) {
	const mostSeconds = 1 << 33 // the year 2242; beyond 2^63 ns there is no time
	whole, decimals, found := bytes.Cut(b, []byte{'.'})
	s, ok := parseUint(whole)
	if !ok || s > mostSeconds || found && len(decimals) == 0 {
		return 0, false
	}
	ns = int64(s) * 1e9
	unit := int64(1e8)
	for _, c := range decimals {
		if c < '0' || c > '9' {
			return 0, false
		}
		ns += int64(c-'0') * unit
		unit /= 10
	}
	return ns, true
}

func parseUint(b []byte) (v uint64, ok bool) {
	if len(b) == 0 || len(b) > 20 {
		return 0, false
	}
	for _, c := range b {
		d := uint64(c - '0')
		if d > 9 || v > (1<<64-1)/10 || v == (1<<64-1)/10 && d > (1<<64-1)%10 {
			return 0, false
		}
		v = v*10 + d
	}
	return v, true
}

func (p *parser) mark(b []byte) {
	if !p.open {
		p.faultf(NoRecord, "%%%.60s", b)
		return
	}
	r := &p.data.Records[len(p.data.Records)-1]
	r.Marks = append(r.Marks, parseMark(string(b)))
	p.data.kept += int64(keptMark + len(b))
	p.marks = true
	p.torn.Reset()
}

// bare takes a line that can be nothing else: a part of the mark before it, which the monitor has torn at
// the ends of its lines, or a fault.
func (p *parser) bare(b []byte, kind FaultKind, why string) {
	if !p.marks || !p.open {
		p.marks = false
		p.faultf(kind, "%.60q: %s", b, why)
		return
	}
	m := p.data.Records[len(p.data.Records)-1].Marks
	last := &m[len(m)-1]
	// A mark may have millions of lines. The builder grows in steps, and its text so far is not copied
	// for a further line.
	if p.torn.Len() == 0 {
		p.torn.WriteString(last.Text)
	}
	p.torn.WriteByte('\n')
	p.torn.Write(b)
	last.Text = p.torn.String()
	p.data.kept += int64(2 * len(b))
	p.faultf(TornMark, "%.60q belongs to the mark before it", b)
}
