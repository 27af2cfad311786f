package geopm

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// SplitWall gives each nanosecond of the rank's wall time, To − From, to one node, or to none: parts
// has the time of each node itself, without the nodes below it, and rest is the time in no node.
// Together they are the wall time, and none is negative.
//
// Tracks run at the same time, so their times add up to more than the wall time. The main track leads a
// node that it ran; otherwise the track with the most time in it leads. The leading track's time in the
// nodes below counts in full. Time on other tracks, such as workers for which the leading track waits,
// takes the rest of the node's own time; if the rest is less than their time (each node with its
// longest track), it is divided in proportion. On one track, parts equals Self. Times that contradict
// the wall time, such as times that a program adds by itself, are scaled down to it.
func SplitWall(p *stats.Profile) (parts []int64, rest int64) {
	children := make([][]int, len(p.Nodes)+1) // children[0] are the roots
	for i := range p.Nodes {
		above := p.Nodes[i].Parent + 1
		children[above] = append(children[above], i)
	}
	times := trackTimes(p)
	rest = max(p.To-p.From, 0)
	parts = make([]int64, len(p.Nodes))
	rest -= shareOut(parts, times, children[0], 0, rest)
	for i := range p.Nodes { // parents stand first: parts[i] still has all below i
		if len(children[i+1]) > 0 {
			lead, _ := leading(times[i])
			parts[i] -= shareOut(parts, times, children[i+1], lead, parts[i])
		}
	}
	return parts, rest
}

// trackTime is the time on one track.
type trackTime struct {
	track int
	time  int64
}

// trackTimes lists for each node its time by track, ascending. A node that only leads to others, because it
// was itself left out, has the time of those below it.
func trackTimes(p *stats.Profile) [][]trackTime {
	times := make([][]trackTime, len(p.Nodes))
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		if !pathOnly(n) && n.ByTrack == nil {
			times[i] = []trackTime{{0, max(n.Total, 0)}}
		} else if !pathOnly(n) {
			for j := range n.ByTrack {
				times[i] = append(times[i], trackTime{n.ByTrack[j].Track, max(n.ByTrack[j].Total, 0)})
			}
		}
		if above := n.Parent; above >= 0 && pathOnly(&p.Nodes[above]) {
			times[above] = joinTimes(times[above], times[i])
		}
	}
	return times
}

// pathOnly reports whether the node was never run itself.
func pathOnly(n *stats.Node) bool { return n.Calls == 0 && n.Running == 0 && n.Total <= 0 }

// joinTimes adds b to a.
func joinTimes(a, b []trackTime) []trackTime {
	for _, t := range b {
		at, found := slices.BinarySearchFunc(a, t.track, func(have trackTime, track int) int { return have.track - track })
		if !found {
			a = slices.Insert(a, at, trackTime{t.track, 0})
		}
		a[at].time += min(t.time, math.MaxInt64-a[at].time)
	}
	return a
}

// leading is the track that leads a node, and the longest time of any.
func leading(times []trackTime) (track int, longest int64) {
	for i, t := range times {
		if i == 0 || t.time > longest {
			track, longest = t.track, t.time
		}
	}
	if len(times) > 0 && times[0].track == 0 && times[0].time > 0 {
		track = 0
	}
	return track, longest
}

// shareOut gives the nodes below one that has so much time, and is led by a track, their parts of it, and
// returns the sum.
func shareOut(parts []int64, times [][]trackTime, nodes []int, lead int, whole int64) int64 {
	type claim struct{ first, more int64 } // on the leading track, and above that
	claims := make([]claim, len(nodes))
	var first, more stats.Uint128
	for k, i := range nodes {
		c := &claims[k]
		if at, ok := slices.BinarySearchFunc(times[i], lead, func(t trackTime, track int) int { return t.track - track }); ok {
			c.first = times[i][at].time
		}
		_, longest := leading(times[i])
		c.more = longest - c.first
		first = first.Add(stats.Uint128{Lo: uint64(c.first)})
		more = more.Add(stats.Uint128{Lo: uint64(c.more)})
	}
	left := whole
	if first.Hi == 0 && first.Lo <= uint64(whole) {
		left -= int64(first.Lo)
	} else {
		left = 0
	}
	var given int64
	for k, i := range nodes {
		parts[i] = portion(claims[k].first, first, whole) + portion(claims[k].more, more, left)
		given += parts[i]
	}
	return given
}

// portion is what a claim gets where all together can get at most so much.
func portion(claim int64, all stats.Uint128, most int64) int64 {
	if all.Hi == 0 && all.Lo <= uint64(most) {
		return claim
	}
	// Both are halved until the sum of all fits; a claim is a part of it.
	shift := bits.Len64(all.Hi)
	sum := all.Lo
	if shift > 0 {
		sum = all.Hi<<(64-shift) | all.Lo>>shift
	}
	hi, lo := bits.Mul64(uint64(claim)>>shift, uint64(most))
	q, _ := bits.Div64(hi, lo, sum)
	return int64(q)
}
