package gptlcompat

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
	"github.com/go-hpc/timers/stats"
)

// RankOptions change what WriteRank writes. The zero value is what PACE expects.
type RankOptions struct {
	Build

	// Method sets how timers below several parents are shown.
	Method PrintMethod

	// NoQuotes writes names without quotes, as the fork does by itself; PACE wants them.
	NoQuotes bool

	// World is the rank in MPI_COMM_WORLD, if it differs from the Profile's rank; nil: it does not.
	World *int

	// MaxName is the number of bytes kept of a name: 0 means DefaultMaxName, a negative number all.
	MaxName int

	// Overhead is the measured cost of the timers; nil leaves its lines out.
	Overhead *Overhead

	// Memory is the memory of each thread's timers; nil leaves its lines out.
	Memory []Memory

	// NoBanner leaves out the lines of E3SM's Fortran layer above GPTL's own, as Pacer does.
	NoBanner bool

	// NoPreamble leaves out the explanations above the tables.
	NoPreamble bool

	// ID is the text of the $Id line; if empty, E3SM's GPTL's.
	ID string
}

// Overhead is the measured cost of the timers of a rank, in seconds.
type Overhead struct {
	Total    float64 // over the whole run, in the banner
	AtInit   float64 // of one clock reading, when the timers were initialised
	Estimate float64 // as found by timing the timers
	Bound    float64 // its upper bound
}

// Memory is the memory of one thread's timers, in bytes.
type Memory struct {
	Hash    int64 // to find timers by name
	Regions int64 // records
	Links   int64 // between parents and children
}

// WriteRank writes the file of one rank: E3SM's <prefix>.<rank>. It has a section for each thread
// (track) that ran a timer, and always one for thread 0. With several threads, another section lists
// the threads' times of a timer below each other; with one record per name, another lists how often
// each parent of a timer called it.
//
// Times are in seconds. The columns are: on (y or -), calls, recursive calls of these, the time of all
// calls, the longest and the shortest call, and the cost of timing them. A row is indented below the
// innermost row above it whose timer ran on the same thread; below 128 levels, more than GPTL can have,
// rows are not indented further. For names see [WriteGlobal].
//
// The error is ErrTooLarge for a FullTree of more than a million rows, or w's.
func WriteRank(w io.Writer, p *stats.Profile, o RankOptions) error {
	r := rankWriter{p: p, o: o}
	var err error
	if r.Tables, err = rows.Of(p, rows.Method(o.Method), o.Idle, len(o.ThreadIDs)); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	r.Safe, r.Cost = text.SafeNames(rows.NamesOf(r.Tables), text.Kept(o.MaxName, o.Method == PathNames)), layout.PairCost(p)
	r.Columns, r.Idle = []layout.Column{layout.Rank}, layout.Idle
	r.Style = &r
	r.banner()
	r.preamble()
	r.Sections(layout.Sorted + " (for timers active on thread 0):\n")
	if len(r.Tables) > 1 {
		r.Overheads()
	}
	if rows.PerName(rows.Method(o.Method)) {
		r.Parents(true, 32)
	}
	r.HashTable(o.HashTable)
	r.memory()
	id, threaded := layout.ThreadID, strings.HasSuffix(o.Threading, "OMP")
	if threaded {
		id = layout.OpenMPID
	}
	if threaded || len(r.Tables) > 1 {
		r.WriteString("\nThread mapping:")
	}
	r.WriteByte('\n')
	r.ThreadIDs(id, o.ThreadIDs)
	if _, err := w.Write(r.Bytes()); err != nil {
		return fmt.Errorf("statistics of rank %d: %w", p.Rank, err)
	}
	return nil
}

// rankWriter is the file of a rank while it is being written.
type rankWriter struct {
	text.Threads
	p *stats.Profile
	o RankOptions
}

// banner writes what E3SM's Fortran layer puts above GPTL's own output.
func (r *rankWriter) banner() {
	if r.o.NoBanner {
		return
	}
	world := r.p.Rank
	if r.o.World != nil {
		world = *r.o.World
	}
	fmt.Fprintf(r, "\n"+string(layout.Process), r.p.Rank, world)
	if r.o.Overhead != nil {
		fmt.Fprintf(r, string(layout.Overhead), fortranE(r.o.Overhead.Total))
	}
	r.WriteByte('\n')
}

// preamble writes what precedes the tables: fixed text of the format, except for the clock's name, the cost
// of a reading, and the print method.
func (r *rankWriter) preamble() {
	writeID(&r.Buffer, r.o.ID, text.ScaledRows(r.p, r.Tables))
	fmt.Fprintf(r, string(layout.Built), r.Built(r.o.Threading, "with THREADED_PTHREADS"))
	fmt.Fprintf(r, "HAVE_MPI was %t\n", !r.o.NoMPI)
	if !r.o.NoMPI {
		r.WriteString("  HAVE_COMM_F2C was true\n  ENABLE_PMPI was false\n")
	}
	r.WriteString("HAVE_PAPI was false\n")
	fmt.Fprintf(r, string(layout.Routine), text.Clean(layout.ClockTitle(r.p.Clock.Name), 0))
	if r.o.Overhead != nil {
		fmt.Fprintf(r, string(layout.AtInit), text.General(layout.Number(r.o.Overhead.AtInit)))
		fmt.Fprintf(r, string(layout.AtEnd), text.General(r.Cost/2))
	} else {
		fmt.Fprintf(r, string(layout.PerCall), text.General(r.Cost/2))
	}
	if !r.o.NoPreamble {
		fmt.Fprintf(r, rankNotes, r.o.Method)
	}
	r.WriteByte('\n')
}

// rankNotes is the explanation that E3SM's files hold, word for word.
const rankNotes = `If overhead stats are printed, roughly half the estimated number is
embedded in the wallclock stats for each timer.
` + string(layout.Method) + `If a '%%_of' field is present, it is w.r.t. the first timer for thread 0.
If a 'e6_per_sec' field is present, it is in millions of PAPI counts per sec.

A '*' in column 1 below means the timer had multiple parents, though the
values printed are for all calls.
Further down the listing may be more detailed information about multiple
parents. Look for 'Multiple parent info'
`

func (r *rankWriter) Width(t *rows.Table) int {
	width, depth := 0, 1
	for i := range t.Rows {
		width = max(width, len(r.Safe.Of(t.Rows[i].Name)))
		depth = max(depth, t.Rows[i].Indent()+1)
	}
	return 2*(depth+1) + width + len(r.Name(""))
}

func (r *rankWriter) Begin(b []byte, row *rows.Row) []byte {
	flag := "  "
	if row.Several {
		flag = "* "
	}
	return appendQuoted(text.Indent(append(b, flag...), row), r.Safe.Of(row.Name), r.o.NoQuotes)
}

func (r *rankWriter) Name(safe string) string { return quoted(safe, r.o.NoQuotes) }

func (r *rankWriter) Values(to *layout.Row, t *rows.Timer) {
	to.Measure, to.Cost = t.Measure, float64(t.Calls)*r.Cost
}

func (r *rankWriter) Ended(t *rows.Table, sum string) {
	r.WriteString("\n" + sum)
	if o := r.o.Overhead; o != nil && t.Track == 0 {
		fmt.Fprintf(r, string(layout.Estimate), layout.Number(o.Estimate))
		fmt.Fprintf(r, string(layout.Bound), layout.Number(o.Bound))
	}
}

// memory writes the memory of the timers.
func (r *rankWriter) memory() {
	if r.o.Memory == nil {
		return
	}
	var total int64
	for t, m := range r.o.Memory {
		sum := m.Hash + m.Regions + m.Links
		total += sum
		fmt.Fprintf(r, "\n"+string(layout.Occupied+layout.Hash+layout.Regions+layout.Links),
			t, text.Kilo(sum), text.Kilo(m.Hash), text.Kilo(m.Regions), "0", text.Kilo(m.Links))
	}
	fmt.Fprintf(r, "\nTotal memory usage all threads = %s KB\n", text.Kilo(total))
}

// fortranE writes a number as Fortran's E20.10 does: 0.1435716999E+01.
func fortranE(v float64) string {
	v = layout.Number(v)
	digits := strconv.FormatFloat(math.Abs(v), 'e', 9, 64) // d.ddddddddde±dd
	exponent, _ := strconv.Atoi(digits[len("d.ddddddddde"):])
	sign := ""
	if v < 0 {
		sign = "-"
	}
	if v != 0 {
		exponent++
	}
	return fmt.Sprintf("%20s", fmt.Sprintf("%s0.%c%sE%+03d", sign, digits[0], digits[2:11], exponent))
}
