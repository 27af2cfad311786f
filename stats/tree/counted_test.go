package tree_test

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/tree"
)

// What the hardware counted for a part of the time only is marked, and so is what is derived from it.
func TestEstimatedCounters(t *testing.T) {
	s := measured(t)
	s.Counted = []float64{0.63, 0.5}
	text := write(t, s, tree.Options{Derived: derived()})
	for _, want := range []string{"~46.67 G", "~900.0 J", "~90.00 W", "INSTRUCTIONS 63 %, CPU_ENERGY 50 %."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "~3.221 GB") {
		t.Errorf("what was counted all the time is marked:\n%s", text)
	}
}
