package rankfile

import (
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
		text = keyvalue.Append(text, "warning", w.Kind, w.Path, w.Caller, strconv.FormatUint(w.Count, 10))
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
