package campaign

import (
	"bytes"
	"testing"

	"github.com/go-hpc/timers/stats/answers"
)

// What a change must not fall below, as it stands today; the limits are MinRight and MaxFalse, of 2 000 runs (make answers).
const (
	standsRight = 97.5
	standsFalse = 0.7 // two of 300 runs
)

func TestAnswersPlantedTruth(t *testing.T) {
	var c Report
	runs := uint64(300)
	if testing.Short() {
		runs = 200
	}
	for seed := range runs {
		if err := c.Add(4_000_000+seed, answers.Of); err != nil {
			t.Fatal(err)
		}
	}
	right, wrong := c.Right(), c.False()
	t.Logf("%.1f %% right, limit %v; %.2f %% false, limit %v", right, MinRight, wrong, MaxFalse)
	if right < standsRight || wrong > standsFalse {
		var text bytes.Buffer
		if err := c.Write(&text); err != nil {
			t.Fatal(err)
		}
		t.Errorf("answers are worse than they were: right was %v %%, false %v %%\n%.8000s", standsRight, standsFalse, &text)
	}
}
