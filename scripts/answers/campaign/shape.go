package campaign

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// second is a kernel beside the culprit in which some ranks have more to do, too; node -1: there is none.
type second struct {
	node   int
	levels []float64
	mean   float64
	ratio  float64 // to the excess of the culprit
	excess float64
	slow   []bool
}

// placeSecond draws who is slow in the second culprit, of those that run it: the same ranks, or one that is not.
func (r *Run) placeSecond(of []int) {
	b := &r.second
	if b.node < 0 {
		return
	}
	b.levels, b.ratio = make([]float64, r.Ranks), r.uniform(0.6, 1.4)
	other := -1
	for _, rank := range of {
		if r.levels[rank] == 0 && r.runs(b.node, rank) && (other < 0 || r.chance(0.3)) {
			other = rank
		}
	}
	if r.Slow != "gradient" && (other < 0 || r.chance(0.5) || r.Ranks < 4) {
		copy(b.levels, r.levels)
	} else if other < 0 || r.Ranks < 4 {
		b.node = -1
		return
	} else {
		b.levels[other] = 1
	}
	n := 0
	b.slow = make([]bool, r.Ranks)
	for rank, l := range b.levels {
		b.mean, n, b.slow[rank] = b.mean+l, n+count(r.runs(b.node, rank)), l > 0.4
	}
	b.mean /= float64(max(n, 1))
}

// divide gives leaves to two groups of ranks, or the whole tree to two programs.
func (r *Run) divide(root, step int) {
	r.twins = make([]int, len(r.nodes))
	for i := range r.twins {
		r.twins[i] = i
	}
	if r.Coupling == master || r.Coupling == components || r.Ranks < 4 || r.Slow == "all but one" {
		if r.Shape == groups || r.Shape == programs {
			r.Shape = plainly
		}
		return
	}
	r.split = max(2, r.Ranks/4+r.r.IntN(r.Ranks/2+1))
	switch r.Shape {
	case groups:
		for i := range r.twins {
			if n := &r.nodes[i]; n.phase == steps && !n.only && i > step && !n.sync && !waiting(n.name) && r.leaf(i) && i != r.less && i != r.second.node && r.chance(0.5) {
				r.nodes[i].group = 1
				r.twin(i, n.parent).group = 2
			}
		}
	case programs:
		for i := root; i < len(r.twins); i++ {
			up := r.nodes[i].parent
			if up >= 0 {
				up = r.twins[up]
			}
			twin := r.twin(i, up)
			if r.twins[i] = len(r.nodes) - 1; i == root {
				twin.name = "coupler"
			}
		}
	}
}

// twin is a node for the upper ranks like one that the lower ones have from now on.
func (r *Run) twin(i, parent int) *node {
	like := r.nodes[i]
	r.nodes[i].to = r.split
	like.parent, like.from, like.to = parent, r.split, r.Ranks
	r.nodes = append(r.nodes, like)
	return &r.nodes[len(r.nodes)-1]
}

// of is the node that a rank runs of two that are twins.
func (r *Run) of(i, rank int) int {
	if r.Shape == programs && i < len(r.twins) && rank >= r.split {
		return r.twins[i]
	}
	return i
}

// group is the environment of the ranks of a group.
func (r *Run) group(of int) stats.Environment {
	list := stats.Range{First: 0, Last: r.split - 1, Stride: 1}
	if of == 2 {
		list = stats.Range{First: r.split, Last: r.Ranks - 1, Stride: 1}
	}
	return stats.Environment{Name: "row", Size: list.Last - list.First + 1, Ranks: []stats.Range{list}}
}

// restart chooses a rank that is not slow, and the pair whose network is.
func (r *Run) restart() {
	r.again = -1
	if r.Shape == restarted {
		rank := r.r.IntN(r.Ranks)
		if r.Ranks < 16 || r.levels[rank] > 0 || r.Trap == running || r.lost == rank || r.mean > 0.3 || r.less >= 0 || r.only() || r.Culprit == arrival || r.second.node >= 0 && r.second.levels[rank] > 0 {
			r.Shape = plainly
		} else {
			r.again = rank
		}
	}
	if r.Culprit == network {
		r.pair = r.r.IntN(r.Ranks - 1)
	}
}

// kept is what share of a run a rank has measured since it was restarted.
const kept = 0.6

// forget takes from a rank that was restarted what it had measured before.
func (r *Run) forget() {
	if r.again < 0 {
		return
	}
	for i := range r.nodes {
		r.work[i][r.again] *= kept
		r.wait[i][r.again] *= kept
	}
}

// transfer lets the two ranks of a slow pair wait for each other's messages.
func (r *Run) transfer(at []float64) {
	if r.pair < 0 {
		return
	}
	for rank := r.pair; rank <= r.pair+1; rank++ {
		took := 0.2 * r.step
		r.wait[r.of(r.stages[0].row, rank)][rank] += took
		at[rank] += took
	}
}

const (
	leafThreads = 3
	uneven      = 0.1 * (leafThreads - 1) / leafThreads // what the mean of them is below the slowest
)

// onThreads spreads what a rank did in a leaf over threads, one of which has all of it and the others a tenth less.
func (r *Run) onThreads(n *stats.Node, rank int) {
	for track := 1; track <= leafThreads; track++ {
		m := n.Measure
		if track != 1+rank%leafThreads {
			m.Total -= m.Total / 10
			m.Min, m.Max = m.Total/int64(max(m.Calls, 1)), m.Total/int64(max(m.Calls, 1))
			m.Squares = stats.Mul(uint64(m.Min), uint64(m.Total))
		}
		n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
	}
	all := stats.Measure{Min: n.ByTrack[0].Min}
	for _, t := range n.ByTrack {
		all.Calls, all.Total, all.Timed, all.Squares = all.Calls+t.Calls, all.Total+t.Total, all.Timed+t.Timed, all.Squares.Add(t.Squares)
		all.Min, all.Max = min(all.Min, t.Min), max(all.Max, t.Max)
	}
	n.Measure = all
}

// other is the node of the other group of ranks like that of one; -1: there is none.
func (r *Run) other(i int) int {
	return slices.IndexFunc(r.nodes, func(n node) bool {
		like := &r.nodes[i]
		return like.group > 0 && n.group == 3-like.group && n.parent == like.parent && n.name == like.name
	})
}
