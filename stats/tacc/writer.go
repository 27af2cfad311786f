package tacc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// How our files identify their writer. Existing readers recognise files by these names alone, and their
// format by the version: ours is that of 2.3.5, the last generation that all of them read.
const (
	Program = "tacc_stats"
	Version = "2.3.5"
)

// ErrWrite reports something that cannot be written to a raw stats file.
var ErrWrite = errors.New("cannot be written to a raw stats file")

// Writer writes the records of one file. Each record goes out in one piece.
type Writer struct {
	w     io.Writer
	host  string
	types []Type // sorted by name
	buf   []byte
	open  bool
	at    int // type of the last row
}

// NewWriter starts a file: it writes the header and the schema lines of all types, sorted by name. Of the
// header, Program and Version may be empty and are ours then; Hostname is that of all records.
func NewWriter(w io.Writer, h Header, types []Type) (*Writer, error) {
	out, err := ContinueWriter(w, h, types)
	if err != nil {
		return nil, err
	}
	b, err := appendHeader(nil, h)
	if err != nil {
		return nil, err
	}
	for i := range out.types {
		b = append(append(b, out.types[i].String()...), '\n')
	}
	_, err = w.Write(b)
	return out, err
}

// ContinueWriter returns a Writer for a file that already has its header, with that header and those types.
func ContinueWriter(w io.Writer, h Header, types []Type) (*Writer, error) {
	if !isWord(h.Hostname) {
		return nil, fmt.Errorf("%w: hostname %.60q, expected a word", ErrWrite, h.Hostname)
	}
	sorted := slices.Clone(types)
	slices.SortFunc(sorted, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	for i := range sorted {
		t := &sorted[i]
		if i > 0 && t.Name == sorted[i-1].Name {
			return nil, fmt.Errorf("%w: two types %q", ErrWrite, t.Name)
		}
		back, err := ParseType(t.String())
		if err != nil || back.Name != t.Name || !slices.Equal(back.Keys, t.Keys) || t.Name[0] < 'A' {
			return nil, errors.Join(fmt.Errorf("%w: type %q", ErrWrite, t.Name), err)
		}
	}
	return &Writer{w: w, host: h.Hostname, types: sorted}, nil
}

func appendHeader(b []byte, h Header) ([]byte, error) {
	if h.Program == "" {
		h.Program, h.Version = Program, Version
	}
	if h.Program != "tacc_stats" && h.Program != "hpcperfstats" || !isWord(h.Version) {
		return nil, fmt.Errorf("%w: program %.40q, version %.40q, expected tacc_stats or hpcperfstats and a word", ErrWrite, h.Program, h.Version)
	}
	b = fmt.Appendf(b, "$%s %s\n$hostname %s\n$uname %s\n", h.Program, h.Version, h.Hostname, oneLine(h.Uname))
	if h.Uptime >= 0 {
		b = fmt.Appendf(b, "$uptime %d\n", h.Uptime)
	}
	if h.Build != "" {
		b = fmt.Appendf(b, "$build %s\n", oneLine(h.Build))
	}
	for _, o := range h.Other {
		b = fmt.Appendf(b, "$%s\n", oneLine(o))
	}
	return b, nil
}

// isWord reports whether a text is not empty and contains no separators.
func isWord(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}

func oneLine(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(s))
}

// Start starts a record. Its time, ns since 1970, is written in microseconds; job is "-" of an idle node,
// and a list with commas where several jobs share it.
func (w *Writer) Start(time int64, job string) error {
	if !isWord(job) {
		return fmt.Errorf("%w: job %.60q, expected a word", ErrWrite, job)
	}
	if time < 0 {
		return fmt.Errorf("%w: the time %d ns, expected one since 1970", ErrWrite, time)
	}
	w.buf = append(w.buf[:0], '\n')
	w.buf = appendTime(w.buf, time)
	w.buf = append(append(w.buf, ' '), job...)
	w.buf = append(append(w.buf, ' '), w.host...)
	w.buf = append(w.buf, '\n')
	w.open, w.at = true, -1
	return nil
}

// appendTime writes seconds with six decimals.
func appendTime(b []byte, ns int64) []byte {
	b = append(strconv.AppendInt(b, ns/1e9, 10), '.')
	micro := ns % 1e9 / 1000
	for unit := int64(1e5); unit > 0; unit /= 10 {
		b = append(b, byte('0'+micro/unit%10))
	}
	return b
}

// Mark adds a mark to the record. Marks come before all rows. Each line of a text becomes a mark: readers do
// not support marks of several lines.
func (w *Writer) Mark(text string) error {
	if !w.open || w.at >= 0 {
		return fmt.Errorf("%w: mark %.40q, expected right after the start of a record", ErrWrite, text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.buf = append(w.buf, '%')
		w.buf = append(append(w.buf, strings.ReplaceAll(line, "\r", " ")...), '\n')
	}
	return nil
}

// Row adds a row to the record. Typ counts the types of the file by name, and rows come in their order. Separators in the name of a device become
// '_', since no reader could read them; "" is written as '-'.
func (w *Writer) Row(typ int, device string, values []uint64) error {
	return w.row(typ, device, values, false)
}

// row is Row. A fast one has no values of slow keys; those given are left out.
func (w *Writer) row(typ int, device string, values []uint64, fast bool) error {
	if !w.open || typ < w.at || typ >= len(w.types) {
		return fmt.Errorf("%w: a row of type %d after one of %d, expected their order and a record", ErrWrite, typ, w.at)
	}
	t := &w.types[typ]
	if len(values) != len(t.Keys) {
		return fmt.Errorf("%w: %s %.60q has %d values, expected %d", ErrWrite, t.Name, device, len(values), len(t.Keys))
	}
	w.at = typ
	w.buf = append(append(w.buf, t.Name...), ' ')
	w.buf = appendDevice(w.buf, device)
	slow := slices.ContainsFunc(t.Keys, func(k Key) bool { return k.Slow })
	switch {
	case slow && fast:
		w.buf = append(w.buf, " @fast"...)
	case slow:
		w.buf = append(w.buf, " @full"...)
	}
	for i, v := range values {
		if fast && t.Keys[i].Slow {
			continue
		}
		w.buf = strconv.AppendUint(append(w.buf, ' '), v, 10)
	}
	w.buf = append(w.buf, '\n')
	return nil
}

func appendDevice(b []byte, name string) []byte {
	if name == "" {
		return append(b, '-')
	}
	for i := range len(name) {
		c := name[i]
		if c <= ' ' || c == 0x7f {
			c = '_'
		}
		b = append(b, c)
	}
	return b
}

// End writes the record out.
func (w *Writer) End() error {
	if !w.open {
		return fmt.Errorf("%w: there is no record to end", ErrWrite)
	}
	w.open = false
	_, err := w.w.Write(w.buf)
	return err
}

// Write writes a whole Data in our form. It needs one schema for each type.
func Write(out io.Writer, d *Data) error {
	var types []Type
	for _, t := range d.Tables {
		types = append(types, t.Type)
	}
	if len(d.Headers) == 0 {
		return fmt.Errorf("%w: there is no header", ErrWrite)
	}
	rows, tables := rowsOf(d)
	var w *Writer
	header := -1
	for i := range d.Records {
		r := &d.Records[i]
		if r.Header != header {
			h := d.Headers[r.Header]
			h.Hostname = cmpOr(h.Hostname, r.Host)
			var err error
			if w, err = NewWriter(out, h, types); err != nil {
				return err
			}
			header = r.Header
		}
		w.host = cmpOr(r.Host, w.host)
		if err := w.record(r, rows[i], tables); err != nil {
			return fmt.Errorf("record %d, line %d: %w", i, r.Line, err)
		}
	}
	if w == nil {
		_, err := NewWriter(out, d.Headers[0], types)
		return err
	}
	return nil
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// rowsOf returns the rows of each record, by type. Their table is a place among the tables, which are sorted
// as a Writer's types are.
func rowsOf(d *Data) (rows [][]rowRef, tables []*Table) {
	rows = make([][]rowRef, len(d.Records))
	tables = slices.Clone(d.Tables)
	slices.SortStableFunc(tables, func(a, b *Table) int { return strings.Compare(a.Type.Name, b.Type.Name) })
	for place, t := range tables {
		for row, rec := range t.record {
			rows[rec] = append(rows[rec], rowRef{int32(place), int32(row)})
		}
	}
	return rows, tables
}

func (w *Writer) record(r *Record, rows []rowRef, tables []*Table) error {
	if err := w.Start(r.Time, cmpOr(r.Job, "-")); err != nil {
		return err
	}
	for _, m := range r.Marks {
		if err := w.Mark(m.Text); err != nil {
			return err
		}
	}
	for _, ref := range rows {
		_, device, values, fast := tables[ref.table].Row(int(ref.row))
		if err := w.row(int(ref.table), device, values, fast); err != nil {
			return err
		}
	}
	return w.End()
}
