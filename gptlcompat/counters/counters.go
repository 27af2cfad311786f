// Package counters makes columns from the regions' counters, for the files of upstream's GPTL.
package counters

import (
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Most is GPTL's maximum number of counters.
const Most = 3

// Of makes columns of the first three counters of p (Profile.Counters). Values are in steps of the counter.
// Largest readings are left out, since rows of several regions add up. A region's count appears on the first
// track that ran it, since it is not known by track. If a counter was not counted all the time, its title
// starts with "~": its values are estimates. A counter that was never counted has no column.
func Of(p *stats.Profile) []upstream.Event {
	var events []upstream.Event
	list := rows.Counts(p)
	for _, i := range list[:min(Most, len(list))] {
		title := p.Counters[i].Name
		if i < len(p.Counted) && p.Counted[i] < 1 {
			title = "~" + title
		}
		events = append(events, upstream.Event{Title: title, Count: countOf(p, i)})
	}
	return events
}

// OfRanks makes columns of the same counters for all ranks, for [upstream.WriteTimingSummary]: s is as there. GPTL has
// the extremes of single threads; these counts belong to a rank with all its threads, and appear on the first.
func OfRanks(s *stats.Summary) (events []upstream.SummaryEvent) {
	counts := rows.Counts(&stats.Profile{Counters: s.Counters, Counted: s.Counted})
	for _, j := range counts[:min(Most, len(counts))] {
		title := strings.TrimPrefix(strings.TrimPrefix(s.Counters[j].Name, "perf::"), "PAPI_")
		if s.CountedShare(j) < 1 {
			title = "~" + title
		}
		events = append(events, upstream.SummaryEvent{Title: title, Extremes: func(region int) (largest, smallest upstream.EventExtreme) {
			values := s.Regions[region].Values
			if j >= len(values) || values[j].Ranks == 0 {
				return upstream.EventExtreme{Value: gptl8.BadCount}, upstream.EventExtreme{Value: gptl8.BadCount}
			}
			extreme := func(e stats.Extreme) upstream.EventExtreme {
				return upstream.EventExtreme{Value: float64(e.Value), Rank: e.Rank, Thread: e.Track}
			}
			return extreme(values[j].Max), extreme(values[j].Min)
		}})
	}
	return events
}

func countOf(p *stats.Profile, i int) func(node, track int) float64 {
	return func(node, track int) float64 {
		n := &p.Nodes[node]
		switch {
		case track != rows.FirstTrack(n):
			return 0
		case i >= len(n.Values) || n.Values[i] == stats.NoValue:
			return math.NaN()
		}
		return float64(n.Values[i])
	}
}

func isMessages(q *stats.Counter) bool {
	return q.Name == stats.MPISent || q.Name == stats.MPIReceived
}

// MessageBytes returns [upstream.TimingOptions].Bytes for a profile with MPI calls, or nil for any
// other. As in GPTL only the calls themselves have bytes, not the regions around them.
func MessageBytes(p *stats.Profile) func(node, track int) float64 {
	if !slices.ContainsFunc(p.Counters, func(q stats.Counter) bool { return isMessages(&q) }) {
		return nil
	}
	return func(node, track int) float64 {
		n := &p.Nodes[node]
		if !strings.HasPrefix(n.Name, "MPI_") || track != rows.FirstTrack(n) {
			return 0
		}
		bytes := 0.0
		for i, v := range n.Values {
			if isMessages(&p.Counters[i]) {
				bytes += float64(v) * p.Counters[i].Step
			}
		}
		return bytes
	}
}
