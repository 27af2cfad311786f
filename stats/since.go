package stats

import (
	"math"
	"slices"
)

// Difference returns the difference between now and before, an earlier profile of the same rank; nil: all of
// now. The largest readings of a counter, and the shortest and longest calls of a region, are now's
// own: to get those of the time in between, reset them at the time of before. If the shortest is longer
// than the longest, both are unknown and become 0.
func Difference(now, before *Profile) *Profile {
	result := *now
	result.Nodes = append([]Node(nil), now.Nodes...)
	matching, stretch := make([]int, len(now.Nodes)), 0.0
	if before != nil {
		result.From = before.To
		matching, stretch = match(now, before), stretched(now, before)
	}
	for i := range result.Nodes {
		n := &result.Nodes[i]
		n.ByTrack = slices.Clone(n.ByTrack)
		if before != nil && matching[i] >= 0 {
			n.less(&before.Nodes[matching[i]], now.Counters, stretch)
		}
		n.blank()
		for j := range n.ByTrack {
			n.ByTrack[j].blank()
		}
	}
	return &result
}

// less takes old from a node.
func (n *Node) less(old *Node, counters []Counter, stretch float64) {
	lessValues(n, old, counters)
	if n.ByTrack == nil {
		n.Measure.less(old.On(0), stretch)
		return
	}
	// Each track by itself: what one was in at the start may have been forgotten when its goroutine ended.
	for j := range n.ByTrack {
		n.ByTrack[j].less(old.On(n.ByTrack[j].Track), stretch)
	}
	n.SumTracks()
}

// SumTracks sets the measure of a node to the sum over its tracks.
func (n *Node) SumTracks() {
	n.Measure = Measure{Min: 1} // unknown
	for i := range n.ByTrack {
		n.Measure.Add(&n.ByTrack[i].Measure)
	}
	if n.Timed == 0 {
		n.Min = 0
	}
}

// Add adds another measure of the same region. Sums saturate, since a damaged file may hold any value.
func (m *Measure) Add(o *Measure) {
	switch {
	case o.Timed == 0 || o.unknown():
	case m.Timed == 0 || m.unknown():
		m.Min, m.Max = o.Min, o.Max
	default:
		m.Min, m.Max = min(m.Min, o.Min), max(m.Max, o.Max)
	}
	for i, n := range m.counts() {
		*n = addBounded(*n, *o.counts()[i])
	}
	m.Running += o.Running
	m.Total = int64(min(uint64(m.Total)+uint64(o.Total), math.MaxInt64))
	m.Open = int64(min(uint64(m.Open)+uint64(o.Open), math.MaxInt64))
	m.Waited = int64(min(uint64(m.Waited)+uint64(o.Waited), math.MaxInt64))
	m.Squares = m.Squares.Add(o.Squares)
	m.Histogram.Merge(o.Histogram)
}

// addBounded is a + b, or the largest number.
func addBounded(a, b uint64) uint64 { return a + min(b, math.MaxUint64-a) }

// unknown says that the shortest and the longest call are not known: none has ended since they were forgotten.
func (m *Measure) unknown() bool { return m.Min > m.Max }

// blank makes unknown extremes those of a Profile.
func (m *Measure) blank() {
	if m.unknown() {
		m.Min, m.Max = 0, 0
	}
}

// lessValues takes what was measured beside time before off what was by now. Of largest readings those
// of an interval are not known. Where a call was forgotten that was running before, it takes no more off
// than there is: what that call had counted is not in what was measured by now.
func lessValues(n, old *Node, counters []Counter) {
	n.Values = slices.Clone(n.Values)
	if n.Values == nil && old.Values != nil {
		n.Values = make([]int64, len(old.Values))
	}
	n.LargestTracks = nil // since then it is not known
	n.LeftOut = slices.Clone(n.LeftOut)
	for i := range min(len(n.LeftOut), len(old.LeftOut)) {
		n.LeftOut[i] -= min(n.LeftOut[i], old.LeftOut[i])
	}
	turns := n.Turns
	n.Turns = slices.Clone(n.Turns)
	for i := range min(len(n.Turns), len(old.Turns)) {
		n.Turns[i] = n.Turns[i].less(old.Turns[i])
	}
	forgotten, ended := forgotten(n, old), n.known(old)
	for i := range min(len(n.Values), len(old.Values)) {
		now := n.Values[i]
		if now == NoValue || counters[i].Peak {
			continue
		}
		switch before := old.Values[i]; {
		case i < len(turns):
			n.Values[i] = n.Turns[i].stretch(turns[i].shrink(now) - old.turns(i).shrink(before))
		case before != NoValue:
			n.Values[i] -= before
		}
		if n.Values[i] == NoValue {
			continue
		}
		if counters[i].OfThread() { // it only grows, but what is estimated may have become less
			n.Values[i] = max(n.Values[i], 0)
		}
		if forgotten {
			n.Values[i] = min(max(n.Values[i], min(now, 0)), max(now, 0))
		}
		if left := n.left(i); left > 0 && left >= ended && n.Running == 0 { // nothing is known of the calls since
			n.Values[i] = NoValue
		}
	}
}

// known is of how many calls that have ended since old values might be known: of those that were timed, or given. Of a sample
// they are known of the former alone.
func (n *Node) known(old *Node) uint64 {
	timed := n.Timed - min(n.Timed, old.Timed)
	if n.Estimated {
		return timed
	}
	calls, before := n.Calls-min(n.Calls, n.Recursion), old.Calls-min(old.Calls, old.Recursion)
	return max(timed, calls-min(calls, before))
}

// forgotten reports whether a call that was running in old is neither running nor ended in n, on some track.
func forgotten(n, old *Node) bool {
	gone := func(was *Measure, track int) bool {
		is := n.On(track)
		return was.Running > 0 && (is == nil || is.Timed <= was.Timed && (is.Running == 0 || is.Open < was.Open))
	}
	if old.ByTrack == nil {
		return gone(&old.Measure, 0)
	}
	return slices.ContainsFunc(old.ByTrack, func(t TrackMeasure) bool { return gone(&t.Measure, t.Track) })
}

// match finds for each node of now the one of the same path and environment in before, or -1.
func match(now, before *Profile) []int {
	known := make(Index, len(before.Nodes))
	for i := range before.Nodes {
		known[before.Nodes[i].Key()] = i
	}
	return known.Find(now, nil)
}

// On returns what n has of a track, nil for nothing.
func (n *Node) On(track int) *Measure {
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
func stretched(now, before *Profile) float64 {
	if now.Clock.Hz <= 0 || before.Clock.Hz <= 0 {
		return 0
	}
	return math.Abs(before.Clock.Hz/now.Clock.Hz - 1)
}

// less takes old from m. An interval that was running at the start counts from there.
func (m *Measure) less(old *Measure, stretch float64) {
	if old == nil {
		return
	}
	for i, n := range m.counts() {
		*n -= min(*n, *old.counts()[i])
	}
	m.Calls = max(m.Calls, m.Recursion+m.Timed) // old may have one that was forgotten since
	m.Total = max(m.Total-old.Total, 0)
	m.Open = min(m.Open, m.Total)
	m.Waited = max(m.Waited-old.Waited, 0)
	if m.Squares.Cmp(old.Squares) >= 0 {
		m.Squares = m.Squares.Sub(old.Squares)
	} else { // old had a sampled call that was forgotten since, or now was read while it changed
		m.Squares = Uint128{}
	}
	if stretch != 0 && m.Calls <= m.Recursion && m.Running == 0 && old.Running == 0 {
		m.Squares = Uint128{}
		if m.Total <= 1+int64(float64(old.Total)*stretch) { // otherwise time was given without a call
			m.Total = 0
		}
	}
	if m.Timed == 0 {
		m.Min, m.Max = 0, 0
	}
	counts := make([]uint64, Buckets)
	for i, c := range m.Histogram.Counts {
		counts[m.Histogram.First+i] = c
	}
	for i, c := range old.Histogram.Counts {
		counts[old.Histogram.First+i] -= min(c, counts[old.Histogram.First+i])
	}
	m.Histogram = NewHistogram(counts)
}
