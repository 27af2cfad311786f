package formats

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// The files of GPTL and E3SM have the time of completed calls, and CIME reads a run of 0 seconds where the program was
// killed in its main loop. Of what has ended, or was looked at, a call that was open counts up to then; its row is marked
// as running.

// ended returns p with its open intervals as calls.
func ended(p *stats.Profile) *stats.Profile {
	if !slices.ContainsFunc(p.Nodes, func(n stats.Node) bool { return n.Open > 0 }) {
		return p
	}
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.ByTrack == nil {
			end(&n.Measure)
			continue
		}
		n.ByTrack, n.Measure = slices.Clone(n.ByTrack), stats.Measure{}
		for k := range n.ByTrack {
			end(&n.ByTrack[k].Measure)
			n.Measure.Add(&n.ByTrack[k].Measure)
		}
	}
	return &q
}

func end(m *stats.Measure) {
	if m.Open <= 0 {
		return
	}
	if m.Max = max(m.Max, m.Open); m.Timed == 0 || m.Open < m.Min {
		m.Min = m.Open
	}
	m.Squares = m.Squares.Add(stats.Square(uint64(m.Open)))
	m.Calls, m.Timed, m.Open, m.Histogram = m.Calls+1, m.Timed+1, 0, stats.Histogram{} // which these files do not have
}

// endedSummary is the same of all ranks. Ranks that are in their first call have no thread of their own in s: it is the
// slowest.
func endedSummary(s *stats.Summary) *stats.Summary {
	e := *s
	e.Regions = slices.Clone(s.Regions)
	for i := range e.Regions {
		r := &e.Regions[i]
		if r.Open == (stats.Uint128{}) {
			continue
		}
		first := r.Ranks - r.Completed
		r.Calls, r.Tracks, r.Completed = r.Calls+uint64(r.Running), r.Tracks+first, r.Ranks
		if r.TrackMax.IsZero() || r.Max.Value > r.TrackMax.Value {
			r.TrackMax = r.Max
		}
		if r.TrackMin.IsZero() || first > 0 && r.Min.Value < r.TrackMin.Value {
			r.TrackMin = r.Min
		}
	}
	return &e
}
