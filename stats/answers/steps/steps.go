// Package steps finds since when ranks are slow: of what a region took on each rank in each step of the program, which
// ranks take longer, in which steps, and by how much.
package steps

import (
	"math"
	"slices"
)

// A Pattern says in which steps ranks are slow.
type Pattern string

const (
	Always   Pattern = "always"
	Stretch  Pattern = "stretch"  // from First to Last, in all steps between them
	Periodic Pattern = "periodic" // in each Period-th step, from First to Last
	Some     Pattern = "some"     // in Slow of the steps from First to Last
	Growing  Pattern = "growing"  // more from step to step
	InTurn   Pattern = "in turn"  // in each step another rank: none of them is to blame
)

const (
	leastSteps = 4    // of fewer nothing is told
	chance     = 1e-4 // of one stretch of values on one rank, to stand out as much
	apart      = 3.8  // how many deviations two kinds of values are apart …
	fewApart   = 5.5  // … and those of few, of which some are alike by chance
	few        = 16
	tell       = 2    // how many deviations the one slow rank of a step is above the others, if in most steps there is one
	sure       = 5    // how many deviations a mean is above none
	member     = 3    // and that of a rank, to be slow with others
	quiet      = 0.3  // of the excess in slow steps, that there may be in the others
	like       = 0.97 // of what the best stretch explains, that one to the end does, too
	usual      = 0.9  // of the values, that a few large ones do not hide
	worth      = 0.01 // of what the region takes: less is not worth a sentence
	someTurns  = 0.75 // of the steps, in which one rank alone is slow, if ranks are slow in turn
	simpler    = 1.5  // how much more another way to see it must explain than that some ranks are slower than others
	alone      = 0.6  // of what the slowest takes longer, that the next one does at most
)

// A Change is which ranks take longer and in which steps. Ranks and steps are places in what was given.
type Change struct {
	Pattern     Pattern
	Ranks       []int // ascending
	All         bool  // these are all that there are
	First, Last int   // the first slow step and the last
	Slow        int   // how many there are, …
	Of          int   // … of so many steps
	Period      int   // of Periodic
	Mean        bool  // it is so on average over the slow steps; in some of them one of the ranks, or all, do not take longer
	// Seconds is how much longer each of the ranks takes in a slow step: than the median of the others in that step or, if
	// Before is set, than itself in the other steps. Of Growing it is by how much that grows, from the first step to the last.
	Seconds float64
	Before  bool
}

// Find looks for a change in what ranks took in each step, NaN where that is not known. If some ranks are named, one of
// them has to be among those that take longer. It reports whether there is one that is more than chance.
func Find(seconds [][]float64, among []int) (Change, bool) {
	s := newSeries(seconds)
	if s.steps < leastSteps || !(s.level > 0) {
		return Change{}, false
	}
	over := make([][]float64, len(seconds))
	for rank := range over {
		over[rank] = make([]float64, s.steps)
	}
	for step := range s.steps {
		s.over(step, over)
	}
	if c, ok := s.inTurn(over); ok {
		return c, true
	}
	best, found := s.across(over, among)
	for _, other := range []func([]int) (Change, bool){s.before, s.most} {
		if c, ok := other(among); ok && c.all() > simpler*best.all() {
			best, found = c, true
		}
	}
	return best, found
}

// all is how much it is on all ranks in all steps together.
func (c *Change) all() float64 { return c.Seconds * float64(c.Slow) * float64(len(c.Ranks)) }

// series is what ranks took in each step.
type series struct {
	seconds [][]float64
	steps   int
	level   float64 // what a step takes, the median
	clear   float64 // how often a pattern explains more of the squares than what it leaves, for each value, if not by chance
}

func newSeries(seconds [][]float64) *series {
	s := &series{seconds: seconds}
	var all []float64
	for _, list := range seconds {
		s.steps = max(s.steps, len(list))
		all = append(all, list...)
	}
	s.level = median(all)
	if whole := mean(all); s.level < worth*whole { // most have nothing to do there
		s.level = whole
	}
	s.clear = 2 * math.Log(float64(len(all)+1)/chance)
	return s
}

// at is what a rank took in a step.
func (s *series) at(rank, step int) float64 {
	if list := s.seconds[rank]; step < len(list) {
		return list[step]
	}
	return math.NaN()
}

// over says how much longer each rank took in a step than the median of the others, of an even number the lower of the
// two in the middle: where half of the ranks are slow, it is one of those that are not.
func (s *series) over(step int, over [][]float64) {
	var sorted []float64
	for rank := range s.seconds {
		if v := s.at(rank, step); v == v {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	for rank := range s.seconds {
		v, middle := s.at(rank, step), (len(sorted)-2)/2
		if v != v || len(sorted) < 2 {
			over[rank][step] = math.NaN()
			continue
		}
		if place, _ := slices.BinarySearch(sorted, v); place <= middle {
			middle++
		}
		over[rank][step] = v - sorted[middle]
	}
}

// across looks for ranks that take longer than the others.
func (s *series) across(over [][]float64, among []int) (Change, bool) {
	return largest(over, among, s.acrossFrom)
}

// largest is the largest change that is found from one of the ranks that may be slow.
func largest(over [][]float64, among []int, from func(seed int, over [][]float64) (Change, bool)) (best Change, found bool) {
	for _, seed := range seeds(over, among) {
		if c, ok := from(seed, over); ok && (!found || c.all() > best.all()) {
			best, found = c, true
		}
	}
	return best, found
}

// acrossFrom looks for those that are slow when a rank is.
func (s *series) acrossFrom(seed int, over [][]float64) (Change, bool) {
	p := s.patternOf(over[seed])
	var set []int
	for range 3 { // the set and its steps make each other more exact
		if !p.found {
			return Change{}, false
		}
		next := s.members(over, &p)
		if len(next) == 0 || len(next) == len(over) || slices.Equal(next, set) {
			break
		}
		set = next
		p = s.patternOf(s.excess(set))
	}
	if len(set) > 0 && (p.kind == Growing && !separate(set, &p, over) || !s.together(set, &p)) { // as in beforeFrom
		set, p = []int{seed}, s.patternOf(over[seed])
	} else if len(set) == 0 || !separate(set, &p, over) {
		return Change{}, false
	}
	if !p.found || p.mean < worth*s.level {
		return Change{}, false
	}
	p.notAll = p.notAll || !s.each(set, &p)
	return p.change(set, len(over), false), true
}

// members are the ranks that are slow in the steps of a pattern, by half as much as the slowest at least.
func (s *series) members(over [][]float64, p *pattern) (set []int) {
	excess := make([]float64, len(over))
	for rank := range over {
		excess[rank] = meanWhere(over[rank], p.slow)
	}
	least := max(p.mean/2, member*p.noise/math.Sqrt(float64(p.count)), worth*s.level)
	for rank, v := range excess {
		if v >= least {
			set = append(set, rank)
		}
	}
	return set
}

// separate reports whether no rank stands between those of a set and the others.
func separate(set []int, p *pattern, over [][]float64) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for rank := range over {
		v := meanWhere(over[rank], p.slow)
		if _, in := slices.BinarySearch(set, rank); in {
			least = min(least, v)
		} else {
			most = max(most, v)
		}
	}
	return least-most >= quiet*p.mean
}

// excess is in each step how much longer the ranks of a set take, on the mean, than the median of the others.
func (s *series) excess(set []int) []float64 {
	return s.excessOver(set, s.others(set))
}

// excessOver is that, over what the others take in each step.
func (s *series) excessOver(set []int, others []float64) []float64 {
	list := s.meanOf(set)
	for step := range list {
		list[step] -= others[step]
	}
	return list
}

// meanOf is what ranks take in each step, on the mean.
func (s *series) meanOf(set []int) []float64 {
	list := make([]float64, s.steps)
	for step := range list {
		sum, n := 0.0, 0
		for _, rank := range set {
			if v := s.at(rank, step); v == v {
				sum, n = sum+v, n+1
			}
		}
		list[step] = sum / float64(n)
	}
	return list
}

// others is the median of the ranks that are not in a set, in each step.
func (s *series) others(set []int) []float64 {
	list := make([]float64, s.steps)
	for step := range list {
		var others []float64
		for rank := range s.seconds {
			if _, in := slices.BinarySearch(set, rank); !in {
				others = append(others, s.at(rank, step))
			}
		}
		list[step] = median(others)
	}
	return list
}

// each reports whether each rank of a set takes longer than the others in each of the slow steps.
func (s *series) each(set []int, p *pattern) bool {
	others := s.others(set)
	for _, rank := range set {
		for step, slow := range p.slow {
			if slow && s.at(rank, step) < others[step] {
				return false
			}
		}
	}
	return true
}

// together reports whether the ranks of a set are slow in the same steps of a pattern, and not some until a step and others from it on.
func (s *series) together(set []int, p *pattern) bool {
	if len(set) < 2 {
		return true
	}
	others := s.others(set)
	whole := s.excessOver(set, others)
	for _, rank := range set {
		var own, all []float64
		for step, slow := range p.slow {
			if v := s.at(rank, step) - others[step]; slow && v == v {
				own, all = append(own, v), append(all, whole[step])
			}
		}
		share := mean(own) / mean(all)
		for i, v := range all {
			own[i] -= share * v
		}
		if shifts(own, p.mean/2, chance/float64(len(set))) {
			return false
		}
	}
	return true
}

// before looks for ranks that take longer in some steps than themselves in others. They may be most of all, or all.
func (s *series) before(among []int) (Change, bool) {
	own := make([][]float64, len(s.seconds))
	for rank := range own {
		own[rank] = s.ownExcess(rank, nil)
	}
	return largest(own, among, s.beforeFrom)
}

// beforeFrom looks for those that are slow when a rank is.
func (s *series) beforeFrom(seed int, own [][]float64) (Change, bool) {
	p := s.patternOf(own[seed])
	if !p.found || p.kind == Always {
		return Change{}, false
	}
	set := s.members(own, &p)
	if len(set) == 0 {
		return Change{}, false
	}
	pooled := make([]float64, s.steps)
	for step := range pooled {
		var list []float64
		for _, rank := range set {
			list = append(list, s.at(rank, step))
		}
		pooled[step] = mean(list)
	}
	whole := series{seconds: [][]float64{pooled}, steps: s.steps, clear: s.clear}
	if p = s.patternOf(whole.ownExcess(0, nil)); p.found { // and now by what is known to be quick
		p = s.patternOf(whole.ownExcess(0, p.slow))
	}
	if !p.found || p.kind == Always || p.mean < worth*s.level {
		return Change{}, false
	}
	if len(set) < len(own) && !separate(set, &p, own) { // some are slower by more, and some by less: it is so of the slowest, anyway
		if set, p = []int{seed}, s.patternOf(own[seed]); p.mean < worth*s.level {
			return Change{}, false
		}
	}
	return p.change(set, len(own), true), true
}

// ownExcess is how much longer a rank takes in each step than where it is quick: in the steps that are not slow or, if
// these are not known, in the quicker ones of two kinds of steps.
func (s *series) ownExcess(rank int, slow []bool) []float64 {
	list := make([]float64, s.steps)
	for step := range list {
		list[step] = s.at(rank, step)
	}
	var quick []float64
	limit := math.Inf(1)
	if slow == nil {
		limit = split(list)
	}
	for step, v := range list {
		if v < limit && (slow == nil || !slow[step]) {
			quick = append(quick, v)
		}
	}
	level := median(quick)
	for step := range list {
		list[step] -= level
	}
	return list
}

// most looks for ranks, more than half of all, that take longer in all steps than the others, or more from step to step.
func (s *series) most(among []int) (Change, bool) {
	means := make([]float64, len(s.seconds))
	for rank := range means {
		means[rank] = mean(s.seconds[rank])
	}
	limit := split(means)
	var set []int
	for rank, v := range means {
		if v >= limit {
			set = append(set, rank)
		}
	}
	if len(set) == 0 || len(set) == len(means) || len(among) > 0 && !slices.ContainsFunc(among, func(rank int) bool { return slices.Contains(set, rank) }) {
		return Change{}, false
	}
	p := s.patternOf(s.excess(set))
	if !p.found || p.kind != Always && p.kind != Growing || p.mean < worth*s.level || !separate(set, &p, s.seconds) || !s.together(set, &p) {
		return Change{}, false
	}
	p.notAll = p.notAll || !s.each(set, &p)
	return p.change(set, len(means), false), true
}

// inTurn reports whether in most steps one rank alone is slow, and each time another.
func (s *series) inTurn(over [][]float64) (Change, bool) {
	var times = make([]int, len(over))
	c, excess, noise := Change{Pattern: InTurn, First: -1, Of: s.steps}, 0.0, noiseOf(over)
	for step := range s.steps {
		first, second, slowest := 0.0, 0.0, -1
		for rank := range over {
			switch v := over[rank][step]; {
			case v > first:
				first, second, slowest = v, first, rank
			case v > second:
				second = v
			}
		}
		if slowest < 0 || first < max(tell*noise, worth*s.level) || second > alone*first {
			continue
		}
		times[slowest]++
		if c.Slow++; c.First < 0 {
			c.First = step
		}
		excess, c.Last = excess+first, step
	}
	for rank, n := range times {
		if n > 0 {
			c.Ranks = append(c.Ranks, rank)
		}
	}
	limit := 0.4 // of the turns, that one rank may have
	if len(over) < 4 {
		limit = 0.6
	}
	if float64(c.Slow) < someTurns*float64(s.steps) || len(c.Ranks) < max(2, min(len(over), s.steps)/2) || float64(slices.Max(times)) > limit*float64(c.Slow) {
		return Change{}, false
	}
	c.All, c.Seconds = len(c.Ranks) == len(over), excess/float64(c.Slow)
	return c, true
}

// noiseOf is the usual deviation of values, of which some may be much larger.
func noiseOf(values [][]float64) float64 {
	var all []float64
	for _, list := range values {
		for _, v := range list {
			if v == v {
				all = append(all, v)
			}
		}
	}
	limit := split(all)
	slow := make([]bool, len(all))
	for i, v := range all {
		slow[i] = v >= limit
	}
	return deviation(all, slow)
}
