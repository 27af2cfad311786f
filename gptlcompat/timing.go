package gptlcompat

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// TimingOptions change what WriteTiming writes. The zero value gives GPTL's default columns.
//
// Columns that a Profile has no numbers for come from functions of a node (an index in
// Profile.Nodes) and a track; what they return is added up over the nodes of a row.
type TimingOptions struct {
	// Method is how timers below several parents are shown. GPTL's default is MostFrequent.
	Method PrintMethod

	// MaxName is how many bytes of a name are kept: 0 stands for DefaultMaxName, a negative number
	// for all. The whole of a shortened name stands in the file's list of long names.
	MaxName int

	// ImperfectNesting writes one record per name in the order of their creation, without any
	// indentation, and says that the timers were not nested.
	ImperfectNesting bool

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

	// Components is where the cost of the timers lies; nil counts all of it, as the Profile's clock
	// knows it, as the cost of reading the clock.
	Components *Components

	// ProcessSize is in MB; nil leaves its line out.
	ProcessSize *ProcessSize

	// Memory is what the timers of all threads occupy; nil leaves its lines out.
	Memory *TimingMemory

	// Autoprofiling is by what functions were instrumented ("backtrace"); empty for not at all.
	Autoprofiling string

	// ClockSource is where the clock's rate is known from; empty leaves out the rate.
	ClockSource string

	// CallErrors says that timers were used wrongly; if nil, the Profile's warnings do.
	CallErrors *bool

	// Version is what stands behind "GPTL version info: "; empty for that of upstream's GPTL whose
	// layout this is.
	Version string
}

// Event is a hardware counter, or a quotient of two.
type Event struct {
	Title string // the first 8 bytes are shown

	Count func(node, track int) float64
	Per   func(node, track int) float64 // what Count is divided by; nil: nothing

	// PerSecond adds a column of millions per second.
	PerSecond bool
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

// total is the cost of one start or stop.
func (c *Components) total() float64 {
	return c.Fortran + c.Thread + c.Hash + c.Entry + c.Clock + c.Misc
}

// self is the part of a pair's cost that is within the timer's own time.
func (c *Components) self() float64 { return c.Fortran + c.Clock }

// parent is the part of a pair's cost that is within the parent's time.
func (c *Components) parent() float64 {
	return c.Fortran + 2*(c.Thread+c.Hash+c.Entry) + c.Clock + c.Misc
}

// ProcessSize is the memory of the process in MB.
type ProcessSize struct{ Size, Resident float64 }

// TimingMemory is what the timers of all threads occupy, in bytes.
type TimingMemory struct{ Hash, Regions, Links, Stacks int64 }

// TimingName returns the name of a process's file, timing.000012.
func TimingName(id int) string { return fmt.Sprintf("timing.%06d", id) }

// TimingSummaryName is the name of the file of all processes.
const TimingSummaryName = "timing.summary"

// upstreamVersion is the version of GPTL whose layout is written.
const upstreamVersion = "8.1.1"

// WriteTiming writes the file of one process in the layout of upstream's GPTL 8, its timing.NNNNNN.
// It holds what [WriteRank]'s does. E3SM's tools read only the other.
//
// Times are in seconds, at 0.01 and above with three decimals, below with three digits. A name has no
// quotes around it, so that blanks at its ends become "_"; for the rest of its bytes see
// [WriteGlobal]. Every row is as long as its title.
//
// The error is ErrTooLarge for a FullTree of more than a million rows, or w's.
func WriteTiming(w io.Writer, p *stats.Profile, o TimingOptions) error {
	t := timingWriter{p: p, o: o}
	var err error
	if t.tables, err = tablesOf(p, o.Method); err != nil {
		return fmt.Errorf("timing of process %d: %w", p.Rank, err)
	}
	if o.ImperfectNesting {
		for k := range t.tables {
			t.tables[k].flatten()
		}
	}
	t.costs()
	names := rowNamesOf(t.tables)
	t.long, t.safe = bareNames(names, -1), bareNames(names, o.MaxName)
	t.columns = t.choose()
	t.head()
	t.overhead()
	t.preamble()
	t.sections()
	t.longNames()
	if !o.NoParents && !o.ImperfectNesting && o.Method.byName() {
		for k := range t.tables {
			writeParents(&t.Buffer, &t.tables[k], t.safe, k == 0 && !o.NoPreamble, 0)
		}
	}
	t.foot()
	if _, err := w.Write(t.Bytes()); err != nil {
		return fmt.Errorf("timing of process %d: %w", p.Rank, err)
	}
	return nil
}

// timingWriter is the file of a process while it is being written.
type timingWriter struct {
	bytes.Buffer
	p       *stats.Profile
	o       TimingOptions
	tables  []table
	cost    Components
	safe    map[string]string
	long    map[string]string // safe names that were not shortened
	columns []column
}

// flatten makes a row of each record, in their order.
func (t *table) flatten() {
	t.rows = t.rows[:0]
	for i := range t.records {
		t.rows = append(t.rows, row{name: t.records[i].name, parent: -1, m: t.records[i].m, uses: t.records[i].uses})
	}
}

// costs sees to it that the components are numbers.
func (t *timingWriter) costs() {
	if t.o.Components == nil {
		t.cost = Components{Clock: pairCost(t.p) / 2}
		return
	}
	t.cost = *t.o.Components
	for _, v := range []*float64{&t.cost.Fortran, &t.cost.Thread, &t.cost.Hash, &t.cost.Entry,
		&t.cost.Clock, &t.cost.Misc, &t.cost.Instrumented, &t.cost.Autoprofile} {
		*v = min(quantity(*v), 1e6) // so that no product with a count is infinite
	}
}

// sections writes the tables of all threads.
func (t *timingWriter) sections() {
	spent := make([]float64, len(t.tables))
	for k := range t.tables {
		if k > 0 {
			t.WriteByte('\n')
		}
		spent[k] = t.section(&t.tables[k])
	}
	if len(t.tables) > 1 && !t.o.NoThreadSort {
		t.sorted(spent)
	}
}

// section writes the table of one thread and returns what timing its calls cost.
func (t *timingWriter) section(tb *table) float64 {
	fmt.Fprintf(t, "Stats for thread %d:\n", tb.track)
	flag, width := 2, len(rootName)-2
	if t.o.ImperfectNesting {
		flag, width = 0, 0
	}
	for i := range tb.rows {
		width = max(width, len(t.safe[tb.rows[i].name])+2*tb.rows[i].indent())
	}
	blanks(&t.Buffer, flag)
	t.titles(width)
	for i := range tb.rows {
		r := &tb.rows[i]
		if flag > 0 {
			t.flag(r)
		}
		blanks(&t.Buffer, 2*r.indent())
		name := t.safe[r.name]
		t.WriteString(fill(name, width-2*r.indent()))
		t.values(&r.m, []tracked{{tb.track, r.uses}})
	}
	if !t.o.NoOverhead {
		t.WriteByte('\n')
	}
	calls := tb.calls()
	spent := float64(calls) * (t.cost.self() + t.cost.parent())
	fmt.Fprintf(t, "Overhead sum = %9.3g wallclock seconds\n", spent)
	writeTotalCalls(&t.Buffer, calls)
	return spent
}

// flag writes the two bytes before a row.
func (t *timingWriter) flag(r *row) {
	switch {
	case r.m.Running > 0:
		t.WriteString("! ")
	case r.several:
		t.WriteString("* ")
	default:
		t.WriteString("  ")
	}
}

// sorted writes, for every timer that thread 0 shares with another thread, the threads' times below
// each other and their sum.
func (t *timingWriter) sorted(spent []float64) {
	t.WriteString("\nSame stats sorted by timer for threaded regions:\nThd ")
	timers := sharedTimers(t.tables)
	width := 0
	for i := range timers {
		width = max(width, len(t.safe[timers[i].name]))
	}
	t.titles(width)
	for i := range timers {
		s := &timers[i]
		var all []tracked
		for k := range s.tracks {
			fmt.Fprintf(t, "%03d %s", s.tracks[k], fill(t.safe[s.name], width))
			of := tracked{s.tracks[k], s.uses[k]}
			t.values(&s.ms[k], []tracked{of})
			all = append(all, of)
		}
		t.WriteString("SUM " + fill(t.safe[s.name], width))
		t.values(&s.sum, all)
		t.WriteByte('\n')
	}
	if !t.o.NoOverhead {
		writeThreadOverhead(&t.Buffer, t.tables, spent)
	}
}

// longNames lists the whole of every name that was shortened.
func (t *timingWriter) longNames() {
	for k := range t.tables {
		fmt.Fprintf(t, "thread %d long name translations (empty when no auto-instrumentation):\n", t.tables[k].track)
		listed := map[string]bool{}
		for i := range t.tables[k].rows {
			name := t.tables[k].rows[i].name
			if len(t.safe[name]) < len(t.long[name]) && !listed[name] {
				listed[name] = true
				fmt.Fprintf(t, "%s = %s\n", t.safe[name], t.long[name])
			}
		}
	}
}

// threading is what the file says GPTL was built with.
func (t *timingWriter) threading() string {
	if len(t.tables) > 1 {
		return "with UNDERLYING_PTHREADS"
	}
	return "without threading"
}

// clock is the name of the clock.
func (t *timingWriter) clock() string { return clean(cmp.Or(t.p.Clock.Name, "unknown"), 0) }
