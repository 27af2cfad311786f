package mpitimer

import (
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// beginInterval puts the extremes of all nodes aside, so that those of the next interval begin anew.
// The goroutine of the track does it, or nobody else may be in it.
//
//go:norace
func (t *track) beginInterval() {
	saved := make([]table.Extreme, t.Len())
	for n := range saved {
		joined := t.Records[n]
		joined.Join(t.Aside(n))
		saved[n] = table.Extreme{Min: joined.Min, Max: joined.Max}
	}
	// First put aside, then taken away: a reader finds them at one place at least.
	t.PutAside(saved)
	for n := range saved {
		r := &t.Records[n]
		start := r.Start
		table.Store(&r.Start, start|table.Amending)
		table.Store(&r.Min, table.NoMin)
		table.Store(&r.Max, 0)
		table.Store(&r.Start, start)
	}
}

// interval is what was measured since the last report of an interval, and begins the next.
func (tm *Timers) interval() *stats.Profile {
	now := tm.profile(true)
	since := subtract(now, tm.previous)
	tm.previous = now
	tm.each(func(t *track) {
		switch {
		case t.shared != nil:
		case t == tm.main && t.owned():
			t.beginInterval()
		case tm.overflow != nil && t == tm.overflow.tree:
			tm.overflow.mu.Lock()
			t.beginInterval()
			tm.overflow.mu.Unlock()
		default:
			t.special.Or(specialInterval)
		}
	})
	return since
}

// subtract is what now has more than before. Both are of one rank; nodes are never removed, but for
// Reset, after which before is forgotten.
func subtract(now, before *stats.Profile) *stats.Profile {
	if before == nil {
		return now
	}
	result := *now
	result.From = before.To
	result.Nodes = append([]stats.Node(nil), now.Nodes...)
	matching := match(now, before)
	for i := range result.Nodes {
		if matching[i] < 0 {
			continue
		}
		n, old := &result.Nodes[i], &before.Nodes[matching[i]]
		n.ByTrack = append([]stats.TrackMeasure(nil), n.ByTrack...)
		less(&n.Measure, &old.Measure)
		lessValues(n, old, now.Quantities)
		for j := range n.ByTrack {
			less(&n.ByTrack[j].Measure, trackOf(old, n.ByTrack[j].Track))
		}
		joinExtremes(n)
	}
	return &result
}

// lessValues takes what was measured beside time before off what was by now. Of largest readings those
// of an interval are not known.
func lessValues(n, old *stats.Node, quantities []stats.Quantity) {
	n.Values = slices.Clone(n.Values)
	for i := range min(len(n.Values), len(old.Values)) {
		if !quantities[i].Peak {
			n.Values[i] -= old.Values[i]
		}
	}
}

// joinExtremes takes a node's shortest and longest call from those tracks that have one.
func joinExtremes(n *stats.Node) {
	if n.ByTrack == nil {
		return
	}
	n.Min, n.Max = 0, 0
	found := false
	for i := range n.ByTrack {
		m := &n.ByTrack[i].Measure
		if m.Timed == 0 || m.Max == 0 { // an extreme may still be with the last interval's
			continue
		}
		if !found || m.Min < n.Min {
			n.Min = m.Min
		}
		n.Max = max(n.Max, m.Max)
		found = true
	}
}

// match finds for each node of now the one of the same path and context in before, or -1.
func match(now, before *stats.Profile) []int {
	type id struct {
		parent, context int
		name            string
	}
	known := make(map[id]int, len(before.Nodes))
	for i := range before.Nodes {
		n := &before.Nodes[i]
		known[id{n.Parent, n.Context, n.Name}] = i
	}
	matching := make([]int, len(now.Nodes))
	for i := range now.Nodes {
		n := &now.Nodes[i]
		parent := n.Parent
		if parent >= 0 {
			parent = matching[parent]
		}
		matching[i] = -1
		if parent >= 0 || n.Parent < 0 {
			if old, ok := known[id{parent, n.Context, n.Name}]; ok {
				matching[i] = old
			}
		}
	}
	return matching
}

// trackOf is what a node has of a track, nil for nothing.
func trackOf(n *stats.Node, track int) *stats.Measure {
	if n.ByTrack == nil && track == 0 {
		return &n.Measure
	}
	for i := range n.ByTrack {
		if n.ByTrack[i].Track == track {
			return &n.ByTrack[i].Measure
		}
	}
	return nil
}

// less takes old from m. An interval that was running at the begin counts from there.
func less(m, old *stats.Measure) {
	if old == nil {
		return
	}
	m.Calls -= min(m.Calls, old.Calls)
	m.Recursion -= min(m.Recursion, old.Recursion)
	m.Timed -= min(m.Timed, old.Timed)
	m.Total = max(m.Total-old.Total, 0)
	m.Open = min(m.Open, m.Total)
	m.Squares = m.Squares.Sub(old.Squares)
	if m.Calls <= m.Recursion && m.Running == 0 && old.Running == 0 {
		m.Total, m.Squares = 0, stats.Uint128{} // what is left is that a tick has turned out to be longer
	}
	if m.Timed == 0 {
		m.Min, m.Max = 0, 0
	}
	counts := make([]uint64, stats.Buckets)
	for i, c := range m.Histogram.Counts {
		counts[m.Histogram.First+i] = c
	}
	for i, c := range old.Histogram.Counts {
		counts[old.Histogram.First+i] -= min(c, counts[old.Histogram.First+i])
	}
	m.Histogram = stats.NewHistogram(counts)
}
