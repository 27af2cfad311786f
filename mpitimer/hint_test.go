package mpitimer

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func TestWrongHint(t *testing.T) {
	tm := timersFor(t)
	tm.StartRegion(Define("x", Hint("tiring"))).Stop()
	if w := tm.Profile().Warnings; len(w) != 1 || w[0].Kind != engine.WarnOption || !strings.Contains(w[0].Path, `hint "tiring", expected one of`) {
		t.Errorf("got %v", w)
	}
	if hint := hintOf("x"); hint != "" {
		t.Errorf("the hint is %q", hint)
	}
}
