package campaign

import (
	"slices"

	"github.com/go-hpc/timers/stats/answers"
)

// Truth is what is so of a run.
type Truth struct {
	Kind      answers.Kind // Slow, Between or Balanced
	Low, High float64      // what is to win, as planted and as it came out with noise
	Run       float64      // of the slowest rank
	Slow      []bool       // ranks
	Suffices  bool         // the record tells it

	node, row int // the culprit, and its only row; -1: none
	own       bool
	one       [2]float64 // of two culprits, what each has to win where the other has not

	most  float64 // that all findings together may save, of a real run; 0: High
	noisy bool    // what the machine did beside hides what was planted, or makes a balanced run uneven
}

// only reports whether the slow ranks alone run the culprit.
func (r *Run) only() bool { return r.Truth.node >= 0 && r.nodes[r.Truth.node].only }

// runs reports whether a rank runs a node.
func (r *Run) runs(i, rank int) bool {
	n := &r.nodes[i]
	switch {
	case n.to > 0 && (rank < n.from || rank >= n.to):
		return false
	case n.environment > 0:
		return r.part[rank] == n.environment
	case n.workers:
		return rank > 0
	case n.only:
		return r.levels[rank] > 0
	}
	return true
}

func table(nodes, ranks int) [][]float64 {
	t, all := make([][]float64, nodes), make([]float64, nodes*ranks)
	for i := range t {
		t[i] = all[i*ranks : (i+1)*ranks : (i+1)*ranks]
	}
	return t
}

// simulate runs the ranks.
func (r *Run) simulate() {
	r.work, r.wait = table(len(r.nodes), r.Ranks), table(len(r.nodes), r.Ranks)
	at := make([]float64, r.Ranks)
	if r.lasting {
		r.steady = table(len(r.nodes), r.Ranks)
	}
	if r.init {
		for rank := range at {
			r.wait[0][rank] = r.uniform(0, 0.5) * r.step * float64(r.Steps)
		}
	}
	everybody := func(int) bool { return true }
	r.early = r.uniform(0, 0.2) * float64(r.Steps)
	r.compute(before, 0, r.early, at)
	r.meet(r.syncs[before], at, everybody, r.costs*r.step)
	for step := range r.Steps {
		r.beginStep(step, at)
		if r.pipe.around >= 0 {
			for rank := range at {
				waited := 0.4 * r.step * float64(rank) / float64(r.Ranks)
				r.wait[r.of(r.pipe.row, rank)][rank] += waited
				at[rank] += waited
			}
		}
		r.transfer(at)
		for stage, s := range r.stages {
			r.compute(steps, stage, 1, at)
			for part := 1; part <= 2 && r.part != nil; part++ {
				r.meet(r.inner[part], at, func(rank int) bool { return r.part[rank] == part }, 0)
			}
			r.meet(s, at, everybody, r.costs*r.step)
		}
		r.endStep(step, at)
	}
	r.compute(after, 0, 1, at)
	r.meet(r.syncs[after], at, everybody, r.costs*r.step)
	r.forget()
	r.sum()
}

// moreEach is how much more the slowest rank has to do each time, in steps, for the planted share of the run.
func (r *Run) moreEach() float64 {
	if !r.planted() {
		return 0
	}
	most := 1 - r.mean
	base := float64(r.Steps) * (1.1 + r.costs*float64(len(r.stages)))
	all := base * r.share / (most - r.share)
	if r.part != nil && r.Culprit != between { // the other component has more to do, too
		all = base * r.share / (most - r.share*most)
	}
	if r.nodes[r.Truth.node].phase == steps {
		all /= float64(r.Steps)
	}
	return all
}

// times is how often the culprit runs.
func (r *Run) times() int {
	if r.nodes[r.Truth.node].phase == steps {
		return r.Steps
	}
	return 1
}

// compute adds the work of a phase, or of a stage of a step, to what each rank has done.
func (r *Run) compute(phase, stage int, long float64, at []float64) {
	for i := range r.nodes {
		n := &r.nodes[i]
		if n.phase != phase || n.stage != stage || n.weight == 0 && !r.isCulprit(i) && i != r.second.node && r.Culprit != between {
			continue
		}
		for rank := range at {
			if !r.runs(i, rank) {
				continue
			}
			work := r.amount(i, rank, long) * r.noise(i, rank)
			r.work[i][rank] += work
			r.note(i, rank, at[rank], at[rank]+work)
			at[rank] += work
		}
	}
}

func (r *Run) isCulprit(i int) bool {
	return r.Truth.node == i && r.Truth.row < 0 || r.Truth.row == i
}

// amount is what a rank does each time in a node outside of those below, in nanoseconds, without noise.
func (r *Run) amount(i, rank int, long float64) float64 {
	n := &r.nodes[i]
	work := n.weight * long * r.heavier(n)
	if r.isCulprit(i) && r.Culprit != between {
		more := r.excess * r.levels[rank]
		if n.phase == steps {
			more *= r.since.often[r.now]
		}
		work += more
	}
	if i == r.since.turn && r.now < r.since.turns && rank == r.now%r.Ranks {
		work += r.since.more
	}
	if i == r.second.node {
		work += r.second.excess * r.second.levels[rank]
	}
	if i == r.less {
		work += r.excess * lesser * (1 - r.mean) * (1 - r.levels[rank])
	}
	return work * r.step
}

// heavier is by how much a whole component has more to do.
func (r *Run) heavier(n *node) float64 {
	switch {
	case n.environment == 1 && r.Culprit == between:
		return 1 + r.excess
	case n.environment == 2 && r.Culprit != between && r.Truth.node >= 0 && r.nodes[r.Truth.node].environment == 1:
		return 1 + r.excess*r.mean // as much as the other has on average
	}
	return 1
}

// noise is that of a step, or of a rank in all steps.
func (r *Run) noise(i, rank int) float64 {
	switch {
	case r.Noise == 0:
		return 1
	case r.steady == nil:
		return max(0.05, 1+r.Noise*r.r.NormFloat64())
	case r.steady[i][rank] == 0:
		r.steady[i][rank] = r.r.NormFloat64()
	}
	return max(0.05, 1+r.Noise*r.steady[i][rank])
}

// lesser is what share of what is to win slow ranks have less to do elsewhere.
const lesser = 0.3

// meet lets some ranks wait for each other.
func (r *Run) meet(s sync, at []float64, who func(rank int) bool, costs float64) {
	if s.around < 0 {
		return
	}
	latest := 0.0
	for rank, t := range at {
		if who(rank) {
			latest = max(latest, t)
		}
	}
	until := slices.Clone(at)
	for rank := range at {
		n := len(at)
		switch r.Coupling {
		case neighbours:
			until[rank] = max(at[rank], at[max(rank-1, 0)], at[min(rank+1, n-1)])
		case ring:
			until[rank] = max(at[rank], at[(rank+n-1)%n])
		default:
			until[rank] = latest
		}
	}
	for rank := range at {
		if !who(rank) {
			continue
		}
		waited := until[rank] - at[rank] + costs
		r.wait[r.of(s.row, rank)][rank] += waited * (1 - s.gap)
		r.wait[r.of(s.around, rank)][rank] += waited * s.gap
		at[rank] = until[rank] + costs
	}
}

// sum sums up what is below each node.
func (r *Run) sum() {
	r.busy, r.idle = table(len(r.nodes), r.Ranks), table(len(r.nodes), r.Ranks)
	for i := len(r.nodes) - 1; i >= 0; i-- {
		up := r.nodes[i].parent
		for rank := range r.Ranks {
			r.busy[i][rank] += r.work[i][rank]
			r.idle[i][rank] += r.wait[i][rank]
			if up >= 0 {
				r.busy[up][rank] += r.busy[i][rank]
				r.idle[up][rank] += r.idle[i][rank]
			}
		}
	}
}

// over is by how much a rank, of those that run a node, has more than the mean, and the most of that.
func (r *Run) over(i int, of []float64) (mean, most float64) {
	n := 0
	for rank, v := range of {
		if r.runs(i, rank) {
			mean, most, n = mean+v, max(most, v), n+1
		}
	}
	mean /= float64(max(n, 1))
	return mean, most - mean
}
