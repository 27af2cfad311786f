// Package clock reads the time for the timers: the processor's time stamp counter if it is reliable,
// otherwise the system's monotonic clock.
//
// A reading is a count of ticks. What a tick is worth in nanoseconds is found by comparing with the
// monotonic clock over as long a time as possible (Calibration), never from what the processor
// says of its frequency.
package clock

import (
	"math"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// Source is a clock that ticks are read from.
type Source int32

const (
	Monotonic Source = iota // CLOCK_MONOTONIC, one tick a nanosecond
	TSC                     // the time stamp counter, unfenced
	FencedTSC               // the time stamp counter behind a fence: honest minima, 13 ns more
	Simulated               // what a test says (Simulate), in nanoseconds
)

func (s Source) String() string {
	switch s {
	case TSC:
		return "tsc"
	case FencedTSC:
		return "tsc (fenced)"
	case Simulated:
		return "simulated"
	}
	return "monotonic"
}

// Best is the cheapest source that can be trusted on this machine.
func Best() Source {
	switch {
	case simulated != nil:
		return Simulated
	case haveTSC():
		return TSC
	}
	return Monotonic
}

// simulated is what a test reads in place of all clocks, nil for none.
var simulated func() int64

// Simulate lets read, in nanoseconds, stand for all clocks of the package until restore is called: an exact
// clock, a coarse one. It may be called while no timers run.
func Simulate(read func() int64) (restore func()) {
	before, in := simulated, source
	simulated, source = read, Simulated
	return func() { simulated, source = before, in }
}

// monotonic is the monotonic clock, or what stands for it.
func monotonic() int64 {
	if simulated != nil {
		return simulated()
	}
	return nanotime()
}

// Available reports whether the machine has the source.
func (s Source) Available() bool {
	switch s {
	case Monotonic:
		return true
	case Simulated:
		return simulated != nil
	}
	return haveTSC()
}

// nanoseconds says that a tick of the source is a nanosecond.
func (s Source) nanoseconds() bool { return s == Monotonic || s == Simulated }

// source is the clock in use. It is set before the first reading and never while timers run.
var source Source

// Use selects the source that Now reads. Ticks of different sources must not be mixed: the caller
// makes sure that no interval is open.
func Use(s Source) { source = s }

// InUse is the selected source.
func InUse() Source { return source }

// Now is the current reading, in ticks.
func Now() uint64 {
	if source == TSC {
		return Counter()
	}
	return Slow()
}

// identity is where the descriptor of a goroutine holds its number, for CounterBy.
var identity uintptr

// Prepare makes the clock ready for CounterBy. It must be called before timers run.
func Prepare() {
	goroutine.Prepare()
	if haveTSC() {
		begin(math.MaxInt64)
	}
	identity = goroutine.Place()
}

// Quick and Counter are Now in two parts, for callers in which a call more would show: while Quick,
// Counter is Now; otherwise Slow is.
func Quick() bool { return source == TSC }

// Slow is Now for the sources that are not quick.
func Slow() uint64 {
	if source == FencedTSC {
		return tscFenced()
	}
	return uint64(monotonic())
}

// Mark is one instant on both clocks.
type Mark struct {
	Ticks uint64
	Nanos int64 // monotonic clock
}

// Take reads both clocks as close together as it can.
func Take() Mark {
	m, _ := take()
	return m
}

// take is Take, with the nanoseconds between the two readings of the monotonic clock around the other.
func take() (m Mark, width int64) {
	m.Ticks, m.Nanos, width = beside(Now)
	return m, width
}

// beside reads a clock and the monotonic one as close together as it can: of several tries it keeps the one in
// which the two readings of the monotonic clock around the other were nearest, since the processor may be
// taken away in between.
func beside[T any](read func() T) (value T, nanos, width int64) {
	width = math.MaxInt64
	for range 8 {
		before := monotonic()
		now := read()
		after := monotonic()
		if after-before < width {
			width = after - before
			value, nanos = now, before+(after-before)/2
		}
	}
	if width == 0 { // the clocks are coarser than a reading takes: each may be ahead by nearly a step
		width = 2 * step()
	}
	return value, nanos, width
}

// step is how far the machine's monotonic clock advances at a time.
var step = sync.OnceValue(func() int64 {
	smallest := int64(math.MaxInt64)
	for range 3 {
		last := nanotime()
		now := last
		for now == last {
			now = nanotime()
		}
		smallest = min(smallest, now-last)
	}
	return smallest
})

// Resolution is the smallest step seen between two readings that differ, in ticks; 1 if none was seen in a
// hundred thousand readings.
func Resolution() uint64 {
	smallest := uint64(math.MaxUint64)
	last := Now()
	for steps, readings := 0, 0; steps < 1000 && readings < 100_000; readings++ {
		now := Now()
		if now != last {
			smallest = min(smallest, now-last)
			steps++
		}
		last = now
	}
	if smallest == math.MaxUint64 {
		return 1
	}
	return smallest
}

// Unix is the wall-clock time now, in nanoseconds since the epoch; for the header of a report, never
// for intervals.
func Unix() int64 { return time.Now().UnixNano() }

// UnixAt is the wall-clock time at an instant of the monotonic clock.
func UnixAt(nanos int64) int64 {
	unix, now, _ := beside(Unix)
	return unix - (now - nanos)
}
