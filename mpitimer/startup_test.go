package mpitimer

import (
	"io"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// Ranks that are goroutines of one process wait for its clock once, not one after the other.
func TestStartOfManyRanks(t *testing.T) {
	c := quietConfig()
	c.Output.Tables = tablesOff
	clock.Calibrate() // a process that is older than a minute begins anew
	before := clock.Waited()
	err := onRanks(t, 200, []Option{WithConfig(c), WithLog(io.Discard)}, func(*machenv.Registry) error {
		Start("work").Stop()
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if waited := clock.Waited() - before; waited > 50*time.Millisecond {
		t.Errorf("200 ranks waited %v for the clock, want at most 50ms", waited)
	}
}
