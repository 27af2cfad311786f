package gptlcompat

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// RankOptions change what WriteRank writes. The zero value is what PACE expects.
type RankOptions struct {
	// Method is how timers below several parents are shown. E3SM's is MostFrequent.
	Method PrintMethod

	// World is the rank in MPI_COMM_WORLD, where that differs from the Profile's; nil: it does not.
	World *int

	// MaxName is how many bytes of a name are kept: 0 stands for DefaultMaxName, a negative number
	// for all.
	MaxName int

	// Overhead is what the timers were measured to cost; nil leaves its lines out.
	Overhead *Overhead

	// Memory is what the timers of each thread occupy; nil leaves its lines out.
	Memory []Memory

	// NoBanner leaves out the lines of E3SM's Fortran layer above GPTL's own, as Pacer does.
	NoBanner bool

	// NoPreamble leaves out the explanations above the tables.
	NoPreamble bool

	// ID is the text of the $Id line; empty for that of E3SM's GPTL.
	ID string
}

// Overhead is the measured cost of the timers of a rank, in seconds.
type Overhead struct {
	Total    float64 // over the whole run, in the banner
	AtInit   float64 // of one clock reading, when the timers were initialised
	Estimate float64 // as found by timing the timers
	Bound    float64 // what it can have been at most
}

// Memory is what the timers of one thread occupy, in bytes.
type Memory struct {
	Hash    int64 // to find timers by name
	Regions int64 // records
	Links   int64 // between parents and children
}

// WriteRank writes the file of one rank: E3SM's <prefix>.<rank>. It has a section for each thread
// (track) that ran a timer, and always one for thread 0; with several threads, another that sets the
// threads' times of a timer below each other; and with one record per name, how often each parent
// of a timer called it.
//
// Times are in seconds. The columns are: on (y or -), calls, recursive calls of these, the time of
// all calls, the longest and the shortest call, and what timing them cost. A row stands below the
// innermost row above it whose timer ran on the same thread; below 128 levels, more than GPTL can have,
// rows are not indented further. For names see [WriteGlobal].
//
// The error is ErrTooLarge for a FullTree of more than a million rows, or w's.
func WriteRank(w io.Writer, p *stats.Profile, o RankOptions) error {
	r := rankWriter{p: p, o: o, pair: pairCost(p)}
	var err error
	if r.tables, err = tablesOf(p, o.Method); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	r.safe = safeNames(rowNamesOf(r.tables), o.MaxName)
	r.banner()
	r.preamble()
	r.sections()
	r.parents()
	r.memory()
	r.threadMapping()
	if _, err := w.Write(r.Bytes()); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	return nil
}

// rankWriter is the file of a rank while it is being written.
type rankWriter struct {
	bytes.Buffer
	p      *stats.Profile
	o      RankOptions
	tables []table
	safe   map[string]string
	pair   float64 // seconds that timing one call costs
}

// pairCost returns the cost of a start and a stop in seconds, 0 when it is not known.
func pairCost(p *stats.Profile) float64 {
	if c := p.Clock.PairCost; c > 0 && c < 1e9 {
		return c / 1e9
	}
	return 0
}

// sections writes the tables of all threads.
func (r *rankWriter) sections() {
	spent := make([]float64, len(r.tables))
	for k := range r.tables {
		if k > 0 {
			r.WriteByte('\n')
		}
		spent[k] = r.section(&r.tables[k])
	}
	if len(r.tables) > 1 {
		r.sorted(spent)
	}
}

// section writes the table of one thread and returns what timing its calls cost.
func (r *rankWriter) section(t *table) float64 {
	width, depth := 0, 1
	for _, row := range t.rows {
		width = max(width, len(r.safe[row.name]))
		depth = max(depth, row.indent()+1)
	}
	fmt.Fprintf(r, "Stats for thread %d:\n", t.track)
	blanks(&r.Buffer, 2*(depth+1)+width+2)
	r.WriteString(columns)
	for i := range t.rows {
		row := &t.rows[i]
		r.WriteString(map[bool]string{true: "* ", false: "  "}[row.several])
		blanks(&r.Buffer, 2*row.indent())
		writeName(&r.Buffer, r.safe[row.name], width+2+2*(depth-row.indent()))
		r.values(&row.m)
	}
	calls := t.calls()
	spent := float64(calls) * r.pair
	fmt.Fprintf(r, "\nOverhead sum = %9.3g wallclock seconds\n", spent)
	if o := r.o.Overhead; o != nil && t.track == 0 {
		fmt.Fprintf(r, "Overhead estimate = %9.3g wallclock seconds\n", number(o.Estimate))
		fmt.Fprintf(r, "Overhead bound = %9.3g wallclock seconds\n", number(o.Bound))
	}
	writeTotalCalls(&r.Buffer, calls)
	return spent
}

func writeTotalCalls(b *bytes.Buffer, calls uint64) {
	if calls < manyCalls {
		fmt.Fprintf(b, "Total calls  = %d\n", calls)
	} else {
		fmt.Fprintf(b, "Total calls  = %9.3e\n", float64(calls))
	}
}

// manyCalls is where counts stop being shown as integers.
const manyCalls = 1_000_000

const columns = " On  Called Recurse   Wallclock          max          min     UTR Overhead \n"

// values writes the columns behind a name.
func (r *rankWriter) values(m *stats.Measure) {
	if m.Running > 0 {
		r.WriteString("  y")
	} else {
		r.WriteString("  -")
	}
	switch few := m.Calls < manyCalls; {
	case few && m.Recursion == 0:
		fmt.Fprintf(r, "%8d    -   ", m.Calls)
	case few:
		fmt.Fprintf(r, "%8d %6d ", m.Calls, m.Recursion)
	case m.Recursion == 0:
		fmt.Fprintf(r, "%8.1e    -   ", float64(m.Calls))
	default:
		fmt.Fprintf(r, "%8.1e %6.0e ", float64(m.Calls), float64(m.Recursion))
	}
	fmt.Fprintf(r, "%12.6f %12.6f %12.6f %16.6f \n",
		seconds(m.Total), seconds(m.Max), seconds(m.Min), float64(m.Calls)*r.pair)
}

// sorted writes, for every timer that thread 0 shares with another thread, the threads' times below
// each other and their sum. It is by name, like GPTL's.
func (r *rankWriter) sorted(spent []float64) {
	r.WriteString("\nSame stats sorted by timer for threaded regions (for timers active on thread 0):\n")
	timers := sharedTimers(r.tables)
	width := 0
	for i := range timers {
		width = max(width, len(r.safe[timers[i].name]))
	}
	r.WriteString("Thd ")
	blanks(&r.Buffer, width+2)
	r.WriteString(columns)
	for i := range timers {
		s := &timers[i]
		for k := range s.tracks {
			fmt.Fprintf(r, "%03d ", s.tracks[k])
			writeName(&r.Buffer, r.safe[s.name], width+2)
			r.values(&s.ms[k])
		}
		r.WriteString("SUM ")
		writeName(&r.Buffer, r.safe[s.name], width+2)
		r.values(&s.sum)
		r.WriteByte('\n')
	}
	writeThreadOverhead(&r.Buffer, r.tables, spent)
}

// writeThreadOverhead writes what timing cost each thread.
func writeThreadOverhead(b *bytes.Buffer, tables []table, spent []float64) {
	var sum float64
	for k := range tables {
		fmt.Fprintf(b, "OVERHEAD.%03d (wallclock seconds) = %9.3g\n", tables[k].track, spent[k])
		sum += spent[k]
	}
	fmt.Fprintf(b, "OVERHEAD.SUM (wallclock seconds) = %9.3g\n", sum)
}
