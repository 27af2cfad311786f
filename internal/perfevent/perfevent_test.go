package perfevent

import (
	"math"
	"testing"
)

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		count Count
		want  uint64
	}{
		{Count{1000, 50, 50}, 1000},
		{Count{1000, 50, 25}, 2000},
		{Count{1000, 50, 0}, 1000},
		{Count{1 << 62, 1 << 62, 1 << 61}, 1 << 63},
		{Count{1 << 63, 1, 1}, 1 << 63},
		{Count{3e18, 4e18, 2e18}, 6e18},
		{Count{3e18, 1 << 63, 1}, math.MaxUint64},
		{Count{7, 3, 2}, 10},
	} {
		if got := c.count.Estimate(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.count, got, c.want)
		}
	}
}
