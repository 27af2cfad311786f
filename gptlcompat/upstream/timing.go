// Package upstream writes the files of upstream's GPTL 8: [WriteTiming] writes one process's file, and [WriteTimingSummary] the
// file of all, named [TimingName] and [TimingSummaryName]. GPTL's scripts read them; E3SM's tools read only package gptlcompat's
// files.
package upstream

import (
	"fmt"
	"io"
	"math"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
	"github.com/go-hpc/timers/stats"
)

// TimingOptions change what WriteTiming writes. The zero value gives GPTL's default columns.
//
// Columns for which a Profile has no numbers come from functions of a node (an index in Profile.Nodes) and a
// track; their results are added up over the nodes of a row.
type TimingOptions struct {
	// Method sets how timers below several parents are shown.
	Method gptlcompat.PrintMethod

	// MaxName is how many bytes of a name are kept: 0 means DefaultMaxName, a negative number all. The file's
	// list of long names has the whole of a shortened name.
	MaxName int

	// ImperfectNesting writes one record per name in the order of their creation, without any
	// indentation, and says that the timers were not nested.
	ImperfectNesting bool

	gptlcompat.Build

	// NoWall leaves out the columns of wallclock times and of the cost of timing.
	NoWall bool

	NoOverhead   bool // leave out the columns selfOH and parentOH
	NoPreamble   bool // leave out the explanations above the tables
	NoThreadSort bool // leave out the threads' times of a timer below each other
	NoParents    bool // leave out how often each parent of a timer called it

	// CPU returns the seconds that the processor spent in a node, in the program and in the system.
	CPU func(node, track int) (user, system float64)

	// Percent adds the share of the first timer of thread 0.
	Percent bool

	// Bytes returns how many bytes the MPI calls of a node moved; the column is their mean per call.
	Bytes func(node, track int) float64

	// Events are hardware counters, a column or two for each.
	Events []Event

	// Counted are the names of the counters behind the Events, such as PAPI_TOT_INS, and EventNotes are lines that describe
	// them; without names there are no such lists above the tables. Multiplexed means that counters took turns.
	Counted, EventNotes []string
	Multiplexed         bool

	// Components splits the cost of the timers; nil counts all of it, which the Profile's clock records, as
	// the cost of reading the clock.
	Components *Components

	// ProcessSize is in MB; nil leaves its line out.
	ProcessSize *ProcessSize

	// Memory is the memory of all threads' timers; nil leaves its lines out.
	Memory *TimingMemory

	// Autoprofiling is the method of instrumenting functions ("backtrace"); empty for none.
	Autoprofiling string

	// ClockSource is where the clock's rate is known from; empty leaves out the rate.
	ClockSource string

	// CallErrors reports that timers were misused; if nil, the Profile's warnings decide.
	CallErrors *bool

	// Version follows "GPTL version info: "; if empty, it is that of the upstream GPTL with this layout.
	Version string
}

// Event is a hardware counter, or a quotient of two.
type Event struct {
	Title string // the first 8 bytes are shown

	Count func(node, track int) float64 // NaN is not known, for which a file has GPTL's -999999
	Per   func(node, track int) float64 // what Count is divided by; nil: nothing

	// PerSecond adds a column of millions per second. If Untitled it has no title, as of native events of PAPI.
	PerSecond, Untitled bool
}

// Components are the parts of the cost of one start or stop, in seconds.
type Components struct {
	Fortran float64 // the layer that Fortran calls go through
	Thread  float64 // to find the thread
	Hash    float64 // to hash the name
	Entry   float64 // to find the timer
	Clock   float64 // to read the clock
	Misc    float64

	Instrumented float64 // instead of Hash and Entry, in instrumented functions
	Autoprofile  float64 // of the name of an instrumented function

	// Probe is the timer that Entry was measured with, "45=run loop"; empty leaves its line out.
	Probe string
}

// total returns the cost of one start or stop.
func (c *Components) total() float64 {
	return c.Fortran + c.Thread + c.Hash + c.Entry + c.Clock + c.Misc
}

// self is the part of a pair's cost that is within the timer's own time.
func (c *Components) self() float64 { return c.Fortran + c.Clock }

// parent returns the part of a pair's cost that is within the parent's time.
func (c *Components) parent() float64 {
	return c.Fortran + 2*(c.Thread+c.Hash+c.Entry) + c.Clock + c.Misc
}

// ProcessSize is the memory of the process in MB.
type ProcessSize struct{ Size, Resident float64 }

// TimingMemory is the memory of all threads' timers, in bytes.
type TimingMemory struct{ Hash, Regions, Links, Stacks int64 }

// TimingName returns the name of a process's file, timing.000012.
func TimingName(id int) string { return fmt.Sprintf("timing.%06d", id) }

// TimingSummaryName is the name of the file of all processes.
const TimingSummaryName = "timing.summary"

// WriteTiming writes the file of one process in the layout of upstream's GPTL 8, its timing.NNNNNN. It
// has the same contents as [gptlcompat.WriteRank]'s file. E3SM's tools read only the latter.
//
// Times are in seconds, at 0.01 and above with three decimals, below with three digits. A name has no
// quotes around it, so that blanks at its ends become "_"; for the rest of its bytes see
// [gptlcompat.WriteGlobal]. Every row is as long as its title.
//
// The error is ErrTooLarge for a FullTree of more than a million rows, or w's.
func WriteTiming(w io.Writer, p *stats.Profile, o TimingOptions) error {
	t := timingWriter{p: p, o: o, flag: 2}
	var err error
	if t.Tables, err = rows.Of(p, rows.Method(o.Method), o.Idle, len(o.ThreadIDs)); err != nil {
		return fmt.Errorf("timing of process %d: %w", p.Rank, err)
	}
	if o.ImperfectNesting {
		t.flag = 0
		for k := range t.Tables {
			flat := t.Tables[k].Rows[:0] // a row of each record, in their order
			for i := range t.Tables[k].Records {
				flat = append(flat, rows.Row{Timer: t.Tables[k].Records[i].Timer, Parent: -1})
			}
			t.Tables[k].Rows = flat
		}
	}
	t.costs()
	names := rows.NamesOf(t.Tables)
	t.long, t.Safe = safeNames(names, -1), safeNames(names, text.Kept(o.MaxName, o.Method == gptlcompat.PathNames))
	t.Columns, t.Cost = t.choose(), t.parts.self()+t.parts.parent()
	t.Style = &t
	t.head()
	t.overhead()
	t.preamble()
	sorted := layout.Sorted + ":\n"
	if o.NoThreadSort {
		sorted = ""
	}
	t.Sections(sorted)
	if len(t.Tables) > 1 && !o.NoThreadSort && !o.NoOverhead {
		t.Overheads()
	}
	t.longNames()
	if !o.NoParents && !o.ImperfectNesting && rows.PerName(rows.Method(o.Method)) {
		t.Parents(!o.NoPreamble, 0)
	}
	t.HashTable(t.o.HashTable)
	t.foot()
	if _, err := w.Write(t.Bytes()); err != nil {
		return fmt.Errorf("timing of process %d: %w", p.Rank, err)
	}
	return nil
}

// timingWriter is the file of a process while it is being written.
type timingWriter struct {
	text.Threads
	p     *stats.Profile
	o     TimingOptions
	parts Components
	long  text.Written // safe names that were not shortened
	flag  int          // bytes before a row
}

// costs sees to it that the components are numbers.
func (t *timingWriter) costs() {
	t.parts = Components{Clock: layout.PairCost(t.p) / 2}
	if t.o.Components != nil {
		t.parts = *t.o.Components
		for _, v := range []*float64{&t.parts.Fortran, &t.parts.Thread, &t.parts.Hash, &t.parts.Entry,
			&t.parts.Clock, &t.parts.Misc, &t.parts.Instrumented, &t.parts.Autoprofile} {
			*v = min(gptl8.Quantity(*v), 1e6) // so that no product with a count is infinite
		}
	}
	if t.o.ImperfectNesting {
		t.parts.Misc = 0
	}
}

// choose returns the columns in the order of the format.
func (t *timingWriter) choose() []layout.Column {
	columns := []layout.Column{gptl8.Called}
	if t.o.CPU != nil {
		columns = append(columns, gptl8.CPU)
	}
	if !t.o.NoWall {
		columns = append(columns, gptl8.Wall)
	}
	if t.o.Percent {
		of := ""
		if first := t.first(); first != nil {
			of = t.Safe.Of(first.Name)
		}
		columns = append(columns, gptl8.Share(of))
	}
	if !t.o.NoOverhead && !t.o.NoWall {
		columns = append(columns, gptl8.Costs)
	}
	if t.o.Bytes != nil {
		columns = append(columns, gptl8.Moved)
	}
	for k, e := range t.o.Events {
		rate := gptl8.NoRate
		switch {
		case e.PerSecond && e.Untitled:
			rate = gptl8.Untitled
		case e.PerSecond:
			rate = gptl8.Titled
		}
		columns = append(columns, gptl8.Event(text.Clean(e.Title, 0), k, e.Per != nil, rate))
	}
	return columns
}

// first returns the timer that shares refer to, or nil if there is none.
func (t *timingWriter) first() *rows.Record {
	if len(t.Tables[0].Records) == 0 {
		return nil
	}
	return &t.Tables[0].Records[0]
}

// values computes what the columns show.
func (t *timingWriter) Values(row *layout.Row, of *rows.Timer) {
	n := float64(of.Calls)
	*row = layout.Row{Measure: of.Measure, Self: n * t.parts.self(), Parent: n * t.parts.parent(),
		Counts: row.Counts[:0], Rates: row.Rates[:0]}
	if t.o.CPU != nil {
		row.User = sum(of.Uses, false, func(n, track int) float64 { u, _ := t.o.CPU(n, track); return u })
		row.System = sum(of.Uses, false, func(n, track int) float64 { _, s := t.o.CPU(n, track); return s })
		row.Both = gptl8.Quantity(row.User + row.System)
	}
	if first := t.first(); t.o.Percent && first != nil && first.Total > 0 {
		row.Share = float64(max(of.Total, 0)) * 100 / float64(first.Total)
	}
	if t.o.Bytes != nil && of.Calls > 0 {
		row.Bytes = layout.OrNothing(sum(of.Uses, true, t.o.Bytes) / n)
	}
	for _, e := range t.o.Events {
		count, rate := counted(of.Uses, e.Count), 0.0
		if of.Total > 0 {
			rate = max(layout.Number(count/layout.Seconds(of.Total)/1e6), -9999) // of GPTL's mark, in the column
		}
		if e.Per != nil && count != gptl8.BadCount {
			count = gptl8.Quantity(count / sum(of.Uses, false, e.Per))
		}
		row.Counts, row.Rates = append(row.Counts, count), append(row.Rates, rate)
	}
}

// counted is sum, of what is known.
func counted(of []rows.Use, f func(node, track int) float64) float64 {
	known := false
	v := sum(of, false, func(node, track int) float64 {
		n := f(node, track)
		known = known || !math.IsNaN(n)
		return n
	})
	if !known {
		return gptl8.BadCount
	}
	return v
}

// sum adds up f over a row's nodes. Times and counters of a call made within another of the same timer are
// already in that one's.
func sum(of []rows.Use, inner bool, f func(node, track int) float64) float64 {
	var v float64
	for _, u := range of {
		if inner || !u.Inner {
			v += gptl8.Quantity(f(u.Node, u.Track))
		}
	}
	return gptl8.Quantity(v)
}

func (t *timingWriter) Width(tb *rows.Table) int {
	width := len(rows.RootName) - t.flag
	for i := range tb.Rows {
		width = max(width, len(t.Safe.Of(tb.Rows[i].Name))+2*tb.Rows[i].Indent())
	}
	return t.flag + width
}

func (t *timingWriter) Begin(b []byte, r *rows.Row) []byte {
	flag := "  "
	switch {
	case r.Running > 0:
		flag = "! "
	case r.Several:
		flag = "* "
	}
	return append(text.Indent(append(b, flag[:t.flag]...), r), t.Safe.Of(r.Name)...)
}

func (t *timingWriter) Name(safe string) string { return safe }

func (t *timingWriter) Ended(_ *rows.Table, sum string) {
	if !t.o.NoOverhead && !t.o.NoWall {
		t.WriteByte('\n')
	}
	t.WriteString(sum)
}

// longNames lists the whole of every name that was shortened.
func (t *timingWriter) longNames() {
	for k := range t.Tables {
		fmt.Fprintf(t, "thread %d long name translations (empty when no auto-instrumentation):\n", t.Tables[k].Track)
		listed := map[string]bool{}
		for i := range t.Tables[k].Rows {
			name := t.Tables[k].Rows[i].Name
			if safe, long := t.Safe.Of(name), t.long.Of(name); len(safe) < len(long) && !listed[name] {
				listed[name] = true
				fmt.Fprintf(t, "%s = %s\n", safe, long)
			}
		}
	}
}
