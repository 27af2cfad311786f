package snapshot

import (
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// Since is what now has more than before. Both are of one rank; nodes are never removed, but for
// Reset, after which before is forgotten.
func Since(now, before *stats.Profile) *stats.Profile {
	result := *now
	result.Nodes = append([]stats.Node(nil), now.Nodes...)
	if before == nil {
		for i := range result.Nodes {
			result.Nodes[i].ByTrack = slices.Clone(result.Nodes[i].ByTrack)
		}
		return &result
	}
	result.From = before.To
	matching := match(now, before)
	stretch := stretched(now, before)
	for i := range result.Nodes {
		if matching[i] < 0 {
			continue
		}
		n, old := &result.Nodes[i], &before.Nodes[matching[i]]
		lessValues(n, old, now.Counters)
		if n.ByTrack == nil {
			less(&n.Measure, trackOf(old, 0), stretch)
			continue
		}
		// Each track by itself: what one was in at the begin may have been forgotten when its goroutine ended.
		n.ByTrack = slices.Clone(n.ByTrack)
		for j := range n.ByTrack {
			less(&n.ByTrack[j].Measure, trackOf(old, n.ByTrack[j].Track), stretch)
		}
		SumTracks(n)
		trackExtremes(n)
	}
	return &result
}

// lessValues takes what was measured beside time before off what was by now. Of largest readings those
// of an interval are not known. Where a call was forgotten that was running before, it takes no more off
// than there is: what that call had counted is not in what was measured by now.
func lessValues(n, old *stats.Node, counters []stats.Counter) {
	n.Values = slices.Clone(n.Values)
	if n.Values == nil && old.Values != nil {
		n.Values = make([]int64, len(old.Values))
	}
	n.Left = slices.Clone(n.Left)
	for i := range min(len(n.Left), len(old.Left)) {
		n.Left[i] -= min(n.Left[i], old.Left[i])
	}
	forgotten := forgotten(n, old)
	for i := range min(len(n.Values), len(old.Values)) {
		now := n.Values[i]
		if now == stats.NoValue {
			continue
		}
		if !counters[i].Peak && old.Values[i] != stats.NoValue {
			n.Values[i] -= old.Values[i]
		}
		if forgotten {
			n.Values[i] = min(max(n.Values[i], min(now, 0)), max(now, 0))
		}
	}
}

// forgotten says whether a call that was running in old is neither running nor ended in n, on some track.
func forgotten(n, old *stats.Node) bool {
	gone := func(was *stats.Measure, track int) bool {
		is := trackOf(n, track)
		return was.Running > 0 && (is == nil || is.Timed <= was.Timed && (is.Running == 0 || is.Open < was.Open))
	}
	if old.ByTrack == nil {
		return gone(&old.Measure, 0)
	}
	return slices.ContainsFunc(old.ByTrack, func(t stats.TrackMeasure) bool { return gone(&t.Measure, t.Track) })
}

// trackExtremes takes a node's shortest and longest call from those tracks that have one.
func trackExtremes(n *stats.Node) {
	n.Min, n.Max = 0, 0
	found := false
	for i := range n.ByTrack {
		m := &n.ByTrack[i].Measure
		if m.Timed == 0 || Unknown(m) {
			continue
		}
		if !found || m.Min < n.Min {
			n.Min = m.Min
		}
		n.Max = max(n.Max, m.Max)
		found = true
	}
}

// match finds for each node of now the one of the same path and environment in before, or -1.
func match(now, before *stats.Profile) []int {
	type id struct {
		parent, environment int
		name                string
	}
	known := make(map[id]int, len(before.Nodes))
	for i := range before.Nodes {
		n := &before.Nodes[i]
		known[id{n.Parent, n.Environment, n.Name}] = i
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
			if old, ok := known[id{parent, n.Environment, n.Name}]; ok {
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

// stretched is by which share a tick has turned out to be longer or shorter than it was thought to be before.
func stretched(now, before *stats.Profile) float64 {
	if now.Clock.Hz <= 0 || before.Clock.Hz <= 0 {
		return 0
	}
	return math.Abs(before.Clock.Hz/now.Clock.Hz - 1)
}

// less takes old from m. An interval that was running at the begin counts from there.
func less(m, old *stats.Measure, stretch float64) {
	if old == nil {
		return
	}
	m.Recursion -= min(m.Recursion, old.Recursion)
	m.Timed -= min(m.Timed, old.Timed)
	m.Calls = max(m.Calls-min(m.Calls, old.Calls), m.Recursion+m.Timed) // old may have one that was forgotten since
	m.Total = max(m.Total-old.Total, 0)
	m.Open = min(m.Open, m.Total)
	m.Squares = m.Squares.Sub(old.Squares)
	if stretch != 0 && m.Calls <= m.Recursion && m.Running == 0 && old.Running == 0 {
		m.Squares = stats.Uint128{}
		if m.Total <= 1+int64(float64(old.Total)*stretch) { // otherwise time was given without a call
			m.Total = 0
		}
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
