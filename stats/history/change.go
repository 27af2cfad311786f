package history

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Changes are found in all regions together. The runs are dealt to the places of the history in other orders: if nothing has changed, the
// order in which they really are is like any other. How far regions stand out then by chance, the most of them and wherever in the history
// that is, says how far one has to stand out: so one error rate is that of all regions and commits, however many there are and however
// they depend on each other.

const (
	leastDeals, mostDeals = 100, 200
	mostSteps             = 150_000_000 // of all deals, unless that makes them too few
	passes                = 3
	clear                 = 3.0  // deviations, below which nothing is a change: times that are all the same differ by rounding
	least                 = 2    // runs on either side of a change
	window                = 9    // runs, in which odd ones are told from a change
	clipped               = 4.0  // deviations, beyond which an odd one counts no more
	small                 = 2.5  // deviations, up to which one about 0 is not odd: those around it are about 0, too
	mostPairs             = 512  // of runs of which the noise is made
	quiet                 = 1e-3 // runs are not taken to be closer to each other, as a share
)

// series is a region on its way.
type series struct {
	region *Region
	raw    []float64 // logarithms; NaN where there is none
	values []float64 // the same, of which odd ones are clipped
	noise  float64   // standard deviation of a run
	cuts   []int     // runs with which something new begins, ascending
}

// Find finds the changes of each group, at an error rate of alpha in all of it. Regions that never take a share of little of the run are
// left out.
func (h *History) Find(alpha, little float64) {
	for _, g := range h.Groups {
		g.find(alpha, little)
	}
}

func (g *Group) find(alpha, little float64) {
	begins := make([]bool, len(g.Runs)+1) // a commit begins with that run
	for _, c := range g.Commits {
		begins[c.First] = true
	}
	var list []*series
	whole := g.at[WholePath]
	for _, r := range g.Regions {
		if r == whole || whole == nil || matters(r, whole, little) {
			if s := seriesOf(r); s != nil {
				list = append(list, s)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	var chance []float64
	for range passes {
		chance = dealt(list, begins)
		settled := true
		limit := max(chance[min(int(math.Ceil((1-alpha)*float64(len(chance)))), len(chance)-1)], clear)
		for _, s := range list {
			before := slices.Clone(s.cuts)
			s.cut(begins, limit)
			settled = settled && slices.Equal(before, s.cuts)
		}
		if settled { // what is left by changes is as before
			break
		}
	}
	g.Changes = nil
	for _, s := range list {
		g.changes(s, begins, chance)
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
func seriesOf(r *Region) *series {
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
	s.settle()
	return s
}

// settle sets by how much runs differ, and clips odd ones.
func (s *series) settle() {
	s.noise = noiseOf(s.raw, nil)
	clip(s.values, s.raw, s.noise, 0)
}

// noiseOf returns the standard deviation of a run, as runs that follow each other differ: a change is in one such pair only. Of many, some are
// looked at. Steps is room for them, which can be used again.
func noiseOf(values, steps []float64) float64 {
	steps = steps[:0]
	last, stride := math.NaN(), 1+len(values)/mostPairs
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if !math.IsNaN(last) && i%stride == 0 {
			steps = append(steps, math.Abs(v-last))
		}
		last = v
	}
	if len(steps) == 0 {
		return quiet
	}
	return max(median(steps)/(0.6745*math.Sqrt2), quiet)
}

// clip brings values that are far from those around them near: single odd ones. Values that are within some bound of 0 are not looked at.
func clip(to, raw []float64, noise, bound float64) {
	copy(to, raw)
	var near [window]float64
	for i, v := range raw {
		if math.IsNaN(v) || math.Abs(v) < bound {
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
			if z := standing(left, sum, before, count) / s.noise; z > most {
				at, most = i, z
			}
		}
		if v := s.values[i]; !math.IsNaN(v) {
			before, left = before+1, left+v
		}
	}
	return at, most
}

// standing is by how much the mean of some values stands out from that of the rest, over what one value differs by.
func standing(left, sum float64, before, count int) float64 {
	n, m := float64(before), float64(count)
	return math.Abs(left-sum*n/m) * math.Sqrt(m/(n*(m-n)))
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
		from, to := s.around(k)
		only := make([]bool, len(begins))
		only[s.cuts[k]] = true
		if _, z := s.best(only, from, to); z <= limit {
			s.cuts = slices.Delete(s.cuts, k, k+1)
			k = 0
			continue
		}
		k++
	}
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

// rest returns the values, none of them clipped, less the median of their part.
func (s *series) rest() []float64 {
	rest := slices.Clone(s.raw)
	for k := 0; k <= len(s.cuts); k++ {
		from, to := 0, len(rest)
		if k > 0 {
			from = s.cuts[k-1]
		}
		if k < len(s.cuts) {
			to = s.cuts[k]
		}
		var there []float64
		for _, v := range rest[from:to] {
			if !math.IsNaN(v) {
				there = append(there, v)
			}
		}
		middle := median(there)
		for i := from; i < to; i++ {
			rest[i] -= middle
		}
	}
	return rest
}

// dealt returns how far the region that stands out most does so in other orders of the runs, ascending.
func dealt(list []*series, begins []bool) []float64 {
	rests := make([][]float64, len(list))
	for i, s := range list {
		rests[i] = s.rest()
	}
	n := len(rests[0])
	most := make([]float64, min(max(mostSteps/(n*len(list)), leastDeals), mostDeals))
	deals := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(most)) {
		workers.Go(func() {
			one, raw, steps := series{values: make([]float64, n)}, make([]float64, n), make([]float64, 0, n)
			for deal := range deals {
				order := rand.New(rand.NewPCG(1, uint64(deal))).Perm(n) // the same files have the same answer
				for i := range list {
					for to, from := range order {
						raw[to] = rests[i][from]
					}
					one.noise = noiseOf(raw, steps) // which depends on the order, too
					clip(one.values, raw, one.noise, small*one.noise)
					_, z := one.best(begins, 0, n)
					most[deal] = max(most[deal], z)
				}
			}
		})
	}
	for deal := range most {
		deals <- deal
	}
	close(deals)
	workers.Wait()
	slices.Sort(most)
	return most
}

// changes adds what the cuts of a region come to.
func (g *Group) changes(s *series, begins []bool, chance []float64) {
	for k, at := range s.cuts {
		from, to := s.around(k)
		only := make([]bool, len(begins))
		only[at] = true
		_, z := s.best(only, from, to)
		above, _ := slices.BinarySearch(chance, z)
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
		g.Changes = append(g.Changes, Change{Region: s.region, Commit: g.commitOf(first), After: g.commitOf(last), Before: median(sides[0]), Since: median(sides[1]),
			P: float64(len(chance)-above+1) / float64(len(chance)+1)})
	}
}

// commitOf returns the commit of a run.
func (g *Group) commitOf(run int) int {
	at, _ := slices.BinarySearchFunc(g.Commits, run, func(c Commit, run int) int { return cmp.Compare(c.Last, run) })
	return at
}
