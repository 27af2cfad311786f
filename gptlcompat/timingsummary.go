package gptlcompat

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// TimingSummaryOptions change what WriteTimingSummary writes.
type TimingSummaryOptions struct {
	// PathNames writes a Summary per call path: each row's name is the path, with ":" between the
	// names.
	PathNames bool

	// MaxName is how many bytes of a name are kept: 0 stands for DefaultMaxName, a negative number
	// for all.
	MaxName int

	// Threads is how many threads rank 0 had; 0 stands for 1. A Summary does not know.
	Threads int

	// Events are hardware counters, a pair of columns for each.
	Events []SummaryEvent

	// CallErrors says that timers were used wrongly; if nil, the Summary's warnings do.
	CallErrors *bool

	// Version is what stands behind "GPTL version info: "; empty for that of upstream's GPTL whose
	// layout this is.
	Version string
}

// SummaryEvent is a hardware counter of all ranks.
type SummaryEvent struct {
	Title string // the first 8 bytes are shown

	// Extremes returns the largest and the smallest count of a region (an index in Summary.Regions)
	// on any one thread.
	Extremes func(region int) (largest, smallest EventExtreme)
}

// EventExtreme is a count and where it was found.
type EventExtreme struct {
	Value        float64
	Rank, Thread int
}

// WriteTimingSummary writes the file of all processes in the layout of upstream's GPTL 8, its
// timing.summary. s must be the Summary of Profiles made by [ByName], else the error is ErrPerPath;
// with TimingSummaryOptions.PathNames it may be any.
//
// Times are in seconds. The columns are: calls of all ranks and threads, ranks, mean and sample
// standard deviation over the ranks that ran the timer, of the time of each rank's slowest thread,
// and the largest and smallest time of any one thread with its rank, and with its thread when any
// rank had several. A timer that is running has none of them. For names see [WriteTiming].
func WriteTimingSummary(w io.Writer, s *stats.Summary, o TimingSummaryOptions) error {
	names, err := rowNames(s, GlobalOptions{PathNames: o.PathNames})
	if err != nil {
		return fmt.Errorf("timing summary: %w", err)
	}
	safe := bareNames(names, o.MaxName)
	t := summaryWriter{s: s, o: o, width: max(widest(safe), len("name")), threaded: threaded(s, o)}
	t.head()
	for i := range s.Regions {
		t.row(i, safe[names[i]])
	}
	if _, err := w.Write(t.Bytes()); err != nil {
		return fmt.Errorf("timing summary: %w", err)
	}
	return nil
}

// summaryWriter is the file of all processes while it is being written.
type summaryWriter struct {
	bytes.Buffer
	s        *stats.Summary
	o        TimingSummaryOptions
	width    int
	threaded bool
}

// threaded reports whether any rank had several threads.
func threaded(s *stats.Summary, o TimingSummaryOptions) bool {
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Threads > r.Completed || r.ThreadMax.Thread > 0 || r.ThreadMin.Thread > 0 {
			return true
		}
	}
	return o.Threads > 1
}

const summaryNotes = `Total ranks in communicator=%d
nthreads on rank 0=%d
'N' used for mean, std. dev. calcs.: 'ncalls'/'nthreads'
'ncalls': number of times the region was invoked across tasks and threads.
'nranks': number of ranks which invoked the region.
mean, std. dev: computed using per-rank max time across all threads on each rank
wallmax and wallmin: max, min time across tasks and threads.

`

// head writes everything above the rows.
func (t *summaryWriter) head() {
	wrong := t.s.Warned > 0
	if t.o.CallErrors != nil {
		wrong = *t.o.CallErrors
	}
	writeVersion(&t.Buffer, t.o.Version, wrong)
	fmt.Fprintf(t, summaryNotes, t.s.Size, max(t.o.Threads, 1))
	place := "(rank  )"
	if t.threaded {
		place = "(rank  thread)"
	}
	t.WriteString(fill("name", t.width) + "   ncalls nranks mean_time   std_dev   wallmax " + place + "   wallmin " + place)
	for i := range t.o.Events {
		title := short(oneWord(clean(t.o.Events[i].Title, 0)), 8)
		fmt.Fprintf(t, " %smax (rank  thread) %smin (rank  thread)", title, title)
	}
	t.WriteByte('\n')
}

// row writes the row of one region.
func (t *summaryWriter) row(i int, name string) {
	r := &t.s.Regions[i]
	t.WriteString(fill(name, t.width))
	if r.Running > 0 {
		fmt.Fprintf(t, " NOT PRINTED: timer is currently ON for %d threads\n", r.Running)
		return
	}
	t.WriteByte(' ')
	t.WriteString(callCount(r.Calls))
	fmt.Fprintf(t, " %6d %9.3f %9.3f", r.Completed, r.MeanOverRanks()/1e9, r.StdDev()/1e9)
	t.extreme(r.ThreadMax, r.Completed)
	t.extreme(r.ThreadMin, r.Completed)
	for k := range t.o.Events {
		largest, smallest := t.o.Events[k].Extremes(i)
		for _, e := range []EventExtreme{largest, smallest} {
			fmt.Fprintf(t, "%s    (%6d %5d)", scientific(quantity(e.Value), 8), max(e.Rank, 0), max(e.Thread, 0))
		}
	}
	t.WriteByte('\n')
}

// extreme writes the time of one thread, and where.
func (t *summaryWriter) extreme(e stats.Extreme, ranks int) {
	if ranks == 0 {
		e = stats.Extreme{}
	}
	fmt.Fprintf(t, " %9.3f (%6d", seconds(e.Value), max(e.Rank, 0))
	if t.threaded {
		fmt.Fprintf(t, " %5d", e.Thread)
	}
	t.WriteByte(')')
}
