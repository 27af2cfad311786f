package campaign

import (
	"bytes"
	"testing"

	"github.com/go-hpc/timers/stats/answers"
)

// enforced is set when the engine is held to the limits.
const enforced = false

func TestAnswersPlantedTruth(t *testing.T) {
	var c Report
	for seed := range uint64(500) {
		if err := c.Add(4_000_000+seed, answers.Find); err != nil {
			t.Fatal(err)
		}
	}
	if right, wrong := c.Right(), c.False(); right < MinRight || wrong > MaxFalse {
		var text bytes.Buffer
		if err := c.Write(&text); err != nil {
			t.Fatal(err)
		}
		t.Logf("%.1f %% right, want %v; %.2f %% false, want %v\n%s", right, MinRight, wrong, MaxFalse, &text)
		if enforced {
			t.Fail()
		}
	}
}
