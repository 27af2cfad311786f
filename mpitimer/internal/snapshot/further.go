package snapshot

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// This file is for what adds nodes that are of no track's table, such as calls of MPI.

// Moved is how much was moved, of up to two counters: bytes sent and received.
type Moved [2]int64

// Place is where the node of a track's table is among those to be, -1 where there is none.
func (b *Builder) Place(track, node int) int {
	if at := b.places[track]; node > 0 && node < len(at) {
		return at[node]
	}
	return -1
}

// Child is the node of that name below another, in an environment.
func (b *Builder) Child(name string, parent, environment int) int {
	return b.child(child{name, parent, uint32(environment)}, 0)
}

// Made is a node, until the next one is made.
func (b *Builder) Made(n int) *stats.Node { return &b.nodes[n] }

// CarryUp makes values, of so many counters behind those of the Builder, of what was moved in regions and all that they contain.
// Parents stand before children.
func (b *Builder) CarryUp(counters int, sums map[int]Moved) { b.carryUp(b.shown(), counters, sums) }

// carryUp is CarryUp of counters behind so many others.
func (b *Builder) carryUp(before, counters int, sums map[int]Moved) {
	for n := len(b.nodes) - 1; n >= 0; n-- {
		of, any := sums[n]
		node := &b.nodes[n]
		if any && node.Parent >= 0 {
			above := sums[node.Parent]
			sums[node.Parent] = Moved{above[0] + of[0], above[1] + of[1]}
		}
		if !any && node.Values == nil {
			continue
		}
		values := slices.Repeat([]int64{stats.NoValue}, before+counters)
		copy(values, node.Values)
		copy(values[before:], of[:counters])
		node.Values = values
	}
}

// copied is what a device has copied in a node of a track.
type copied struct {
	track, node int
	bytes       uint64
}

// AddCopied adds a counter of the bytes that devices have copied, if they have, behind those that p has. It is called after
// all rows of calls.
func (b *Builder) AddCopied(p *stats.Profile) {
	sums := make(map[int]Moved)
	for _, c := range b.copied {
		if n := b.Place(c.track, c.node); n >= 0 { // else the file is damaged
			sums[n] = Moved{sums[n][0] + int64(min(c.bytes, 1<<62/uint64(len(b.copied))))}
		}
	}
	if len(sums) > 0 {
		before := len(p.Counters)
		p.Counters = append(slices.Clip(p.Counters), stats.Counter{Name: stats.DeviceCopied, Unit: "B", Step: 1, Domain: "process"})
		b.carryUp(before, 1, sums)
	}
}

// AddTrack adds what a track measured to what is there of it.
func AddTrack(n *stats.Node, t stats.TrackMeasure) {
	for i := range n.ByTrack {
		switch m := &n.ByTrack[i]; {
		case m.Track == t.Track:
			m.Add(&t.Measure)
			return
		case m.Track > t.Track:
			n.ByTrack = append(n.ByTrack[:i], append([]stats.TrackMeasure{t}, n.ByTrack[i:]...)...)
			return
		}
	}
	n.ByTrack = append(n.ByTrack, t)
}
