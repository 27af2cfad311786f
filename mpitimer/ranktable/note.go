package ranktable

import (
	"fmt"
	"strconv"

	"github.com/go-hpc/timers/mpitimer/internal/keyvalue"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// decodeText reads a note. Lines with other keys, and fields behind those that are known, are of later programs.
func decodeText(note []byte) (t rankfile.Text, err error) {
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
			t.Warnings = append(t.Warnings, stats.Warning{Kind: f[0], Path: f[1], Caller: f[2], Count: uint64(n.integer(f[3]))})
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
