package diff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// noisy are samples of so many regions in n runs of each side, with noise of the same width. The first changed ones are
// slower by so many widths; with shared noise all regions of a run have some of it together.
func noisy(r *rand.Rand, regions, n, changed int, widths, shared float64) (list []sample) {
	together := make([]float64, 2*n)
	for j := range together {
		together[j] = shared * r.NormFloat64()
	}
	for i := range regions {
		values := make([]float64, 2*n)
		for j := range values {
			values[j] = together[j] + r.NormFloat64()
			if j >= n && i < changed {
				values[j] += widths
			}
			values[j] = 1e6 * math.Exp(0.02*values[j])
		}
		list = append(list, sampleOf(values))
	}
	return list
}

// found counts the regions that are called slower, of the changed ones and of the others.
func found(list []sample, n, changed int) (right, wrong int) {
	for i, p := range chances(list, n, n, defaultAlpha) {
		switch {
		case p[0] > defaultAlpha:
		case i < changed:
			right++
		default:
			wrong++
		}
	}
	return right, wrong
}

// The gate has one error rate for all regions, and power. What is asked of it can be had at 5 runs a side and 1000 regions
// from 4 noise widths on: at 3, a test that knows the noise exactly finds 80 % of single regions.
func TestOneErrorRateForAllRegions(t *testing.T) {
	for _, c := range []struct {
		n, regions int
		widths     float64
		trials     int
	}{{5, 20, 3, 600}, {8, 20, 3, 60}, {5, 1000, 4, 40}, {8, 1000, 3, 20}} {
		t.Run(fmt.Sprintf("%d runs, %d regions", c.n, c.regions), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(c.n), uint64(c.regions)))
			trials := c.trials
			if testing.Short() {
				if trials = max(trials/10, 10); c.n > 5 && c.regions > 20 {
					t.Skip("by night")
				}
			}
			alarms, together, hits := 0, 0, 0
			for range trials {
				_, wrong := found(noisy(r, c.regions, c.n, 0, 0, 0), c.n, 0)
				alarms += min(wrong, 1)
				_, wrong = found(noisy(r, c.regions, c.n, 0, 0, 1), c.n, 0)
				together += min(wrong, 1)
				right, _ := found(noisy(r, c.regions, c.n, 1, c.widths, 0), c.n, 1)
				hits += right
			}
			t.Logf("%d trials: false alarms %.1f %%, with shared noise %.1f %%; found of %g noise widths %.1f %%", trials,
				100*float64(alarms)/float64(trials), 100*float64(together)/float64(trials), c.widths, 100*float64(hits)/float64(trials))
			// Three standard deviations of so many trials, above and below what is asked for.
			margin := 3 * math.Sqrt(defaultAlpha*(1-defaultAlpha)/float64(trials))
			if most := (defaultAlpha + margin) * float64(trials); float64(max(alarms, together)) > most {
				t.Errorf("%d and %d false alarms in %d trials, want at most %.1f", alarms, together, trials, most)
			}
			if least := (1 - defaultAlpha - margin) * float64(trials); float64(hits) < least {
				t.Errorf("found %d changes in %d trials, want at least %.1f", hits, trials, least)
			}
		})
	}
}

// Of several regions that have changed, the share of false ones among those that are found is alpha at most, and more are
// found than of single ones.
func TestManyChangesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	right, wrong, trials := 0, 0, 10
	for range trials {
		a, b := found(noisy(r, 1000, 5, 50, 3, 0), 5, 50)
		right, wrong = right+a, wrong+b
	}
	t.Logf("found %d of %d, and %d others", right, 50*trials, wrong)
	if right < 90*50*trials/100 || wrong > 8*(right+wrong)/100 {
		t.Errorf("found %d of %d, and %d others", right, 50*trials, wrong)
	}
}

// Regions that are quieter than others, noisier, or have outliers, do not lift the rate of false alarms.
func TestErrorRateWithUnevenNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	alarms, trials := 0, 300
	for range trials {
		var list []sample
		for range 20 {
			width, values := 0.02*math.Exp(r.NormFloat64()), make([]float64, 10)
			for j := range values {
				values[j] = math.Exp(width * r.NormFloat64())
				if r.IntN(20) == 0 {
					values[j] *= 1 + r.Float64()
				}
			}
			list = append(list, sampleOf(values))
		}
		_, wrong := found(list, 5, 0)
		alarms += min(wrong, 1)
	}
	t.Logf("%d of %d", alarms, trials)
	if alarms > 26 { // three standard deviations
		t.Errorf("%d false alarms in %d trials", alarms, trials)
	}
}

// Every deal is there once, the real one first; what cannot be told from others has p 1.
func TestDeals(t *testing.T) {
	for _, c := range []struct{ n, m, want int }{{1, 1, 2}, {3, 3, 20}, {2, 5, 21}, {5, 2, 21}, {5, 5, 252}, {20, 20, 500}} {
		list := deals(c.n, c.m, 500)
		seen := make(map[string]bool)
		for _, d := range list {
			slices.Sort(d)
			seen[fmt.Sprint(d)] = true
		}
		if len(list) != c.want || c.want < 500 && len(seen) != c.want || list[0][0] != c.n || len(list[0]) != c.m {
			t.Errorf("%d and %d: %d deals, %d of them different, first %v", c.n, c.m, len(list), len(seen), list[0])
		}
	}
	for _, values := range [][]float64{{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, {0, 0, 0, 0, 0, 0}, {1, math.NaN(), math.NaN(), 2, math.NaN(), math.NaN()}} {
		if p := chances([]sample{sampleOf(values)}, 3, 3, defaultAlpha); p[0] != [2]float64{1, 1} {
			t.Errorf("%v: p = %v", values, p)
		}
	}
	if p := chances([]sample{sampleOf([]float64{7, 7, 7, 8, 8, 8})}, 3, 3, defaultAlpha); p[0] != [2]float64{1. / 20, 1} {
		t.Errorf("p = %v", p)
	}
}

func TestWhatSamplesCanShow(t *testing.T) {
	for _, c := range []struct {
		n, m int
		want bool
	}{{1, 1, false}, {2, 2, false}, {3, 3, true}, {2, 4, false}, {2, 5, true}, {1, 18, false}, {1, 19, true}, {500, 500, true}} {
		if got := detects(c.n, c.m, defaultAlpha); got != c.want {
			t.Errorf("%d and %d: %v", c.n, c.m, got)
		}
	}
	if n, m := leastRuns(defaultAlpha), leastRuns(0.001); n != 3 || m != 7 {
		t.Errorf("it takes %d and %d runs, want 3 and 7", n, m)
	}
}

// The most that there is to deal.
func BenchmarkThousandRegionsOfEightRuns(b *testing.B) {
	list := noisy(rand.New(rand.NewPCG(1, 1)), 1000, 8, 10, 3, 0)
	for b.Loop() {
		chances(list, 8, 8, defaultAlpha)
	}
}
