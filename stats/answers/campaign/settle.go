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
	t.Suffices = r.Coupling == apart || r.recorded() || !r.planted()
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
	least, most := math.Inf(1), 0.0
	for rank, v := range work {
		if r.levels[rank] == 1 {
			least = min(least, v)
		} else if r.runs(culprit, rank) {
			most = max(most, v)
		}
	}
	return clear && t.Low > 2*r.rest(culprit) && (r.Slow == "gradient" || least-most > more/2)
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
	worst, list := 0.0, make([]float64, r.Ranks)
	for i := range r.nodes {
		if uneven && r.nodes[i].environment == 0 {
			continue
		}
		copy(list, r.busy[i])
		if culprit >= 0 && r.within(culprit, i) {
			for rank := range list {
				list[rank] -= r.work[culprit][rank]
			}
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
