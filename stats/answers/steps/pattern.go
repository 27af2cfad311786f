package steps

import (
	"cmp"
	"math"
	"slices"
)

// pattern is in which steps values stand out.
type pattern struct {
	found  bool
	kind   Pattern
	slow   []bool
	count  int // of slow steps
	period int
	mean   float64 // of the values in these
	size   float64 // how much they stand out: by mean or, of those that grow, from the first to the last
	notAll bool    // in some of the slow steps there is no excess
	noise  float64 // the usual deviation of a value from that of its kind
}

// patternOf finds it. Values are what is more than usual: where they do not stand out they are about 0.
func (s *series) patternOf(values []float64) pattern {
	list := slices.Clone(values)
	for i, v := range list {
		if v != v {
			list[i] = 0
		}
	}
	n := len(list)
	part := partOf(list, s.clear)
	if slope, rest, ok := trend(list, s.clear); ok && (part == nil || rest < part.rest) {
		p := marked(list, func(int) bool { return true }, Growing)
		p.size, p.noise = slope*float64(n-1), math.Sqrt(rest/float64(n))
		return p
	}
	if part != nil {
		return marked(list, func(i int) bool { return i >= part.from && i < part.to }, Stretch)
	}
	limit := split(list)
	if p := marked(list, func(i int) bool { return list[i] >= limit }, Some); p.count > 1 && p.count < n && p.standsOut(list) {
		p.regular(list)
		return p
	}
	p := marked(list, func(int) bool { return true }, Always)
	p.found = p.mean > sure*p.noise/math.Sqrt(float64(n)) && p.mean > 0
	return p
}

// marked is a pattern by which steps are slow.
func marked(list []float64, slow func(i int) bool, kind Pattern) pattern {
	p := pattern{found: true, kind: kind, slow: make([]bool, len(list))}
	for i := range list {
		if p.slow[i] = slow(i); p.slow[i] {
			p.count++
			p.notAll = p.notAll || list[i] < 0
		}
	}
	p.mean = meanWhere(list, p.slow)
	p.size, p.noise = p.mean, deviation(list, p.slow)
	return p
}

// standsOut reports whether slow steps are of another kind than the rest.
func (p *pattern) standsOut(list []float64) bool {
	quickly := slices.Clone(p.slow)
	for i := range quickly {
		quickly[i] = !quickly[i]
	}
	rest := meanWhere(list, quickly)
	deviations := apart
	if len(list) < few {
		deviations = fewApart
	}
	return p.mean-rest > deviations*p.noise && math.Abs(rest) <= quiet*p.mean
}

// regular finds out whether slow steps come in equal distances, from the beginning to the end, but for one in ten.
func (p *pattern) regular(list []float64) {
	var distances []int
	at := -1
	for i, slow := range p.slow {
		if slow && at >= 0 {
			distances = append(distances, i-at)
		}
		if slow {
			at = i
		}
	}
	slices.Sort(distances)
	distance := distances[len(distances)/2]
	phases := make([]int, distance)
	for i, slow := range p.slow {
		if slow {
			phases[i%distance]++
		}
	}
	first, all := 0, 0
	for phase, n := range phases {
		if all += n; n > phases[first] {
			first = phase
		}
	}
	expected := (len(p.slow) - first + distance - 1) / distance
	if wrong := all + expected - 2*phases[first]; distance > 1 && expected > 2 && wrong <= expected/10 {
		*p = marked(list, func(i int) bool { return i%distance == first }, Periodic)
		p.period = distance
	}
}

func (p *pattern) ends() (first, last int) {
	first = slices.Index(p.slow, true)
	for i, slow := range p.slow {
		if slow {
			last = i
		}
	}
	return first, last
}

func (p *pattern) change(set []int, of int, before bool) Change {
	first, last := p.ends()
	return Change{Pattern: p.kind, Ranks: set, All: len(set) == of, First: first, Last: last, Slow: p.count, Of: len(p.slow), Period: p.period, Mean: p.notAll, Seconds: p.size, Before: before}
}

// part is a stretch of values that stand out from the rest.
type part struct {
	from, to        int
	inside, outside float64 // means
	score, rest     float64 // squares that it explains, and that it leaves
}

// partOf finds it, nil if values stand out everywhere or nowhere. A single value does not decide, unless it is most of all.
func partOf(list []float64, clear float64) *part {
	sizes := make([]float64, len(list))
	for i, v := range list {
		sizes[i] = math.Abs(v)
	}
	slices.Sort(sizes)
	most := 3 * sizes[min(int(usual*float64(len(list))), len(list)-1)]
	if most > 0 {
		cut := make([]float64, len(list))
		for i, v := range list {
			cut[i] = max(-most, min(most, v))
		}
		if p := stretch(cut, clear); p != nil {
			p.trim(list)
			return p
		}
	}
	best := stretch(list, clear)
	if best == nil {
		return nil
	}
	others, sum := 0.0, 0.0
	for i, v := range list {
		if sum += v; i < best.from || i >= best.to {
			others = max(others, math.Abs(v))
		}
	}
	if best.inside > 2*others && best.inside*float64(best.to-best.from) > sum/4 {
		return best
	}
	return nil
}

// trim takes from the ends of a part what does not stand out.
func (p *part) trim(list []float64) {
	inside := mean(list[p.from:p.to])
	for p.to-p.from > 1 && list[p.from] < quiet*inside {
		p.from++
	}
	for p.to-p.from > 1 && list[p.to-1] < quiet*inside {
		p.to--
	}
}

// stretch is that with the largest difference between within and without, if there is little without, and much more
// within than by chance.
func stretch(list []float64, clear float64) *part {
	n := len(list)
	sums := make([]float64, n+1)
	for i, v := range list {
		sums[i+1] = sums[i] + v
	}
	of := func(from, to int) part {
		k := to - from
		inside, outside := (sums[to]-sums[from])/float64(k), (sums[n]-sums[to]+sums[from])/float64(n-k)
		return part{from: from, to: to, inside: inside, outside: outside, score: (inside - outside) * (inside - outside) * float64(k) * float64(n-k) / float64(n)}
	}
	best := part{score: -1}
	for from := range n {
		for to := from + 1; to <= n; to++ {
			if to-from == n {
				continue
			}
			if p := of(from, to); p.inside > p.outside && p.score > best.score {
				best = p
			}
		}
	}
	if best.score < 0 {
		return nil
	}
	// What lasts almost to the end, or from almost the beginning, is taken to do so.
	for _, to := range [][2]int{{best.from, n}, {0, best.to}} {
		if to[1]-to[0] < n {
			if p := of(to[0], to[1]); p.inside > p.outside && p.score > like*best.score {
				best = p
			}
		}
	}
	if n < leastSteps || math.Abs(best.outside) > quiet*best.inside {
		return nil
	}
	best.rest = max(squares(list, sums[n]/float64(n))-best.score, 0)
	if !(best.score*float64(n-2) > clear*best.rest) {
		return nil
	}
	return &best
}

// shifts reports whether values about 0 are on the mean apart by so much before some step and from it on, and that by no such chance.
func shifts(list []float64, size, chance float64) bool {
	n, noise := float64(len(list)), 0.0
	for i := 1; i < len(list); i++ { // from one to the next, which a shift changes once
		noise += (list[i] - list[i-1]) * (list[i] - list[i-1])
	}
	noise = math.Sqrt(noise / (2 * max(n-1, 1)))
	most, at, sum := 0.0, 0, 0.0
	for i, v := range list[:max(len(list)-1, 0)] {
		if sum += v; math.Abs(sum) > most {
			most, at = math.Abs(sum), i+1
		}
	}
	if at == 0 || most <= noise*math.Sqrt(n*math.Log(2/chance)/2) { // as a Brownian bridge is, at the most
		return false
	}
	return math.Abs(mean(list[:at])-mean(list[at:])) > size
}

// trend is by how much values grow from one to the next, and the squares that this leaves; ok, whether that is more than
// chance, and more than what they are on the mean.
func trend(list []float64, clear float64) (slope, rest float64, ok bool) {
	n := float64(len(list))
	middle, whole := (n-1)/2, mean(list)
	var product, distance float64
	for i, v := range list {
		product += (float64(i) - middle) * (v - whole)
		distance += (float64(i) - middle) * (float64(i) - middle)
	}
	slope = product / distance
	all := squares(list, whole)
	rest = max(all-slope*product, 0)
	return slope, rest, n > 2*leastSteps && slope*(n-1) > whole && slope*product*(n-2) > clear*rest
}

// split is the limit between two kinds of values, those that are alike being of one: the lowest of the larger ones.
func split(values []float64) float64 {
	var list []float64
	for _, v := range values {
		if v == v {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	n, sum := len(list), 0.0
	for _, v := range list {
		sum += v
	}
	limit, most, low := math.Inf(1), 0.0, 0.0
	for k := 1; k < n; k++ {
		low += list[k-1]
		d := (sum-low)/float64(n-k) - low/float64(k)
		if score := d * d * float64(k) * float64(n-k); score > most && list[k] > list[k-1] {
			limit, most = list[k], score
		}
	}
	return limit
}

// deviation is the usual one of values from the median of their kind.
func deviation(list []float64, slow []bool) float64 {
	var kinds [2][]float64
	kind := func(i int) int {
		if slow[i] {
			return 1
		}
		return 0
	}
	for i, v := range list {
		kinds[kind(i)] = append(kinds[kind(i)], v)
	}
	medians := [2]float64{median(kinds[0]), median(kinds[1])}
	sum := 0.0
	for i, v := range list {
		d := v - medians[kind(i)]
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(list)))
}

func squares(list []float64, from float64) (sum float64) {
	for _, v := range list {
		sum += (v - from) * (v - from)
	}
	return sum
}

// seeds are the ranks, among some or all, that take longer in all steps together, and in one, than any other.
func seeds(values [][]float64, among []int) (list []int) {
	for _, figure := range []func(list []float64) float64{mean, func(list []float64) float64 {
		return slices.MaxFunc(append(list, 0), func(a, b float64) int { return cmp.Compare(a, b) }) // NaN is the least
	}} {
		best, most := -1, 0.0
		for rank := range values {
			if len(among) > 0 && !slices.Contains(among, rank) {
				continue
			}
			if v := figure(values[rank]); v > most {
				best, most = rank, v
			}
		}
		if best >= 0 && !slices.Contains(list, best) {
			list = append(list, best)
		}
	}
	return list
}

func mean(list []float64) float64 {
	return meanWhere(list, slices.Repeat([]bool{true}, len(list)))
}

// meanWhere is that of the values that are known and marked, 0 if there are none.
func meanWhere(list []float64, marked []bool) float64 {
	sum, n := 0.0, 0
	for i, v := range list {
		if v == v && marked[i] {
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(max(n, 1))
}

// median is that of the values that are known, NaN if there are none.
func median(values []float64) float64 {
	var list []float64
	for _, v := range values {
		if v == v {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return math.NaN()
	}
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
