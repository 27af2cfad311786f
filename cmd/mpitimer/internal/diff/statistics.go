package diff

import (
	"math"
	"slices"
)

// Medians and intervals of 95 % by order statistics are the practice of benchstat; package-wide chances stand in
// chance.go. Neither takes the times for normally distributed, which they never are.

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
