package diff

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The chances of all regions are found together, by dealing the runs to the two sides in other ways: if nothing has
// changed, the way in which they really are is like any other. That holds whatever the distribution of times is, and
// however regions depend on each other, as those of one run and those inside another do. What is dealt decides how
// often an alarm is false; the score only how often a change is found.
//
// A test by rank has too little power: of 5 and 5 runs its p is never below 0.008, which a thousand regions make
// nothing of. So the score is a t statistic whose variance is moderated by that of the other regions (Smyth 2004).

const (
	leastAlpha = 1e-4
	mostDeals  = 4_000
	mostScores = 2_000_000 // of all regions in all deals, unless alpha takes more deals
	fewDeals   = 200

	marks   = 512 // of scores, 1/32 wide
	perUnit = 32
)

// sample is what all runs have measured of one region: logarithms if all values are positive, so that changes are
// ratios. Their mean is 0; NaN stands for no value.
type sample struct {
	values  []float64
	known   int
	squares float64 // the sum
}

func sampleOf(values []float64) sample {
	s := sample{values: slices.Clone(values)}
	first, sum, size, positive := math.NaN(), 0.0, 0.0, true
	for _, v := range values {
		if !math.IsNaN(v) {
			s.known++
			size += math.Abs(v)
			positive = positive && v > 0
		}
	}
	for i, v := range values {
		if positive {
			v = math.Log(v)
		} else if size > 0 {
			v *= float64(s.known) / size
		}
		if math.IsNaN(first) {
			first = v
		}
		if s.values[i] = v - first; !math.IsNaN(v) { // so that equal values are exactly 0
			sum += v - first
		}
	}
	for i := range s.values {
		if s.values[i] -= sum / float64(max(s.known, 1)); !math.IsNaN(s.values[i]) {
			s.squares += s.values[i] * s.values[i]
		}
	}
	return s
}

// prior is the variance to expect of a region, with how many degrees of freedom the others say so.
type prior struct{ freedom, variance float64 }

// priorOf fits it to the variances of all runs of a region together, which do not depend on how they are dealt.
func priorOf(samples []sample) prior {
	var logs []float64
	freedom := 0.0
	for i := range samples {
		if s := &samples[i]; s.known > 2 && s.squares > 0 {
			freedom = max(freedom, float64(s.known-1))
			logs = append(logs, math.Log(s.squares/float64(s.known-1)))
		}
	}
	if len(logs) < 5 {
		return prior{}
	}
	slices.Sort(logs)
	n := len(logs) - 1
	spread, half := (logs[n*3/4]-logs[n/4])/1.349, freedom/2
	beyond := spread*spread - (1/half + 1/(2*half*half) + 1/(6*half*half*half)) // what sampling leaves: trigamma
	p := prior{freedom: 1000}
	if beyond > 0 {
		p.freedom = min(p.freedom, 1+2/beyond)
	}
	p.variance = math.Exp(logs[n/2]) / math.Pow(1-2/(9*freedom), 3) // the median of χ² is below its mean
	return p
}

// score is how far the new side stands out of the old one, as a normal deviate (Wallace 1959).
func (s *sample) score(newer []int, p prior) float64 {
	sum, n := 0.0, 0
	for _, i := range newer {
		if v := s.values[i]; !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	if n == 0 || n == s.known || s.known < 3 || s.squares == 0 {
		return 0
	}
	between := sum * sum * (1/float64(n) + 1/float64(s.known-n))
	within := max(s.squares-between, 1e-12*s.squares)
	freedom := float64(s.known - 2)
	// A region that is far quieter than others is found by its own variance alone, at a price.
	z := deviate(between/(within/freedom), freedom)
	if p.freedom > 0 {
		z = max(z-2, deviate(between/((p.freedom*p.variance+within)/(p.freedom+freedom)), p.freedom+freedom))
	}
	return math.Copysign(z, sum)
}

func deviate(t2, freedom float64) float64 {
	return (8*freedom + 1) / (8*freedom + 3) * math.Sqrt(freedom*math.Log1p(t2/freedom))
}

// ways returns in how many ways n+m runs can be dealt to two sides of n and m.
func ways(n, m int) float64 {
	all := 1.0
	for i := range m {
		all = math.Round(all * float64(n+i+1) / float64(i+1))
	}
	return all
}

// deals returns which runs are the new ones: first those that are, then all other choices or, of too many, some.
func deals(n, m, most int) [][]int {
	newer := make([]int, m)
	for i := range newer {
		newer[i] = n + i
	}
	list := [][]int{slices.Clone(newer)}
	if ways(n, m) > float64(most) {
		r := rand.New(rand.NewPCG(1, 2)) // the same files have the same answer
		for len(list) < most {
			list = append(list, r.Perm(n + m)[:m])
		}
		return list
	}
	for { // the choice before, in order
		i := 0
		for i < m && newer[i] == i {
			i++
		}
		if i == m {
			return list
		}
		newer[i]--
		for j := range i {
			newer[j] = newer[i] - i + j
		}
		list = append(list, slices.Clone(newer))
	}
}

// tail counts the regions whose score is a mark or more.
type tail [marks]uint32

// chances returns of each region how often chance alone makes one stand out so much, for slower and faster regions each, adjusted for all of them (Benjamini and Hochberg). Where nothing has changed, some region is at or
// below alpha in no more than a share alpha of comparisons.
func chances(samples []sample, n, m int, alpha float64) [][2]float64 {
	if len(samples) == 0 {
		return nil
	}
	most := min(mostDeals, max(fewDeals, mostScores/max(len(samples), 1)))
	list := deals(n, m, max(most, int(4/alpha)))
	expected := priorOf(samples)
	p := make([][2]float64, len(samples))
	tails := make([][2]tail, len(list))
	at := make([][2]int, len(samples)) // the marks of the real deal
	highest := 0                       // of any deal until now
	for d, newer := range list {
		for i := range samples {
			z := samples[i].score(newer, expected)
			side := 0
			if z < 0 {
				side = 1
			}
			if mark := min(int(math.Abs(z)*perUnit), marks-1); mark > 0 {
				tails[d][side][mark]++
				highest = max(highest, mark)
				if d == 0 {
					at[i][side] = mark
				}
			}
		}
		for side := range tails[d] {
			for mark := highest - 1; mark >= 0; mark-- {
				tails[d][side][mark] += tails[d][side][mark+1]
			}
		}
	}
	for side := range 2 {
		adjusted := adjust(tails, side, highest+1)
		for i := range p {
			p[i][side] = 1
			if mark := at[i][side]; mark > 0 {
				p[i][side] = adjusted[mark]
			}
		}
	}
	return p
}

// adjust returns p by mark. The share of regions beyond a mark that are there by chance is the mean number of them over
// the deals by that of the real one; the marks used are looked at. No p is below the share of deals whose smallest is as small as the real one's.
func adjust(tails [][2]tail, side, used int) (p [marks]float64) {
	var all [marks]float64
	for d := range tails {
		for mark, n := range tails[d][side][:used] {
			all[mark] += float64(n)
		}
	}
	least := make([]float64, len(tails))
	for d := range tails {
		smallest := 1.0
		for mark, n := range tails[d][side][:used] {
			if n > 0 {
				smallest = min(smallest, all[mark]/(float64(n)*float64(len(tails))))
			}
			if d == 0 {
				p[mark] = smallest
			}
		}
		least[d] = smallest
	}
	as := 0.0
	for _, q := range least {
		if q <= least[0] {
			as++
		}
	}
	for mark := range used {
		p[mark] = max(p[mark], as/float64(len(tails)))
	}
	return p
}

// detects reports whether samples of these sizes can differ significantly at all.
func detects(n, m int, alpha float64) bool { return n+m > 2 && 1/ways(n, m) <= alpha }

// leastRuns returns how many runs of each side are needed to detect anything.
func leastRuns(alpha float64) int {
	n := 2
	for !detects(n, n, alpha) {
		n++
	}
	return n
}
