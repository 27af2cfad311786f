package upstream

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
	"github.com/go-hpc/timers/stats"
)

// TimingSummaryOptions change what WriteTimingSummary writes.
type TimingSummaryOptions struct {
	// PathNames writes a Summary per call path: each row's name is the path, with ":" between the
	// names.
	PathNames bool

	// MaxName is how many bytes of a name are kept: 0 means DefaultMaxName, a negative number all.
	MaxName int

	// Threads is how many threads rank 0 had; 0 means 1. A Summary does not hold it.
	Threads int

	// Events are hardware counters, a pair of columns for each.
	Events []SummaryEvent

	// CallErrors reports that timers were misused; if nil, the Summary's warnings decide.
	CallErrors *bool

	// Version follows "GPTL version info: "; if empty, it is that of the upstream GPTL with this layout.
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
// timing.summary. s must be the Summary of Profiles made by [gptlcompat.ByName], or the error is
// ErrPerPath; with TimingSummaryOptions.PathNames it may be any Summary.
//
// Times are in seconds. The columns are: calls of all ranks and threads, ranks, mean and sample
// standard deviation over the ranks that ran the timer, of the time of each rank's slowest thread, and
// the largest and smallest time of any one thread with its rank, and with its thread when any rank had
// several. A running timer has none of them, but "timer is currently ON for N threads": N is the number
// of ranks on which it runs, since a Summary does not have their threads, which GPTL counts. For names
// see [WriteTiming].
func WriteTimingSummary(w io.Writer, s *stats.Summary, o TimingSummaryOptions) error {
	names, err := rows.Names(s, o.PathNames)
	if err != nil {
		return fmt.Errorf("timing summary: %w", err)
	}
	safe := safeNames(names, text.Kept(o.MaxName, o.PathNames))
	width := max(safe.Widest(names), len("name"))
	threaded := threaded(s, o)
	wrong := s.Warned > 0
	if o.CallErrors != nil {
		wrong = *o.CallErrors
	}
	var b bytes.Buffer
	writeVersion(&b, o.Version, text.ScaledRegions(s), wrong)
	fmt.Fprintf(&b, summaryNotes, s.Size, max(o.Threads, 1))
	b.WriteString(text.Fill("name", width) + gptl8.SummaryTitle(threaded))
	for i := range o.Events {
		title := gptl8.EventTitle(text.Clean(o.Events[i].Title, 0))
		fmt.Fprintf(&b, "%smax (rank  thread)%smin (rank  thread)", title, title)
	}
	b.WriteByte('\n')
	rows := summaryRows{Buffer: &b, columns: gptl8.Summary(threaded), events: o.Events}
	for i := range s.Regions {
		name := safe.Of(names[i])
		b.WriteString(name)
		text.Blanks(&b, width-len(name))
		rows.write(i, &s.Regions[i])
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("timing summary: %w", err)
	}
	return nil
}

// threaded reports whether any rank had several threads.
func threaded(s *stats.Summary, o TimingSummaryOptions) bool {
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Tracks > r.Completed || r.TrackMax.Track > 0 || r.TrackMin.Track > 0 {
			return true
		}
	}
	return o.Threads > 1
}

const summaryNotes = string(gptl8.Ranks+gptl8.Threads) + `'N' used for mean, std. dev. calcs.: 'ncalls'/'nthreads'
'ncalls': number of times the region was invoked across tasks and threads.
'nranks': number of ranks which invoked the region.
mean, std. dev: computed using per-rank max time across all threads on each rank
wallmax and wallmin: max, min time across tasks and threads.

`

// summaryRows writes the rows of regions, after their names.
type summaryRows struct {
	*bytes.Buffer
	columns []layout.Cell[layout.Region]
	events  []SummaryEvent
	row     layout.Region
}

func (w *summaryRows) write(i int, r *stats.Region) {
	if r.Running > 0 {
		fmt.Fprintf(w, string(gptl8.NotPrinted), r.Running)
		return
	}
	text.Completed(&w.row, r)
	w.row.Calls, w.row.Mean, w.row.Deviation = r.Calls, layout.Nanoseconds(r.MeanOverRanks()), layout.Nanoseconds(r.StdDev())
	b := layout.Append(w.AvailableBuffer(), w.columns, &w.row)
	for k := range w.events {
		largest, smallest := w.events[k].Extremes(i)
		for _, e := range []EventExtreme{largest, smallest} {
			if e.Value != gptl8.BadCount {
				e.Value = gptl8.Quantity(e.Value)
			}
			b = gptl8.AppendScientific(b, e.Value, 8)
			b = fmt.Appendf(b, "    (%6d %5d)", max(e.Rank, 0), max(e.Thread, 0))
		}
	}
	w.Write(append(b, '\n'))
}
