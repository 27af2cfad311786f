package predecessor

import (
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// join is what two runs measured, one after the other: the nodes of both, by path and environment,
// in the order of now with those that only before has behind.
func join(now, before *stats.Profile) *stats.Profile {
	result := *now
	result.To += before.To
	result.Environments = append([]stats.Environment(nil), now.Environments...)
	environments := joinEnvironments(&result, before)
	result.Tracks = append([]string(nil), now.Tracks...)
	for i := len(result.Tracks); i < len(before.Tracks); i++ {
		result.Tracks = append(result.Tracks, before.Tracks[i])
	}
	if !slices.Equal(now.Counters, before.Counters) {
		result.Counters, result.Counted = nil, nil // sums of what both measured can't be made
	} else {
		result.Counted = leastCounted(now, before)
	}
	b := addition{known: make(stats.Index), counters: result.Counters}
	for i := range now.Nodes {
		b.add(&now.Nodes[i], now.Nodes[i].Environment, false)
	}
	b.places = nil
	for i := range before.Nodes {
		b.add(&before.Nodes[i], environments[before.Nodes[i].Environment], true)
	}
	result.Nodes = snapshot.InOrder(b.nodes)
	result.Warnings = append(append([]stats.Warning(nil), now.Warnings...), before.Warnings...)
	return &result
}

// leastCounted is for which share of the time each counter was counted in both runs at least.
func leastCounted(a, b *stats.Profile) []float64 {
	most := max(len(a.Counted), len(b.Counted))
	if most == 0 {
		return nil
	}
	shares := slices.Repeat([]float64{1}, most)
	for _, p := range []*stats.Profile{a, b} {
		for j, share := range p.Counted {
			shares[j] = min(shares[j], share)
		}
	}
	return shares
}

// joinEnvironments adds the environments of before that p lacks, and says which is which. Environments of one name are
// others if their ranks are; between runs of different sizes the name alone can tell. Ranks of before that p
// does not have are left out of them.
func joinEnvironments(p *stats.Profile, before *stats.Profile) []int {
	at := make([]int, len(before.Environments))
	for i, c := range before.Environments {
		at[i] = -1
		for j := range p.Environments {
			if p.Environments[j].Name == c.Name && (before.Size != p.Size || slices.Equal(p.Environments[j].Ranks, c.Ranks)) {
				at[i] = j
			}
		}
		if at[i] >= 0 {
			continue
		}
		at[i] = 0
		if before.Size == p.Size {
			at[i] = len(p.Environments)
			p.Environments = append(p.Environments, c)
		}
	}
	return at
}

// addition is the nodes of several profiles.
type addition struct {
	nodes  []stats.Node
	known  stats.Index
	places []int // of the nodes of the profile that is being added

	counters []stats.Counter // of both
}

// add adds a node. One of an earlier run does not run any more: what it was in then was cut off.
func (b *addition) add(n *stats.Node, environment int, over bool) {
	parent := -1
	if n.Parent >= 0 {
		parent = b.places[n.Parent]
	}
	at, known := b.known.Add(stats.PathKey{Parent: parent, Environment: environment, Name: n.Name})
	if !known {
		b.nodes = append(b.nodes, stats.Node{Parent: parent, Name: n.Name, Environment: environment, Level: n.Level, Sample: n.Sample})
	}
	b.places = append(b.places, at)
	into := &b.nodes[at]
	into.Estimated, into.Communicates = into.Estimated || n.Estimated, into.Communicates || n.Communicates
	b.addValues(into, n)
	tracks := n.ByTrack
	if tracks == nil {
		tracks = []stats.TrackMeasure{{Track: 0, Measure: n.Measure}}
	}
	for _, t := range tracks {
		t.Histogram.Counts = slices.Clone(t.Histogram.Counts) // which merging changes
		if over {
			t.Running, t.Open = 0, 0
		}
		if t.Calls > 0 || t.Running > 0 || t.Total > 0 {
			snapshot.AddTrack(into, t)
		}
	}
}

// addValues adds what was measured beside time.
func (b *addition) addValues(into, n *stats.Node) {
	if len(b.counters) == 0 || n.Values == nil {
		return
	}
	if into.Values == nil {
		into.Values, into.LeftOut, into.Turns, into.LargestTracks = slices.Clone(n.Values), slices.Clone(n.LeftOut), slices.Clone(n.Turns), slices.Clone(n.LargestTracks)
		return
	}
	for i, v := range n.Values {
		if v != stats.NoValue && (into.Values[i] == stats.NoValue || snapshot.Magnitude(v) > snapshot.Magnitude(into.Values[i])) {
			snapshot.SetMost(into, i, snapshot.MostOf(n, i))
		}
		switch {
		case v == stats.NoValue:
		case into.Values[i] == stats.NoValue:
			into.Values[i] = v
		case b.counters[i].Peak:
			into.Values[i] = max(into.Values[i], v)
		default:
			into.Values[i] += v
		}
	}
	for i, turns := range n.Turns {
		if i >= len(into.Turns) {
			into.Turns = append(into.Turns, make([]stats.Turns, i+1-len(into.Turns))...)
		}
		into.Turns[i] = into.Turns[i].Add(turns)
	}
	for i, left := range n.LeftOut {
		if i >= len(into.LeftOut) {
			into.LeftOut = append(into.LeftOut, slices.Repeat([]uint64{0}, i+1-len(into.LeftOut))...)
		}
		into.LeftOut[i] = snapshot.AddCounts(into.LeftOut[i], left)
	}
}
