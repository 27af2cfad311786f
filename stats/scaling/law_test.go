package scaling_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/scaling"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

// samples are of a law, on numbers of ranks that double, without noise.
func samples(first, count int, law func(p float64) float64) (list []scaling.Sample) {
	for k := range count {
		for range 3 {
			list = append(list, scaling.Sample{Ranks: first << k, Time: law(float64(int(first) << k))})
		}
	}
	return list
}

// Without noise each law is found, is the only one that fits, and gives its own times on more ranks.
func TestLawsWithoutNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(scaling.Shapes()).Draw(t, "shape")
		law := func(p float64) float64 {
			return 3e9 * math.Pow(p, shape.Power()) * math.Pow(math.Log2(p), float64(shape.Log))
		}
		l := scaling.Fit(samples(2, rapid.IntRange(4, 9).Draw(t, "points"), law))
		if l.Shape != shape || l.Verdict != scaling.Told || math.Abs(l.Factor-3e9) > 1 || l.Constant != 0 {
			t.Errorf("%+v of %s", l, shape)
		}
		time, low, high := l.At(1e4)
		if math.Abs(time/law(1e4)-1) > 1e-9 || !(low <= time && time <= high) {
			t.Errorf("%g (%g to %g) on 10 000 ranks, want %g", time, low, high, law(1e4))
		}
	})
}

// Factors of times change the factor alone, whatever the times are.
func TestLawsScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Float64Range(1e3, 1e12), 5, 5).Draw(t, "times")
		var one, more []scaling.Sample
		for k, time := range times {
			one, more = append(one, scaling.Sample{Ranks: 1 << k, Time: time}), append(more, scaling.Sample{Ranks: 1 << k, Time: 8 * time})
		}
		a, b := scaling.Fit(one), scaling.Fit(more)
		if a.Shape != b.Shape || a.Verdict != b.Verdict || math.Abs(8*a.Factor-b.Factor) > 1e-6*b.Factor {
			t.Errorf("%+v, of 8 times as much %+v", a, b)
		}
	})
}

// What cannot be a law is none.
func TestNoLaw(t *testing.T) {
	if l := scaling.Fit(samples(1, 2, func(p float64) float64 { return p })); l.Verdict != scaling.TooFew || l.Known() {
		t.Errorf("%+v of two numbers of ranks", l)
	}
	if l := scaling.Fit(samples(1, 5, func(p float64) float64 { return max(p-2, 0) })); l.Verdict != scaling.Short {
		t.Errorf("%+v of times of 0", l)
	}
	jumps := func(p float64) float64 { return 1e9 * (1 + 9*float64(int(math.Log2(p))%2)) }
	if l := scaling.Fit(samples(1, 7, jumps)); l.Verdict != scaling.Poor {
		t.Errorf("%+v of times that jump up and down", l)
	}
}

// A part that does not get faster stands beside one that does.
func TestConstant(t *testing.T) {
	l := scaling.Fit(samples(1, 8, func(p float64) float64 { return 1e9 + 20e9/p }))
	if l.Verdict == scaling.Poor || l.Power() != -1 || l.Log != 0 || math.Abs(l.Constant-1e9) > 1e6 || math.Abs(l.Factor-20e9) > 1e7 {
		t.Errorf("%+v", l)
	}
	if l := scaling.Fit(samples(1, 8, func(p float64) float64 { return 1e6 + 2e6*math.Log2(p) })); l.Power() != 0 || l.Log != 1 || l.Constant == 0 {
		t.Errorf("%+v of a reduction that takes something on one rank", l)
	}
}

// Planted laws are found in at least 98 % of cases with 3 % noise, and a law that is called the only one is wrong in 1 % at most.
func TestPlantedLaws(t *testing.T) {
	studies := 200
	if testing.Short() {
		studies = 40
	}
	score, err := scalingtest.Try(studies)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", score)
	if 100*score.Right < 98*score.Laws || 100*score.False > score.Told {
		t.Errorf("%+v", score)
	}
}
