package diff

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

// The values are those of R's wilcox.test(exact=TRUE) and of counting by hand.
func TestUTestIsExact(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2.0 / 20},
		{[]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 2.0 / 70},
		{[]float64{5, 6, 7, 8}, []float64{1, 2, 3, 4}, 2.0 / 70},
		{[]float64{1, 3, 5}, []float64{2, 4, 6}, 0.7},
		{[]float64{1, 2, 4}, []float64{3, 5, 6}, 0.2},
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, 2.0 / 252},
		{[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21}, 0.25441225441225444},
		{[]float64{1, 1, 1}, []float64{1, 1}, 1},
		{[]float64{1, 1}, []float64{2, 2}, 2.0 / 6},
		{[]float64{1, 2}, []float64{2, 3}, 4.0 / 6}, // of six choices, four have a sum as far from the mean
		{[]float64{1}, []float64{2}, 1},
		{nil, []float64{2}, 1},
	} {
		if got := uTest(c.a, c.b); !near(got, c.want) {
			t.Errorf("of %v and %v p = %.12g, want %.12g", c.a, c.b, got, c.want)
		}
	}
}

// The approximation for large samples comes close to the exact test where both can be had.
func TestApproximationIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Map(rapid.IntRange(0, 40), func(i int) float64 { return float64(i) })
		a := rapid.SliceOfN(value, 12, 18).Draw(t, "a")
		b := rapid.SliceOfN(value, 12, 18).Draw(t, "b")
		doubled, ties := ranks(a, b)
		if len(ties) < 8 {
			t.Skip("nearly all are equal")
		}
		sum := 0
		for _, r := range doubled[:len(a)] {
			sum += r
		}
		p, q := exact(doubled, len(a), sum), approximate(len(a), len(b), sum, ties)
		if math.Abs(p-q) > 0.02 {
			t.Errorf("exact %g, approximate %g", p, q)
		}
	})
}

func TestUTestIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Map(rapid.IntRange(0, 9), func(i int) float64 { return float64(i) })
		a := rapid.SliceOfN(value, 1, 9).Draw(t, "a")
		b := rapid.SliceOfN(value, 1, 9).Draw(t, "b")
		p := uTest(a, b)
		if p <= 0 || p > 1+1e-12 || !near(p, uTest(b, a)) {
			t.Errorf("p = %g, the other way %g", p, uTest(b, a))
		}
		if p <= defaultAlpha && !detects(len(a), len(b), defaultAlpha) {
			t.Errorf("p = %g of samples that can't differ", p)
		}
		if same := uTest(a, a); !near(same, 1) {
			t.Errorf("of a sample and itself p = %g", same)
		}
	})
}

func TestMedianAndItsInterval(t *testing.T) {
	for _, c := range []struct {
		values            []float64
		median, low, high float64
	}{
		{[]float64{3}, 3, math.Inf(-1), math.Inf(1)},
		{[]float64{5, 1, 3, 2, 4}, 3, math.Inf(-1), math.Inf(1)},
		{[]float64{6, 5, 1, 3, 2, 4}, 3.5, 1, 6},                     // 1 - 2/64 = 96.9 %
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, 4.5, 1, 8},               // the second to the seventh: 93.0 %
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 5, 2, 8},              // 96.1 %
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5.5, 2, 9},        // 97.9 %
		{[]float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11}, 5.5, 2, 9}, // 96.1 %
	} {
		m := medianOf(c.values)
		if m.median != c.median || m.low != c.low || m.high != c.high || m.bounded != (len(c.values) >= leastForInterval) {
			t.Errorf("of %v got %+v, want %g in [%g, %g]", c.values, m, c.median, c.low, c.high)
		}
	}
}

func TestWhatSamplesCanShow(t *testing.T) {
	for _, c := range []struct {
		n, m int
		want bool
	}{{1, 1, false}, {3, 3, false}, {4, 4, true}, {3, 5, true}, {2, 7, false}, {2, 8, true}, {1, 38, false}, {1, 39, true}} {
		if got := detects(c.n, c.m, defaultAlpha); got != c.want {
			t.Errorf("%d and %d: %v", c.n, c.m, got)
		}
	}
	if n, m := leastRuns(defaultAlpha), leastRuns(0.001); n != 4 || m != 7 {
		t.Errorf("it takes %d and %d runs, want 4 and 7", n, m)
	}
	if got := geomean([]float64{2, 8}); !near(got, 4) {
		t.Errorf("got %g", got)
	}
}
