// Package clock is the one place where the timers read the time: the processor's time stamp counter
// where it can be trusted, the system's monotonic clock elsewhere.
//
// A reading is a count of ticks. What a tick is worth in nanoseconds is found by comparing with the
// monotonic clock over as long a time as possible (Calibration), never from what the processor
// says of its frequency.
package clock

import (
	"math"
	"math/bits"
	"time"
	_ "unsafe" // for linkname

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// nanotime is the monotonic clock without the wall time and the struct around it that time.Now
// carries, which would double its cost.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64

// Source is a clock that ticks are read from.
type Source int32

const (
	Monotonic Source = iota // CLOCK_MONOTONIC, one tick a nanosecond
	TSC                     // the time stamp counter, unfenced
	FencedTSC               // the time stamp counter behind a fence: honest minima, 13 ns more
)

func (s Source) String() string {
	switch s {
	case TSC:
		return "tsc"
	case FencedTSC:
		return "tsc (fenced)"
	}
	return "monotonic"
}

// Best is the cheapest source that can be trusted on this machine.
func Best() Source {
	if haveTSC() {
		return TSC
	}
	return Monotonic
}

// Available says whether the machine has the source.
func (s Source) Available() bool { return s == Monotonic || haveTSC() }

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
	return uint64(nanotime())
}

// Mark is one instant on both clocks.
type Mark struct {
	Ticks uint64
	Nanos int64 // monotonic clock
}

// Take reads both clocks as close together as it can.
func Take() Mark {
	ticks, nanos := beside(Now)
	return Mark{ticks, nanos}
}

// beside reads a clock and the monotonic one as close together as it can: of several tries it keeps the one in
// which the two readings of the monotonic clock around the other were nearest, since the processor may be
// taken away in between.
func beside[T any](read func() T) (value T, nanos int64) {
	width := int64(math.MaxInt64)
	for range 8 {
		before := nanotime()
		now := read()
		after := nanotime()
		if after-before < width {
			width = after - before
			value, nanos = now, before+(after-before)/2
		}
	}
	return value, nanos
}

// Calibration converts ticks to nanoseconds.
type Calibration struct {
	From, To Mark
	hz       float64
}

// Calibrated is the calibration that another process has found.
func Calibrated(from Mark, hz float64) Calibration { return Calibration{From: from, To: from, hz: hz} }

// Elapsed is Extend for ticks of another process.
func (c Calibration) Elapsed(to Mark) Calibration {
	c.To = to
	if nanos := to.Nanos - c.From.Nanos; c.hz != 1e9 && nanos > int64(calibrationTime) && to.Ticks > c.From.Ticks {
		c.hz = float64(to.Ticks-c.From.Ticks) / float64(nanos) * 1e9
	}
	return c
}

// Ticks is the tick at an instant of the monotonic clock.
func (c Calibration) Ticks(nanos int64) uint64 {
	return c.From.Ticks + uint64(float64(max(nanos-c.From.Nanos, 0))*c.hz/1e9)
}

// Nanotime is the monotonic clock, which all processes of a machine share.
func Nanotime() int64 { return nanotime() }

// calibrationTime is how long Calibrate waits: 5 ms give 2 ppm, and the figure is only used until
// a longer span of the run gives a better one.
const calibrationTime = 5 * time.Millisecond

// Calibrate measures the length of a tick. It takes 5 ms unless a tick is known to be a nanosecond.
func Calibrate() Calibration {
	from := Take()
	if source == Monotonic {
		return Calibration{From: from, To: from, hz: 1e9}
	}
	for time.Duration(nanotime()-from.Nanos) < calibrationTime {
		time.Sleep(calibrationTime / 5)
	}
	return Calibration{From: from}.Extend(Take())
}

// Extend is the calibration over the span up to a later mark. The longer the span the better the
// figure: what is uncertain is the reading at both ends.
func (c Calibration) Extend(to Mark) Calibration {
	c.To = to
	if nanos := to.Nanos - c.From.Nanos; source != Monotonic && nanos > 0 && to.Ticks > c.From.Ticks {
		c.hz = float64(to.Ticks-c.From.Ticks) / float64(nanos) * 1e9
	} else if c.hz == 0 {
		c.hz = 1e9
	}
	return c
}

// Restart is a calibration from a later mark on, with the same tick until it is extended.
func (c Calibration) Restart(from Mark) Calibration {
	return Calibration{From: from, To: from, hz: c.hz}
}

// Hz is the number of ticks in a second.
func (c Calibration) Hz() float64 { return c.hz }

// Nanos converts a number of ticks to nanoseconds, to the nearest.
func (c Calibration) Nanos(ticks uint64) int64 {
	if c.hz == 1e9 {
		return int64(min(ticks, math.MaxInt64))
	}
	// Whole seconds first, so that a run of a year loses nothing in the 53 bits of a float.
	whole := uint64(c.hz)
	seconds, rest := ticks/whole, ticks%whole
	perTick := 1e9 / c.hz
	lost := float64(seconds) * (c.hz - float64(whole)) // ticks too many taken for whole seconds
	return int64(seconds)*1e9 + int64(math.Round((float64(rest)-lost)*perTick))
}

// Squares converts a sum of squares of ticks, 128 bits, to one of nanoseconds.
func (c Calibration) Squares(hi, lo uint64) (nhi, nlo uint64) {
	if c.hz == 1e9 {
		return hi, lo
	}
	// (1e9/hz)² as a fixed-point number with 62 fractional bits times the 128-bit sum. A tick is
	// never longer than 1.4 ns on a machine with a time stamp counter worth using; a factor of 4
	// or more does not fit and goes the long way.
	factor := 1e9 / c.hz
	factor *= factor
	if factor >= 4 {
		return scaleBig(hi, lo, factor)
	}
	f := uint64(math.Round(factor * (1 << 62)))
	hh, hl := bits.Mul64(hi, f)
	lh, ll := bits.Mul64(lo, f)
	mid, carry := bits.Add64(hl, lh, 0)
	hh += carry
	// The product is hh:mid:ll with 62 fractional bits.
	return hh<<2 | mid>>62, mid<<2 | ll>>62
}

// scaleBig multiplies a 128-bit number by a factor of any size, saturating.
func scaleBig(hi, lo uint64, factor float64) (uint64, uint64) {
	value := (float64(hi)*(1<<32)*(1<<32) + float64(lo)) * factor
	if value >= math.MaxUint64*float64(1<<32)*(1<<32) {
		return math.MaxUint64, math.MaxUint64
	}
	high := math.Floor(value / (1 << 32) / (1 << 32))
	return uint64(high), uint64(value - high*(1<<32)*(1<<32))
}

// Drift is how far the source went from the monotonic clock between the two calibrations, in parts
// per million.
func (c Calibration) Drift(later Calibration) float64 {
	if c.hz == 0 {
		return 0
	}
	return (later.hz/c.hz - 1) * 1e6
}

// Resolution is the smallest step seen between two readings that differ, in ticks.
func Resolution() uint64 {
	smallest := uint64(math.MaxUint64)
	for range 1000 {
		first := Now()
		second := Now()
		for second == first {
			second = Now()
		}
		smallest = min(smallest, second-first)
	}
	return smallest
}

// Unix is the wall-clock time now, in nanoseconds since the epoch; for the header of a report, never
// for intervals.
func Unix() int64 { return time.Now().UnixNano() }

// UnixAt is the wall-clock time at an instant of the monotonic clock.
func UnixAt(nanos int64) int64 {
	unix, now := beside(Unix)
	return unix - (now - nanos)
}
