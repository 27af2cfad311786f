package stats

import (
	"math"
	"slices"
)

// All methods of this file that return a float64 return nanoseconds or a share (1 is all of it),
// and 0 where there is nothing to take a mean or a share of.

// MeanOverRanks returns the mean time of a rank over the k ranks that ran the region (Ranks).
func (r *Region) MeanOverRanks() float64 { return ratio(r.Wall, r.Ranks) }

// StdDev returns the sample standard deviation (n−1) of the time of a rank over the k ranks that ran the
// region, or 0 for fewer than two.
func (r *Region) StdDev() float64 {
	return deviation(uint64(r.Ranks), r.Wall, r.Squares)
}

// Imbalance returns the time lost to the slowest rank: the largest time of a rank minus the mean over the k
// ranks that ran the region.
func (r *Region) Imbalance() float64 {
	if r.Ranks == 0 {
		return 0
	}
	lost := Mul(uint64(r.Max.Value), uint64(r.Ranks)).Sub(r.Wall)
	return ratio(lost, r.Ranks)
}

// ImbalanceShare returns Imbalance as a share of the largest time of a rank: 0 if all ranks took the same
// time, near 1 if one rank worked and the rest did not.
func (r *Region) ImbalanceShare() float64 {
	if r.Ranks == 0 || r.Max.Value == 0 {
		return 0
	}
	return r.Imbalance() / float64(r.Max.Value)
}

// RankQuantile returns the time below which the share q of the k ranks that ran the region lies: exact if Min,
// Max and Wall determine it, otherwise from RankHistogram, whose bins are (Max − Min)/RankBins wide.
func (r *Region) RankQuantile(q float64) Figure {
	if v, ok := sureQuantile(uint64(r.Ranks), r.Min.Value, r.Max.Value, r.Wall, q); ok || r.Ranks == 0 {
		return Figure{Value: v, Known: ok}
	}
	at, _ := quantile(r.RankHistogram, q)
	low, high := float64(r.Min.Value), float64(r.Max.Value)
	return Figure{Value: min(low+(high-low)*at/RankBins, high), Known: true, About: apart(r.Min, r.Max)}
}

// CallQuantile returns the duration below which the share q of the single intervals of all ranks lies, or 0
// without CallHistogram. It reads that histogram unless CallMin, CallMax and Total determine the result.
func (r *Region) CallQuantile(q float64) Figure {
	n, sum := r.CallHistogram.Total(), Uint128{}
	if n == r.Calls-r.Recursion && !r.Estimated {
		sum = r.Total.Sub(r.Open)
	}
	if v, ok := sureQuantile(n, r.CallMin.Value, r.CallMax.Value, sum, q); ok || n == 0 {
		return Figure{Value: v, Known: ok}
	}
	v := r.CallHistogram.Quantile(q)
	return Figure{Value: max(float64(r.CallMin.Value), min(v, float64(r.CallMax.Value))), Known: true, About: apart(r.CallMin, r.CallMax)}
}

// apart reports whether two values differ in four digits.
func apart(low, high Extreme) bool { return float64(high.Value-low.Value) > 5e-4*float64(low.Value) }

// sureQuantile returns quantile q of n values, if their extremes and their sum say it: one of the values, or the mean of two.
func sureQuantile(n uint64, low, high int64, sum Uint128, q float64) (v float64, ok bool) {
	at, middle := q*float64(n), sum.Sub(Uint128{Lo: positive(low)}).Sub(Uint128{Lo: positive(high)}).Float64()
	switch {
	case n == 0:
		return 0, false
	case n == 2 && at == 1:
		return (float64(low) + float64(high)) / 2, true
	case low == high, !(at > 1):
		return float64(low), true
	case at > float64(n-1):
		return float64(high), true
	}
	return middle, n == 3 && middle >= float64(low) && middle <= float64(high)
}

// CallMean returns the mean duration of a completed outermost call, over all such calls of all ranks and
// threads. Open intervals are left out.
func (r *Region) CallMean() float64 {
	if r.Calls <= r.Recursion {
		return 0
	}
	return r.Total.Sub(r.Open).Float64() / float64(r.Calls-r.Recursion)
}

// CallStdDev returns the sample standard deviation (n−1) of the duration of a call, over the Timed intervals of all
// ranks and threads. It takes their sum from the time of all completed intervals; without sampling these are the same.
func (r *Region) CallStdDev() float64 {
	if r.Calls <= r.Recursion {
		return 0
	}
	sum := r.Total.Sub(r.Open)
	if outermost := r.Calls - r.Recursion; outermost != r.Timed {
		sum = sum.scaled(r.Timed, outermost)
	}
	return deviation(r.Timed, sum, r.CallSquares)
}

// SampleError returns the standard error of an estimated time as a share of it: the error of the mean of the timed calls.
func (r *Region) SampleError() float64 {
	if calls, mean := r.Calls-r.Recursion, r.CallMean(); r.Estimated && mean > 0 && r.Timed > 1 && r.Lacks&LacksCallDeviation == 0 {
		return r.CallStdDev() / mean * math.Sqrt(max(1/float64(r.Timed)-1/float64(calls), 0))
	}
	return 0
}

// ShareOfTotal returns the ranks' summed time in region i as a share of the first region's, which is
// the root of the run; 0 for device time.
func (s *Summary) ShareOfTotal(i int) float64 {
	if s.Regions[i].OnDevice() {
		return 0
	}
	return share(s.Regions[i].Wall, s.Regions[0].Wall)
}

// Path returns the names from the root down to region i.
func (s *Summary) Path(i int) []string {
	return pathTo(i, func(i int) (string, int) { return s.Regions[i].Name, s.Regions[i].Parent })
}

// Path returns the names from the root down to node i.
func (p *Profile) Path(i int) []string {
	return pathTo(i, func(i int) (string, int) { return p.Nodes[i].Name, p.Nodes[i].Parent })
}

func pathTo(i int, at func(int) (name string, parent int)) (names []string) {
	for name := ""; i >= 0; names = append(names, name) {
		name, i = at(i)
	}
	slices.Reverse(names)
	return names
}

func ratio(sum Uint128, n int) float64 {
	if n <= 0 {
		return 0
	}
	return sum.Float64() / float64(n)
}

func share(part, whole Uint128) float64 {
	if whole == (Uint128{}) {
		return 0
	}
	return part.Float64() / whole.Float64()
}

// deviation is the sample standard deviation of n values, given their sum and the sum of their
// squares. It stays in integers up to the root: n·Σx² − (Σx)² loses nothing, where floats would lose
// everything when values are large and near each other.
func deviation(n uint64, sum, squares Uint128) float64 {
	if n <= 1 {
		return 0
	}
	spread, less := squares.times(Uint128{0, n}).sub(sum.times(sum))
	if less {
		return 0
	}
	return math.Sqrt(spread.float64() / Mul(n, n-1).Float64())
}

func positive(v int64) uint64 { return uint64(max(v, 0)) }
