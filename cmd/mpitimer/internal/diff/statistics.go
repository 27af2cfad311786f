package diff

import (
	"math"
	"slices"
)

// The practice of benchstat: medians, intervals of 95 % by order statistics, and the U test of Mann and
// Whitney. None of them takes the times for normally distributed, which they never are.

const (
	confidence   = 0.95
	defaultAlpha = 0.05
)

// interval is a median with the values between which it lies with the confidence. With fewer than
// leastForInterval values it is unbounded.
type interval struct {
	median    float64
	low, high float64
	bounded   bool
}

// leastForInterval is how many values are needed: all of n lie on one side of the median by chance with a
// probability of 2/2ⁿ.
const leastForInterval = 6

// medianOf summarizes a sample, which must not be empty.
func medianOf(values []float64) interval {
	x := slices.Sorted(slices.Values(values))
	n := len(x)
	m := interval{median: (x[(n-1)/2] + x[n/2]) / 2, low: math.Inf(-1), high: math.Inf(1)}
	// Between the k-th smallest and the k-th largest the median lies unless fewer than k values are on one
	// side of it.
	k, outside := 0, 0.0
	for term := math.Pow(0.5, float64(n)); k < (n+1)/2; k++ {
		if outside+2*term > 1-confidence {
			break
		}
		outside += 2 * term
		term *= float64(n-k) / float64(k+1)
	}
	if k > 0 {
		m.low, m.high, m.bounded = x[k-1], x[n-k], true
	}
	return m
}

// spread returns how far the interval extends from the median, as a share of it.
func (m interval) spread() float64 {
	if !m.bounded {
		return math.Inf(1)
	}
	far := max(m.high-m.median, m.median-m.low)
	if far == 0 {
		return 0
	}
	return far / math.Abs(m.median)
}

// mostExact bounds the total size of two samples for which the test is exact.
const mostExact = 40

// uTest returns the p-value of the two-sided Mann-Whitney test: the probability that two samples of one
// distribution differ this much in rank. Ties share their ranks; for samples of up to mostExact values
// together the result is exact even with ties.
func uTest(a, b []float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 1
	}
	doubled, ties := ranks(a, b)
	if len(ties) == 1 {
		return 1 // all are equal
	}
	sum := 0
	for _, r := range doubled[:len(a)] {
		sum += r
	}
	if len(doubled) <= mostExact {
		return exact(doubled, len(a), sum)
	}
	return approximate(len(a), len(b), sum, ties)
}

// ranks returns the ranks of a's values among all values together, doubled so that shared ones are whole
// numbers, and how many values share each.
func ranks(a, b []float64) (doubled, ties []int) {
	all := slices.Concat(a, b)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case all[i] < all[j]:
			return -1
		case all[i] > all[j]:
			return 1
		}
		return 0
	})
	doubled = make([]int, len(all))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && all[order[j]] == all[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			doubled[k] = i + j + 1 // twice the mean of the ranks i+1 … j
		}
		ties = append(ties, j-i)
		i = j
	}
	return doubled, ties
}

// exact counts in how many of the choices of n of the ranks their sum is at most, or at least, this one, and
// doubles the smaller share: with ties the two tails differ, and the test is of both.
func exact(doubled []int, n, sum int) float64 {
	total := 0
	for _, r := range doubled {
		total += r
	}
	// ways[k][s]: choices of k ranks with the sum s
	ways := make([][]float64, n+1)
	for k := range ways {
		ways[k] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for done, r := range doubled {
		for k := min(n, done+1); k > 0; k-- {
			for s := total; s >= r; s-- {
				ways[k][s] += ways[k-1][s-r]
			}
		}
	}
	var below, above, all float64
	for s, w := range ways[n] {
		all += w
		if s <= sum {
			below += w
		}
		if s >= sum {
			above += w
		}
	}
	return min(1, 2*min(below, above)/all)
}

// approximate is the test with the normal distribution, corrected for ties and for continuity.
func approximate(n, m, doubledSum int, ties []int) float64 {
	u := float64(doubledSum)/2 - float64(n)*float64(n+1)/2
	mean := float64(n) * float64(m) / 2
	size := float64(n + m)
	tied := 0.0
	for _, t := range ties {
		tied += math.Pow(float64(t), 3) - float64(t)
	}
	deviation := math.Sqrt(float64(n) * float64(m) / 12 * (size + 1 - tied/(size*(size-1))))
	z := max(math.Abs(u-mean)-0.5, 0) / deviation
	return math.Erfc(z / math.Sqrt2)
}

// detects reports whether samples of these sizes can differ significantly at all.
func detects(n, m int, alpha float64) bool {
	ways := 1.0
	for i := range n {
		ways *= float64(m+i+1) / float64(i+1)
	}
	return 2/ways <= alpha
}

// leastRuns returns how many runs of each side are needed to detect anything.
func leastRuns(alpha float64) int {
	n := 1
	for !detects(n, n, alpha) && n < mostExact {
		n++
	}
	return n
}

// geomean returns the geometric mean of positive values.
func geomean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
