package history

import (
	"cmp"
	"math"
	"slices"
)

const (
	passes  = 3
	perhaps = 4.0  // deviations of what may be a change
	clear   = 3.0  // deviations, below which nothing is a change: times that are all the same differ by rounding
	least   = 2    // runs on either side of a change
	window  = 9    // runs, in which odd ones are told from a change
	clipped = 4.0  // deviations, beyond which an odd one counts no more
	quiet   = 1e-3 // runs are not taken to be closer to each other, as a share
)

// series is a region on its way.
type series struct {
	region *Region
	raw    []float64 // logarithms; NaN where there is none
	values []float64 // the same, of which odd ones are clipped
	noise  float64   // standard deviation of a run
	least  float64   // that of runs that follow each other, below which it is not
	cuts   []int     // runs with which something new begins, ascending
	stands []float64 // by how much the region stands out in each deal
}

// Find finds the changes of each group, at an error rate of alpha in all of it, which is not below LeastAlpha. Regions that never take a
// share of little of the run are left out.
func (h *History) Find(alpha, little float64) {
	for _, g := range h.Groups {
		g.find(alpha, little)
		g.Renames = g.renames()
	}
}

func (g *Group) find(alpha, little float64) {
	g.Changes = nil
	d := newDealer(g)
	var list []*series
	whole := g.at[WholePath]
	for _, r := range g.Regions {
		if r == whole || whole == nil || matters(r, whole, little) {
			if s := seriesOf(r, d); s != nil {
				list = append(list, s)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	for _, s := range list { // what may be a change is not to hide itself: chance is what is left without it
		s.cut(d.begins, perhaps)
	}
	var chance *chance
	changed := list
	for range passes {
		chance = d.deal(list, changed)
		limit := max(chance.limit(alpha), clear)
		changed = nil
		for _, s := range list {
			before := slices.Clone(s.cuts)
			if s.cut(d.begins, limit); !slices.Equal(before, s.cuts) {
				changed = append(changed, s)
			}
		}
		if len(changed) == 0 { // what is left by changes is as before
			break
		}
	}
	for _, s := range list {
		g.changes(s, chance)
	}
	slices.SortStableFunc(g.Changes, func(a, b Change) int {
		return cmp.Or(a.Commit-b.Commit, cmp.Compare(math.Abs(b.Since-b.Before), math.Abs(a.Since-a.Before)))
	})
}

// matters reports whether a region takes more than a little of the run somewhere.
func matters(r, whole *Region, little float64) bool {
	for i, v := range r.Values {
		if v > little*whole.Values[i] {
			return true
		}
	}
	return false
}

// seriesOf returns the course of a region, or nil if there are too few runs of it.
func seriesOf(r *Region, d *dealer) *series {
	s := &series{region: r, raw: make([]float64, len(r.Values)), values: make([]float64, len(r.Values))}
	there := 0
	for i, v := range r.Values {
		if s.raw[i] = math.NaN(); v > 0 {
			s.raw[i] = math.Log(v)
			there++
		}
	}
	if there < 2*least {
		return nil
	}
	w := worker{dealer: d}
	s.least = w.ofRuns(s.raw)
	clip(s.values, s.raw, w.noise(d.blocksOf(s.raw), nil, s.least))
	s.noise = w.noise(d.blocksOf(s.values), nil, s.least) // in which odd ones count little
	return s
}

// clip brings values that are far from those around them near: single odd ones.
func clip(to, raw []float64, noise float64) {
	var near [window]float64
	for i, v := range raw {
		if to[i] = v; math.IsNaN(v) {
			continue
		}
		n := 0
		for k := min(max(i-window/2, 0), max(len(raw)-window, 0)); k < len(raw) && n < window; k++ {
			if !math.IsNaN(raw[k]) {
				near[n] = raw[k]
				n++
			}
		}
		middle := median(near[:n])
		to[i] = min(max(v, middle-clipped*noise), middle+clipped*noise)
	}
}

// median returns the median of values, which it sorts.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// best returns where the runs from one on up to another differ most from those before, and by how many standard deviations.
func (s *series) best(begins []bool, from, to int) (at int, most float64) {
	count, sum := 0, 0.0
	for i := from; i < to; i++ {
		if v := s.values[i]; !math.IsNaN(v) {
			count, sum = count+1, sum+v
		}
	}
	before, left := 0, 0.0
	for i := from; i < to; i++ {
		if begins[i] && before >= least && count-before >= least {
			if z := math.Abs(left-sum*float64(before)/float64(count)) * weight(before, count) / s.noise; z > most {
				at, most = i, z
			}
		}
		if v := s.values[i]; !math.IsNaN(v) {
			before, left = before+1, left+v
		}
	}
	return at, most
}

// weight makes deviations of the mean from a sum of some values, less what it would be if they were like all.
func weight(some, all int) float64 {
	n, m := float64(some), float64(all)
	return math.Sqrt(m / (n * (m - n)))
}

// cut finds where something new begins.
func (s *series) cut(begins []bool, limit float64) {
	s.cuts = s.cuts[:0]
	for list := [][2]int{{0, len(s.values)}}; len(list) > 0; {
		part := list[len(list)-1]
		list = list[:len(list)-1]
		if at, z := s.best(begins, part[0], part[1]); z > limit {
			s.cuts = append(s.cuts, at)
			list = append(list, [2]int{part[0], at}, [2]int{at, part[1]})
		}
	}
	slices.Sort(s.cuts)
	for k := 0; k < len(s.cuts); { // what a later cut explains is none
		if s.stand(k) <= limit {
			s.cuts = slices.Delete(s.cuts, k, k+1)
			k = 0
			continue
		}
		k++
	}
}

// stand is by how many deviations the runs from a cut up to the next differ from those since the one before.
func (s *series) stand(k int) float64 {
	from, to := s.around(k)
	only := make([]bool, to)
	only[s.cuts[k]] = true
	_, z := s.best(only, from, to)
	return z
}

// around returns the runs between the cuts before and behind one.
func (s *series) around(k int) (from, to int) {
	to = len(s.values)
	if k > 0 {
		from = s.cuts[k-1]
	}
	if k+1 < len(s.cuts) {
		to = s.cuts[k+1]
	}
	return from, to
}

// changes adds what the cuts of a region come to.
func (g *Group) changes(s *series, chance *chance) {
	for k, at := range s.cuts {
		from, to := s.around(k)
		var sides [2][]float64
		last := -1
		for i := from; i < to; i++ {
			side := 0
			if i >= at {
				side = 1
			}
			if v := s.region.Values[i]; v > 0 {
				if sides[side] = append(sides[side], v); side == 0 {
					last = i
				}
			}
		}
		first := at
		for math.IsNaN(s.values[first]) {
			first++
		}
		g.Changes = append(g.Changes, Change{Region: s.region, Commit: g.commitOf(first), After: g.commitOf(last), Before: median(sides[0]), Since: median(sides[1]), P: chance.p(s.stand(k))})
	}
}

// commitOf returns the commit of a run.
func (g *Group) commitOf(run int) int {
	at, _ := slices.BinarySearchFunc(g.Commits, run, func(c Commit, run int) int { return cmp.Compare(c.Last, run) })
	return at
}
