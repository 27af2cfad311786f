package snapshot

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// countsOf is what was counted of a node: on the track that is being added, and on others.
type countsOf struct {
	track       int
	own, others []table.Count
	most        []onTrack // of own and others, without those that are hidden
}

// onTrack is the largest value of a track.
type onTrack struct {
	value int64
	track int
}

// joinCounts adds what was counted in a node on a track. What is of threads adds up. Of the rest tracks that run at the
// same time see the same, so the largest counts.
func (b *Builder) joinCounts(at, track int, counts []table.Count) {
	if b.counts == nil {
		b.counts = make(map[int]*countsOf)
	}
	node := &b.nodes[at]
	of := b.counts[at]
	switch {
	case of == nil:
		of = &countsOf{own: counts}
		b.counts[at] = of
	case of.track == track:
		for i := range counts {
			of.own[i] = sumOf(b.Kinds[i]|table.Thread, of.own[i], counts[i])
		}
	default:
		of.own, of.others = counts, b.joined(of)
	}
	of.track = track
	b.show(node, b.joined(of))
	b.showMost(node, of)
}

// clocked adds what the clock says anyway.
func (b *Builder) clocked(counts []table.Count, total int64) []table.Count {
	for i, kind := range b.Kinds {
		if kind&table.Clock == 0 {
			continue
		}
		if counts == nil {
			counts = slices.Repeat([]table.Count{{Value: stats.NoValue}}, len(b.Kinds))
		}
		counts[i] = table.Count{Value: total}
	}
	return counts
}

// markUnknown makes those unknown of which all calls that were timed are left out, and leaves out those, too, whose time
// was given: nothing was counted in them.
func (b *Builder) markUnknown(counts []table.Count, timed, given uint64) {
	for i, kind := range b.Kinds {
		if counts[i].Left > 0 && counts[i].Left >= timed {
			counts[i].Value = stats.NoValue
		}
		if kind&(table.Clock|table.Peak) == 0 {
			counts[i].Left = AddCounts(counts[i].Left, given)
		}
	}
}

// joined is the counts of all tracks up to now.
func (b *Builder) joined(of *countsOf) []table.Count {
	if of.others == nil {
		return of.own
	}
	all := make([]table.Count, len(of.own))
	for i := range all {
		all[i] = sumOf(b.Kinds[i], of.own[i], of.others[i])
	}
	return all
}

// sumOf is two counts of one kind together.
func sumOf(kind table.CounterKind, a, b table.Count) table.Count {
	sum := table.Count{Value: a.Value, Left: AddCounts(a.Left, b.Left)}
	switch {
	case b.Value == stats.NoValue:
	case a.Value == stats.NoValue:
		sum.Value = b.Value
	case kind&table.Peak != 0:
		sum.Value = max(a.Value, b.Value)
	case kind&table.Thread != 0:
		sum.Value = a.Value + b.Value
	case Magnitude(b.Value) > Magnitude(a.Value):
		sum.Value = b.Value
	}
	return sum
}

// show makes counts the values of a node: without those that only say for how long others were counted.
func (b *Builder) show(n *stats.Node, counts []table.Count) {
	n.Values, n.LeftOut, n.Turns = nil, nil, nil
	for i := range counts {
		if b.Kinds[i]&table.Hidden != 0 {
			continue
		}
		v := counts[i].Value
		if b.Kinds[i]&table.Turns != 0 && i+2 < len(counts) {
			should, did := counts[i+1].Value, counts[i+2].Value
			v = stretchedTo(v, should, did)
			if should != stats.NoValue && did != stats.NoValue {
				n.Turns = append(n.Turns, make([]stats.Turns, len(n.Values)-len(n.Turns)+1)...)
				n.Turns[len(n.Values)] = stats.Turns{Due: uint64(max(should, 0)), Counted: uint64(max(did, 0))}
			}
		}
		if left := counts[i].Left; left > 0 {
			if n.LeftOut == nil {
				n.LeftOut = make([]uint64, len(n.Values), len(counts))
			}
			n.LeftOut = append(n.LeftOut, left)
		} else if n.LeftOut != nil {
			n.LeftOut = append(n.LeftOut, 0)
		}
		n.Values = append(n.Values, v)
	}
}

// showMost tells which track has most of each value. Of equal ones it is the first.
func (b *Builder) showMost(n *stats.Node, of *countsOf) {
	var own stats.Node
	b.show(&own, of.own)
	if of.most == nil {
		of.most = slices.Repeat([]onTrack{{stats.NoValue, 0}}, len(own.Values))
	}
	for i, v := range own.Values {
		if m := &of.most[i]; v != stats.NoValue && (m.value == stats.NoValue || Magnitude(v) > Magnitude(m.value)) {
			*m = onTrack{v, of.track}
		}
	}
	n.LargestTracks = nil
	if slices.ContainsFunc(of.most, func(m onTrack) bool { return m.track > 0 }) {
		for _, m := range of.most {
			n.LargestTracks = append(n.LargestTracks, m.track)
		}
	}
}

// shown is how many counters a node has values of.
func (b *Builder) shown() (n int) {
	for _, kind := range b.Kinds {
		if kind&table.Hidden == 0 {
			n++
		}
	}
	return n
}

// stretchedTo is a count of all the time in which it should have been counted. Of one that never was nothing is known.
func stretchedTo(v, should, did int64) int64 {
	switch {
	case v == stats.NoValue || did >= should && did > 0:
		return v
	case did <= 0 && should > 0:
		return stats.NoValue
	case did <= 0 || v < 0:
		return v
	}
	high, low := bits.Mul64(uint64(v), uint64(should))
	if high >= uint64(did) {
		return math.MaxInt64
	}
	all, _ := bits.Div64(high, low, uint64(did))
	return int64(min(all, math.MaxInt64))
}

// MostOf and SetMost are the track that has most of a value.
func MostOf(n *stats.Node, value int) int {
	if value >= len(n.LargestTracks) {
		return 0
	}
	return n.LargestTracks[value]
}

func SetMost(n *stats.Node, value, track int) {
	if MostOf(n, value) != track {
		n.LargestTracks = append(n.LargestTracks, make([]int, max(value+1-len(n.LargestTracks), 0))...)
		n.LargestTracks[value] = track
	}
}

// raisePeaks sees to it that what was largest in a region was so in those around it.
func (b *Builder) raisePeaks(nodes []stats.Node) {
	shown := 0
	for _, kind := range b.Kinds {
		if kind&table.Hidden != 0 {
			continue
		}
		for i := len(nodes) - 1; i >= 0 && kind&table.Peak != 0; i-- {
			if nodes[i].Parent < 0 || nodes[i].Values == nil {
				continue
			}
			above := &nodes[nodes[i].Parent]
			if above.Values == nil {
				above.Values = slices.Repeat([]int64{stats.NoValue}, len(nodes[i].Values))
			}
			if v := nodes[i].Values[shown]; v > above.Values[shown] {
				above.Values[shown] = v
				SetMost(above, shown, MostOf(&nodes[i], shown))
			}
		}
		shown++
	}
}

// AddCounts is a + b, or the largest number.
func AddCounts(a, b uint64) uint64 { return a + min(b, math.MaxUint64-a) }
