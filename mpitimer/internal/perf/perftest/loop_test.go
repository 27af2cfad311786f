package perftest

import (
	"testing"
	"time"
)

// Nothing is done so often as none: the loop once went round 2⁶⁴ times.
func TestLoopOfNothingEnds(t *testing.T) {
	done := make(chan bool)
	go func() {
		Loop(0)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("a loop of nothing has no end")
	}
}
