package diff

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

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

func TestGeometricMean(t *testing.T) {
	if got := geomean([]float64{2, 8}); !near(got, 4) {
		t.Errorf("got %g", got)
	}
}
