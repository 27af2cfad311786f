package gptlcompat

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// RankOptions change what WriteRank writes. The zero value is what PACE expects.
type RankOptions struct {
	// World is the rank in MPI_COMM_WORLD, where that differs from the Profile's; nil: it does not.
	World *int

	// MaxName is how many bytes of a name are kept: 0 stands for DefaultMaxName, a negative number
	// for all.
	MaxName int

	// Overhead is what the timers were measured to cost; nil leaves its lines out.
	Overhead *Overhead

	// Memory is what the timers of each thread occupy; nil leaves its lines out.
	Memory []Memory

	// ID is the text of the $Id line; empty for our own.
	ID string
}

// Overhead is the measured cost of the timers of a rank, in seconds.
type Overhead struct {
	Total    float64 // over the whole run, in the banner
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
// threads' times of a timer below each other.
//
// Times are in seconds. The columns are: on (y or -), calls, recursive calls of these, the time of
// all calls, the longest and the shortest call, and what timing them cost. A row stands below the
// innermost row above it whose timer ran on the same thread. For names see [WriteGlobal].
func WriteRank(w io.Writer, p *stats.Profile, o RankOptions) error {
	names := make([]string, len(p.Nodes))
	for i := range p.Nodes {
		names[i] = p.Nodes[i].Name
	}
	r := rankWriter{p: p, o: o, safe: safeNames(names, o.MaxName), pair: pairCost(p)}
	r.banner()
	r.preamble()
	r.sections(tables(p))
	r.memory()
	if _, err := w.Write(r.Bytes()); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	return nil
}

// rankWriter is the file of a rank while it is being written.
type rankWriter struct {
	bytes.Buffer
	p    *stats.Profile
	o    RankOptions
	safe map[string]string
	pair float64 // seconds that timing one call costs
}

// pairCost returns the cost of a start and a stop in seconds, 0 when it is not known.
func pairCost(p *stats.Profile) float64 {
	if c := p.Clock.PairCost; c > 0 && c < 1e9 {
		return c / 1e9
	}
	return 0
}

// banner writes what E3SM's Fortran layer puts above GPTL's own output.
func (r *rankWriter) banner() {
	world := r.p.Rank
	if r.o.World != nil {
		world = *r.o.World
	}
	fmt.Fprintf(r, "\n************ PROCESS %6d (%6d) ************\n", r.p.Rank, world)
	if r.o.Overhead != nil {
		fmt.Fprintf(r, "** TIMING OVERHEAD %s SECONDS *\n", fortranE(r.o.Overhead.Total))
	}
	r.WriteByte('\n')
}

// preamble writes what stands above the tables. Readers skip it, as long as no line begins like a
// table.
func (r *rankWriter) preamble() {
	writeID(&r.Buffer, r.o.ID, "statistics of one rank")
	fmt.Fprintf(r, "Underlying timing routine was %s.\n", clean(cmp.Or(r.p.Clock.Name, "unknown"), 0))
	fmt.Fprintf(r, "Per-call utr overhead est: %.6g sec.\n", r.pair/2)
	r.WriteString("UTR Overhead is the measured cost of timing the calls; about half of it is within the\n" +
		"wallclock of each timer.\n" +
		"Print method was call_path: a timer that ran below several parents has a row below each,\n" +
		"with the values of the calls made there.\n")
}

// sections writes the tables of all threads.
func (r *rankWriter) sections(tables []table) {
	r.WriteByte('\n')
	spent := make([]float64, len(tables))
	for k := range tables {
		if k > 0 {
			r.WriteByte('\n')
		}
		spent[k] = r.section(&tables[k])
	}
	if len(tables) > 1 {
		r.sorted(tables, spent)
	}
}

// section writes the table of one thread and returns what timing its calls cost.
func (r *rankWriter) section(t *table) float64 {
	width, depth := 0, 1
	var calls uint64
	for _, row := range t.rows {
		width = max(width, len(r.safe[row.name]))
		depth = max(depth, row.depth+1)
		calls += row.m.Calls
	}
	fmt.Fprintf(r, "Stats for thread %d:\n", t.track)
	blanks(&r.Buffer, 2*(depth+1)+width+2)
	r.WriteString(columns)
	for _, row := range t.rows {
		blanks(&r.Buffer, 2+2*row.depth)
		writeName(&r.Buffer, r.safe[row.name], width+2+2*(depth-row.depth))
		r.values(row.m)
	}
	spent := float64(calls) * r.pair
	fmt.Fprintf(r, "\nOverhead sum = %9.3g wallclock seconds\n", spent)
	if o := r.o.Overhead; o != nil && t.track == 0 {
		fmt.Fprintf(r, "Overhead estimate = %9.3g wallclock seconds\n", number(o.Estimate))
		fmt.Fprintf(r, "Overhead bound = %9.3g wallclock seconds\n", number(o.Bound))
	}
	if calls < 1e6 {
		fmt.Fprintf(r, "Total calls  = %d\n", calls)
	} else {
		fmt.Fprintf(r, "Total calls  = %9.3e\n", float32(calls))
	}
	return spent
}

const columns = " On  Called Recurse   Wallclock          max          min     UTR Overhead \n"

// values writes the columns behind a name.
func (r *rankWriter) values(m stats.Measure) {
	if m.Running > 0 {
		r.WriteString("  y")
	} else {
		r.WriteString("  -")
	}
	switch few := m.Calls < 1e6; {
	case few && m.Recursion == 0:
		fmt.Fprintf(r, "%8d    -   ", m.Calls)
	case few:
		fmt.Fprintf(r, "%8d %6d ", m.Calls, m.Recursion)
	case m.Recursion == 0:
		fmt.Fprintf(r, "%8.1e    -   ", float32(m.Calls))
	default:
		fmt.Fprintf(r, "%8.1e %6.0e ", float32(m.Calls), float32(m.Recursion))
	}
	fmt.Fprintf(r, "%12.6f %12.6f %12.6f %16.6f \n", float32(seconds(m.Total)),
		float32(seconds(m.Max)), float32(seconds(m.Min)), float64(m.Calls)*r.pair)
}

// memory writes what the timers occupy.
func (r *rankWriter) memory() {
	if r.o.Memory == nil {
		return
	}
	var total int64
	for t, m := range r.o.Memory {
		sum := m.Hash + m.Regions + m.Links
		total += sum
		fmt.Fprintf(r, "\nThread %d total memory usage = %.6g KB\n", t, kilo(sum))
		fmt.Fprintf(r, "  Hashmem                   = %.6g KB\n", kilo(m.Hash))
		fmt.Fprintf(r, "  Regionmem                 = %.6g KB (papimem portion = 0 KB)\n", kilo(m.Regions))
		fmt.Fprintf(r, "  Parent/child arrays       = %.6g KB\n", kilo(m.Links))
	}
	fmt.Fprintf(r, "\nTotal memory usage all threads = %.6g KB\n", kilo(total))
}

func kilo(bytes int64) float64 { return float64(bytes) / 1000 }
