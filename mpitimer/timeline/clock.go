package timeline

import (
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// epochClock converts ticks of the timers' clock to points in time. The wall clock is read once, at the
// start: setting it later has no effect.
type epochClock struct {
	begin       hdtrace.Epoch
	calibration clock.Calibration
	anchor      atomic.Pointer[anchor]
}

// anchor is a tick whose time is known, and the length of a tick from there.
type anchor struct {
	ticks uint64
	at    hdtrace.Epoch
	nanos float64
}

func (c *epochClock) start() {
	c.calibration = clock.Calibrate()
	mark := clock.Take()
	c.begin = hdtrace.Epoch(clock.Unix()) - hdtrace.Epoch(mark.Nanos)
	c.adjust()
}

// adjust measures the length of a tick again, over all the time since the start. It is not called by two
// goroutines at once.
func (c *epochClock) adjust() {
	mark := clock.Take()
	c.calibration = c.calibration.Extend(mark)
	c.anchor.Store(&anchor{mark.Ticks, c.begin + hdtrace.Epoch(mark.Nanos), 1e9 / c.calibration.Hz()})
}

// of returns the time of a tick.
func (c *epochClock) of(ticks uint64) hdtrace.Epoch {
	a := c.anchor.Load()
	return a.at + hdtrace.Epoch(float64(int64(ticks-a.ticks))*a.nanos)
}

func (c *epochClock) now() hdtrace.Epoch { return c.of(clock.Now()) }
