package clock

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Calibration converts ticks to nanoseconds.
type Calibration struct {
	From, To Mark
	hz       float64
	unsure   float64 // by what share hz may be wrong
}

// Calibrated is the calibration that another process has found.
func Calibrated(from Mark, hz float64) Calibration {
	return Calibration{From: from, To: from, hz: hz, unsure: atStart}
}

// Elapsed is Extend for ticks of another process, whose marks may be 50 µs wide: before 250 ms they tell less than that process knew.
func (c Calibration) Elapsed(to Mark) Calibration {
	c.To = to
	if own, unsure := rate(c.From, to, 100_000); c.hz != 1e9 && unsure < c.unsure {
		c.hz, c.unsure = own, unsure
	}
	return c
}

// Ticks is the tick at an instant of the monotonic clock.
func (c Calibration) Ticks(nanos int64) uint64 {
	return c.From.Ticks + uint64(float64(max(nanos-c.From.Nanos, 0))*c.hz/1e9)
}

// Nanotime is the monotonic clock, which all processes of a machine share.
func Nanotime() int64 { return monotonic() }

// calibrationTime is the longest that anybody waits to know a tick better.
const calibrationTime = 5 * time.Millisecond

// How well a tick has to be known: for thresholds and histograms while a program runs, and for what is
// reported.
const (
	atStart  = 200e-6
	reported = 50e-6
)

// origin is a mark from which on the process's calibrations count, so that a program which has done other
// things before it times something need not wait.
var origin struct {
	sync.Mutex
	mark  Mark
	width int64
}

// begin is the origin. It is set when somebody asks first, and again when it is older than age: meanwhile
// the machine may have slept, which the two clocks need not see alike.
func begin(age time.Duration) (Mark, int64) {
	origin.Lock()
	defer origin.Unlock()
	if origin.width == 0 || nanotime()-origin.mark.Nanos > int64(age) {
		origin.mark.Ticks, origin.mark.Nanos, origin.width = beside(Counter)
		origin.width = max(origin.width, 1)
	}
	return origin.mark, origin.width
}

// Calibrate measures the length of a tick, for now to 200 ppm. It waits, most often not at all, until the
// process is old enough for that: half a millisecond.
func Calibrate() Calibration {
	if !source.nanoseconds() {
		begin(time.Minute)
	}
	c := Calibration{From: Take()}.until(atStart)
	return c.Restart(c.To)
}

// Settle is Extend up to now, where that is long enough to know a tick to 50 ppm. Else it waits until the
// process is a millisecond old, or 5 ms on a machine whose clocks take long to read.
func (c Calibration) Settle() Calibration { return c.until(reported) }

func (c Calibration) until(sure float64) Calibration {
	for begun := time.Duration(c.From.Nanos); ; {
		c = c.Extend(Take())
		left := calibrationTime - (time.Duration(c.To.Nanos) - begun)
		if c.unsure <= sure || left <= 0 {
			return c
		}
		pause := min(calibrationTime/20, left)
		waited.Add(int64(pause))
		yieldFor(pause)
	}
}

// yieldFor lets other goroutines run for so long. It does not sleep: in a synctest bubble a sleep takes no time of the
// machine's clocks, which are what is waited for, and lets seconds go by for the ranks beside.
func yieldFor(pause time.Duration) {
	for begun := nanotime(); nanotime()-begun < int64(pause); {
		runtime.Gosched()
	}
}

var waited atomic.Int64

// Waited is how long calibrations of the process have waited, all together.
func Waited() time.Duration { return time.Duration(waited.Load()) }

// Extend is the calibration up to a later mark. What a tick is follows from the process's time up to now,
// unless the time since From says otherwise, or is longer: what is uncertain is the reading at both ends.
func (c Calibration) Extend(to Mark) Calibration {
	c.To = to
	if source.nanoseconds() {
		c.hz, c.unsure = 1e9, 0
		return c
	}
	first, width := begin(math.MaxInt64)
	now, another := take()
	c.hz, c.unsure = rate(first, now, width+another)
	if own, unsure := rate(c.From, now, 4*another); unsure < c.unsure || math.Abs(own/c.hz-1) > unsure {
		c.hz, c.unsure = own, unsure
	}
	return c
}

// rate is how many ticks a second has, and by what share that may be wrong: between two marks whose widths
// are so many nanoseconds.
func rate(from, to Mark, widths int64) (hz, unsure float64) {
	nanos := to.Nanos - from.Nanos
	if nanos <= 0 || to.Ticks <= from.Ticks {
		return 1e9, 1
	}
	return float64(to.Ticks-from.Ticks) / float64(nanos) * 1e9, float64(widths) / 2 / float64(nanos)
}

// Restart is a calibration from a later mark on, with the same tick until it is extended.
func (c Calibration) Restart(from Mark) Calibration {
	return Calibration{From: from, To: from, hz: c.hz, unsure: c.unsure}
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
// per million; 0 if it is less than what the two leave open.
func (c Calibration) Drift(later Calibration) float64 {
	if c.hz == 0 {
		return 0
	}
	drift := later.hz/c.hz - 1
	if math.Abs(drift) <= c.unsure+later.unsure {
		return 0
	}
	return drift * 1e6
}
