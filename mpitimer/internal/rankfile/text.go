package rankfile

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/mpitimer/internal/keyvalue"
	"github.com/go-hpc/timers/stats"
)

// Text is what a Note holds, a line for each of the lists' elements: docs/tables.md.
type Text struct {
	Program      string
	Command      []string
	Host         string
	Job          map[string]string
	Environments []stats.Environment
	Warnings     []stats.Warning

	Counters []stats.Counter // those of the rows
	Columns  []int           // what the rows have, see table.CounterKind; nothing: of each counter one
	Empty    []int64         // see stats.Profile
	Counted  []float64       // see stats.Profile
}

// Encode returns the note.
func (t *Text) Encode() []byte {
	text := keyvalue.Append(nil, "program", t.Program)
	if len(t.Command) > 0 {
		text = keyvalue.Append(text, "command", t.Command...)
	}
	text = keyvalue.Append(text, "host", t.Host)
	for _, name := range slices.Sorted(maps.Keys(t.Job)) {
		text = keyvalue.Append(text, "job", name, t.Job[name])
	}
	for _, c := range t.Environments {
		fields := []string{c.Name, strconv.Itoa(c.Size)}
		for _, r := range c.Ranks {
			fields = append(fields, strconv.Itoa(r.First), strconv.Itoa(r.Last), strconv.Itoa(r.Stride))
		}
		text = keyvalue.Append(text, "environment", fields...)
	}
	for _, w := range t.Warnings {
		text = keyvalue.Append(text, "warning", w.Kind, w.Path, w.Place, strconv.FormatUint(w.Count, 10))
	}
	for _, q := range t.Counters {
		text = keyvalue.Append(text, "counter", q.Name, q.Unit, number(q.Step), q.Domain, strconv.FormatBool(q.Peak))
	}
	if len(t.Columns) > 0 {
		text = keyvalue.Append(text, "columns", integers(t.Columns)...)
	}
	if len(t.Empty) > 0 {
		text = keyvalue.Append(text, "empty", integers(t.Empty)...)
	}
	if len(t.Counted) > 0 {
		var fields []string
		for _, share := range t.Counted {
			fields = append(fields, number(share))
		}
		text = keyvalue.Append(text, "counted", fields...)
	}
	return text
}

func integers[N int | int64](list []N) (fields []string) {
	for _, v := range list {
		fields = append(fields, strconv.FormatInt(int64(v), 10))
	}
	return fields
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// DecodeText reads a note. Lines with other keys, and fields behind those that are known, are of later programs.
func DecodeText(note []byte) (t Text, err error) {
	err = keyvalue.Each(note, func(key string, fields []string) error {
		n := numbers{}
		switch key {
		case "program":
			t.Program = fields[0]
		case "command":
			t.Command = fields
		case "host":
			t.Host = fields[0]
		case "job":
			if t.Job == nil {
				t.Job = make(map[string]string)
			}
			f := n.atLeast(2, fields)
			t.Job[f[0]] = f[1]
		case "environment":
			f := n.atLeast(2, fields)
			c := stats.Environment{Name: f[0], Size: n.integer(f[1])}
			for f = fields[min(2, len(fields)):]; len(f) >= 3; f = f[3:] {
				c.Ranks = append(c.Ranks, stats.Range{First: n.integer(f[0]), Last: n.integer(f[1]), Stride: n.integer(f[2])})
			}
			t.Environments = append(t.Environments, c)
		case "warning":
			f := n.atLeast(4, fields)
			t.Warnings = append(t.Warnings, stats.Warning{Kind: f[0], Path: f[1], Place: f[2], Count: uint64(n.integer(f[3]))})
		case "counter":
			f := n.atLeast(5, fields)
			t.Counters = append(t.Counters, stats.Counter{Name: f[0], Unit: f[1], Step: n.float(f[2]), Domain: f[3], Peak: f[4] == "true"})
		case "columns":
			for _, f := range fields {
				t.Columns = append(t.Columns, n.integer(f))
			}
		case "empty":
			for _, f := range fields {
				t.Empty = append(t.Empty, int64(n.integer(f)))
			}
		case "counted":
			for _, f := range fields {
				t.Counted = append(t.Counted, n.float(f))
			}
		}
		return n.err
	})
	return t, err
}

// numbers reads the fields of a line, and keeps the first error.
type numbers struct{ err error }

func (n *numbers) keep(err error) {
	if n.err == nil {
		n.err = err
	}
}

func (n *numbers) integer(field string) int {
	v, err := strconv.Atoi(field)
	n.keep(err)
	return v
}

func (n *numbers) float(field string) float64 {
	v, err := strconv.ParseFloat(field, 64)
	n.keep(err)
	return v
}

// atLeast returns the fields, or with an error as many blank ones.
func (n *numbers) atLeast(count int, fields []string) []string {
	if len(fields) < count {
		n.keep(fmt.Errorf("%d fields, expected %d", len(fields), count))
		return make([]string, count)
	}
	return fields
}
