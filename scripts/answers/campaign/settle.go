package campaign

import (
	"math"
	"slices"

	"github.com/go-hpc/timers/stats/answers"
)

// settle finds the truth, and reports whether noise leaves it to be seen.
func (r *Run) settle() bool {
	t := &r.Truth
	t.Run = 0
	for i := range r.nodes {
		if r.nodes[i].parent < 0 {
			for rank := range r.Ranks {
				t.Run = max(t.Run, r.busy[i][rank]+r.idle[i][rank])
			}
		}
	}
	switch { // times that make up for others may be waits, and less of everything may be, too
	case r.Coupling == apart:
		t.Suffices = r.less < 0 && r.again < 0 && (r.Shape != programs || !r.planted())
	default:
		t.Suffices = r.recorded() || !r.planted() && r.again < 0
	}
	t.Slow = make([]bool, r.Ranks)
	if !r.planted() {
		t.Kind = answers.Balanced
		return r.rest(-1) < 0.015*t.Run
	}
	for rank, l := range r.levels {
		t.Slow[rank] = l > 0.4 // those in the middle of a gradient may be called slow
	}
	more := r.excess * r.step * float64(r.times())
	t.Low = more * (1 - r.mean)
	if r.second.node >= 0 {
		return r.settleTwo(more)
	}
	if r.Culprit == between {
		t.Kind = answers.Between
		of, _ := r.over(t.node, r.busy[t.node])
		all, _ := r.over(0, r.components())
		t.Low, t.High = min(t.Low, of-all), max(t.Low, of-all)
		return t.Low > 2*r.rest(-1)
	}
	t.Kind = answers.Slow
	culprit := t.node
	if t.row >= 0 {
		culprit = t.row
	}
	work := r.work[culprit]
	_, t.High = r.over(culprit, work)
	if twin := r.other(culprit); twin >= 0 { // the other group could do it, too
		t.Low = more * (1 - mean(r.levels))
		t.High = slices.Max(work) - mean(work) - mean(r.work[twin])
	}
	clear := r.only() || math.Abs(t.High-t.Low) < t.Low/4
	switch {
	case r.only(): // others could do it, or nobody
		t.High = slices.Max(work)
	case r.nodes[culprit].workers: // the master could
		t.High = max(t.High, slices.Max(work)-mean(work))
	}
	t.Low, t.High = min(t.Low, t.High), max(t.Low, t.High)
	if r.less >= 0 { // then others have more to do
		t.Low *= 1 - lesser*(1-r.mean)
	}
	return clear && t.Low > 2*r.rest(culprit) && (r.Slow == "gradient" || r.margin(culprit) > more/2)
}

// margin is by how much the fastest of the slow ranks does more in a node than the slowest of the others.
func (r *Run) margin(node int) float64 {
	least, most := math.Inf(1), 0.0
	for rank, v := range r.work[node] {
		if r.levels[rank] == 1 {
			least = min(least, v)
		} else if r.runs(node, rank) {
			most = max(most, v)
		}
	}
	return least - most
}

// settleTwo is settle of two culprits. Where ranks meet between them, what both cost adds up; elsewhere ranks that are slow in one
// of them wait for those of the other.
func (r *Run) settleTwo(more float64) bool {
	t, b := &r.Truth, &r.second
	t.Kind = answers.Slow
	both := r.second.excess * r.step * float64(r.Steps)
	t.one = [2]float64{more * (1 - r.mean), both * (1 - b.mean)}
	together := r.nodes[t.node].stage == r.nodes[b.node].stage
	if r.Record == syncs && together && !slices.Equal(t.Slow, b.slow) { // as if ranks waited in one of them, which is not marked
		t.Suffices = false
	}
	if t.Low = t.one[0] + t.one[1]; together {
		sum, most := 0.0, 0.0
		for rank := range r.Ranks {
			has := more*r.levels[rank] + both*b.levels[rank]
			sum, most = sum+has, max(most, has)
		}
		t.Low = most - sum/float64(r.Ranks)
	}
	_, first := r.over(t.node, r.work[t.node])
	_, other := r.over(b.node, r.work[b.node])
	if t.High = first + other; together {
		list := make([]float64, r.Ranks)
		for rank := range list {
			list[rank] = r.work[t.node][rank] + r.work[b.node][rank]
		}
		_, t.High = r.over(0, list)
	}
	idle := -r.costs * r.step * float64(r.Steps*len(r.stages)+2) // noise makes ranks wait, too
	for i := range r.nodes {
		if r.nodes[i].parent < 0 && !waiting(r.nodes[i].name) {
			idle += mean(r.idle[i])
		}
	}
	fits := math.Abs(t.High-t.Low) < t.Low/4
	t.Low, t.High = min(t.Low, t.High), max(t.Low, t.High, idle)
	return fits && min(t.one[0], t.one[1]) > 2*r.rest(t.node)
}

// components is what each rank does in its component.
func (r *Run) components() []float64 {
	list := make([]float64, r.Ranks)
	for i := range r.nodes {
		if up := r.nodes[i].parent; up >= 0 && r.nodes[i].environment > 0 && r.nodes[up].environment == 0 {
			for rank := range list {
				list[rank] += r.busy[i][rank]
			}
		}
	}
	return list
}

// rest is the most by which a rank does more than the mean without the culprit.
func (r *Run) rest(culprit int) float64 {
	uneven := r.part != nil && r.planted() && r.nodes[r.Truth.node].environment > 0 // on purpose
	worst, list, twin := 0.0, make([]float64, r.Ranks), -1
	if culprit >= 0 {
		twin = r.other(culprit)
	}
	for i := range r.nodes {
		if uneven && r.nodes[i].environment == 0 {
			continue
		}
		copy(list, r.busy[i])
		if culprit >= 0 && r.within(culprit, i) {
			for rank := range list {
				list[rank] -= r.work[culprit][rank]
				if twin >= 0 {
					list[rank] -= r.work[twin][rank]
				}
			}
		}
		if b := r.second.node; b >= 0 && r.within(b, i) {
			for rank := range list {
				list[rank] -= r.work[b][rank]
			}
		}
		if r.again >= 0 {
			list[r.again] /= 0.6
		}
		if r.Coupling == master {
			list[0] = mean(list[1:]) // which has nothing to do
		}
		_, most := r.over(i, list)
		worst = max(worst, most)
	}
	return worst
}

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}
