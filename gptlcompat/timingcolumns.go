package gptlcompat

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
)

// column is one or more columns of a process's file: their titles, and their values for a row.
type column struct {
	title string
	value func(m *stats.Measure, of []tracked) string // as long as the title
}

// tracked is what a row is made of on one track.
type tracked struct {
	track int
	uses  []use
}

// choose returns the columns in the order of the format.
func (t *timingWriter) choose() []column {
	cs := []column{{"   Called  Recurse", func(m *stats.Measure, _ []tracked) string { return timingCalls(m) }}}
	if t.o.CPU != nil {
		cs = append(cs, column{"      usr      sys  usr+sys", t.cpu})
	}
	cs = append(cs, column{"     Wall      max      min", func(m *stats.Measure, _ []tracked) string {
		return wall(m.Total) + wall(m.Max) + wall(m.Min)
	}})
	if t.o.Percent {
		title, whole := "", int64(0)
		if len(t.tables[0].records) > 0 {
			title, whole = t.safe[t.tables[0].records[0].name], t.tables[0].records[0].m.Total
		}
		cs = append(cs, column{percentTitle(title), func(m *stats.Measure, _ []tracked) string {
			if whole <= 0 {
				return fixed(0, 9, 2)
			}
			return fixed(float64(max(m.Total, 0))*100/float64(whole), 9, 2)
		}})
	}
	if !t.o.NoOverhead {
		cs = append(cs, column{"   selfOH parentOH", func(m *stats.Measure, _ []tracked) string {
			n := float64(m.Calls)
			return fixed(n*t.cost.self(), 8, 3) + fixed(n*t.cost.parent(), 8, 3)
		}})
	}
	if t.o.Bytes != nil {
		cs = append(cs, column{" AVG_MPI_BYTES", t.bytes})
	}
	for i := range t.o.Events {
		cs = append(cs, t.event(&t.o.Events[i])...)
	}
	return cs
}

// oneWord replaces the blanks of a title, at which readers split the row of titles.
func oneWord(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, title)
}

// percentTitle is one word of ten bytes with its blanks, of the first four bytes of a name.
func percentTitle(name string) string {
	first := strings.TrimLeft(short(oneWord(name), 4), " ")
	return short("%_of_"+first, 10)
}

// titles writes the title row behind what stands before the names.
func (t *timingWriter) titles(width int) {
	blanks(&t.Buffer, width)
	for _, c := range t.columns {
		t.WriteString(c.title)
	}
	t.WriteByte('\n')
}

// values writes the columns behind a name.
func (t *timingWriter) values(m *stats.Measure, of []tracked) {
	for _, c := range t.columns {
		t.WriteString(c.value(m, of))
	}
	t.WriteByte('\n')
}

func timingCalls(m *stats.Measure) string {
	many := m.Calls >= manyCalls
	calls := fmt.Sprintf(" %8d", m.Calls)
	if many {
		calls = fmt.Sprintf(" %8.1e", float64(m.Calls))
	}
	switch {
	case m.Recursion == 0:
		return calls + "     -   "
	case many:
		return calls + fmt.Sprintf(" %8.0e", float64(m.Recursion))
	}
	return calls + fmt.Sprintf(" %8d", m.Recursion)
}

// wall writes a time in nanoseconds.
func wall(ns int64) string {
	s := seconds(ns)
	if s < 0.01 {
		return fmt.Sprintf(" %8.2e", s)
	}
	return fixed(s, 8, 3)
}

// fixed writes a blank and a number of at least 0 in width bytes, with fewer decimals where it would
// not fit: a row must not be longer than its title.
func fixed(v float64, width, decimals int) string {
	for ; decimals >= 0; decimals-- {
		if s := fmt.Sprintf(" %*.*f", width, decimals, v); len(s) == width+1 {
			return s
		}
	}
	return scientific(v, width)
}

func scientific(v float64, width int) string {
	if math.Abs(v) >= 1e100 {
		return fmt.Sprintf(" %*.1e", width, v)
	}
	return fmt.Sprintf(" %*.2e", width, v)
}

// quantity is a number that only a broken source gives as below zero, infinite or none.
func quantity(v float64) float64 { return max(number(v), 0) }

// sum adds up what f says of a row's nodes. Times and counters of a call made within another of the
// same timer are in that one's already.
func sum(of []tracked, inner bool, f func(node, track int) float64) float64 {
	var v float64
	for _, o := range of {
		for _, u := range o.uses {
			if inner || !u.inner {
				v += quantity(f(u.node, o.track))
			}
		}
	}
	return quantity(v)
}

func (t *timingWriter) cpu(_ *stats.Measure, of []tracked) string {
	user := sum(of, false, func(n, track int) float64 { u, _ := t.o.CPU(n, track); return u })
	system := sum(of, false, func(n, track int) float64 { _, s := t.o.CPU(n, track); return s })
	return fmt.Sprintf(" %8.1e %8.1e %8.1e", user, system, quantity(user+system))
}

func (t *timingWriter) bytes(m *stats.Measure, of []tracked) string {
	moved := sum(of, true, t.o.Bytes)
	if moved == 0 || m.Calls == 0 {
		return "       -      "
	}
	return fmt.Sprintf("%13.3e ", moved/float64(m.Calls))
}

// event returns the columns of a counter.
func (t *timingWriter) event(e *Event) []column {
	count := func(of []tracked) float64 { return sum(of, false, e.Count) }
	title := " " + short(oneWord(clean(e.Title, 0)), 8)
	cs := []column{{title, func(_ *stats.Measure, of []tracked) string {
		v := count(of)
		switch {
		case e.Per != nil:
			return scientific(quantity(v/sum(of, false, e.Per)), 8)
		case v < 1e6:
			return fmt.Sprintf(" %8.0f", math.Floor(v))
		}
		return scientific(v, 8)
	}}}
	if e.PerSecond {
		cs = append(cs, column{" e6_/_sec", func(m *stats.Measure, of []tracked) string {
			if m.Total <= 0 {
				return fixed(0, 8, 2)
			}
			return fixed(quantity(count(of)/seconds(m.Total)/1e6), 8, 2)
		}})
	}
	return cs
}

// short cuts a text to n bytes, between characters, or fills it with blanks on the left.
func short(s string, n int) string {
	if len(s) > n {
		s = s[:n]
		for len(s) > 0 && !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return strings.Repeat(" ", n-len(s)) + s
}
