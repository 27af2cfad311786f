package timeline

import (
	"sort"
	"sync"
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

	keep bool
	mu   sync.Mutex
	past []anchor // all, if they are kept
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
	a := anchor{mark.Ticks, c.begin + hdtrace.Epoch(mark.Nanos), 1e9 / c.calibration.Hz()}
	c.anchor.Store(&a)
	if c.keep {
		c.mu.Lock()
		c.past = append(c.past, a)
		c.mu.Unlock()
	}
}

// of returns the time of a tick.
func (c *epochClock) of(ticks uint64) hdtrace.Epoch { return c.anchor.Load().of(ticks) }

func (a *anchor) of(ticks uint64) hdtrace.Epoch {
	return a.at + hdtrace.Epoch(float64(int64(ticks-a.ticks))*a.nanos)
}

// asOf returns what of returned at the time of the tick: the length of a tick is measured better and better, and
// regions keep the times that they had.
func (c *epochClock) asOf(ticks uint64) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := sort.Search(len(c.past), func(i int) bool { return c.past[i].ticks > ticks })
	return int64(c.past[max(n-1, 0)].of(ticks))
}

func (c *epochClock) now() hdtrace.Epoch { return c.of(clock.Now()) }
