package clock

import (
	"math"
	"math/big"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// eachSource runs a test with every source that the machine has.
func eachSource(t *testing.T, test func(t *testing.T)) {
	for _, s := range []Source{Monotonic, TSC, FencedTSC} {
		t.Run(s.String(), func(t *testing.T) {
			if !s.Available() {
				t.Skipf("this machine has no trusted %s clock", s)
			}
			defer Use(InUse())
			Use(s)
			test(t)
		})
	}
}

func TestCalibratedClockFollowsTheMonotonicClock(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		c := Calibrate()
		from := Take()
		time.Sleep(20 * time.Millisecond)
		to := Take()
		got, want := c.Nanos(to.Ticks-from.Ticks), to.Nanos-from.Nanos
		if off := math.Abs(float64(got-want)) / float64(want); off > 0.01 {
			t.Errorf("%d ns by the calibrated clock, %d by the monotonic clock", got, want)
		}
	})
}

func TestNowNeverGoesBack(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		last := Now()
		for range 100_000 {
			now := Now()
			if now < last {
				t.Fatalf("a reading of %d after %d", now, last)
			}
			last = now
		}
	})
}

func TestNanosIsExact(t *testing.T) {
	defer Use(InUse())
	Use(TSC)
	rapid.Check(t, func(t *rapid.T) {
		hz := rapid.Uint64Range(1_000_000_001, 6_000_000_000).Draw(t, "hz")
		ticks := rapid.Uint64Range(0, hz*400_000_000%math.MaxInt64).Draw(t, "ticks")
		c := Calibration{hz: float64(hz)}
		exact := new(big.Int).Mul(big.NewInt(1e9), new(big.Int).SetUint64(ticks))
		exact.Div(exact, new(big.Int).SetUint64(hz))
		if off := c.Nanos(ticks) - exact.Int64(); off < -1 || off > 1 {
			t.Fatalf("%d ticks at %d Hz: %d ns, want %s", ticks, hz, c.Nanos(ticks), exact)
		}
	})
}

func TestSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hz := rapid.Float64Range(2e8, 6e9).Draw(t, "hz")
		hi := rapid.Uint64Range(0, 1<<40).Draw(t, "hi")
		lo := rapid.Uint64().Draw(t, "lo")
		c := Calibration{hz: hz}
		nhi, nlo := c.Squares(hi, lo)
		join := func(hi, lo uint64) float64 { return float64(hi)*math.Exp2(64) + float64(lo) }
		got, want := join(nhi, nlo), join(hi, lo)*(1e9/hz)*(1e9/hz)
		if math.Abs(got-want) > 1e-9*want+2 {
			t.Fatalf("(%d, %d) at %g Hz: %g, want %g", hi, lo, hz, got, want)
		}
	})
}

func TestResolutionIsPositive(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		if Resolution() == 0 {
			t.Error("resolution 0")
		}
	})
}

func BenchmarkTwoReadings(b *testing.B) {
	for _, s := range []Source{Monotonic, TSC, FencedTSC} {
		b.Run(s.String(), func(b *testing.B) {
			if !s.Available() {
				b.Skip("not trusted here")
			}
			defer Use(InUse())
			Use(s)
			var sum uint64
			for b.Loop() {
				first := Now()
				sum += Now() - first
			}
			_ = sum
		})
	}
}

func TestCounterByTellsTheGoroutine(t *testing.T) {
	Prepare()
	if identity == 0 {
		t.Skip("goroutines' numbers are not at hand on this machine")
	}
	for range 10 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			before := Counter()
			ticks, id := CounterBy()
			if id != goroutine.ID() {
				t.Errorf("goroutine %d, want %d", id, goroutine.ID())
			}
			if ticks < before || ticks > Counter() {
				t.Errorf("%d ticks are not between those before and after", ticks)
			}
		}()
		<-done
	}
}

// The wall clock and the monotonic one are read as one: between two readings of both as much time has passed
// on either, but for what the wall clock was set by meanwhile.
func TestUnixAt(t *testing.T) {
	before := time.Now().UnixNano()
	at := UnixAt(Nanotime())
	after := time.Now().UnixNano()
	if at < before-int64(time.Millisecond) || at > after+int64(time.Millisecond) {
		t.Errorf("%d is not between %d and %d", at, before, after)
	}
	now := Nanotime()
	if apart := UnixAt(now) - UnixAt(now-int64(time.Hour)); apart < int64(time.Hour-time.Millisecond) || apart > int64(time.Hour+time.Millisecond) {
		t.Errorf("an hour is %v", time.Duration(apart))
	}
}

// A clock that a test holds still can be calibrated and has a resolution, and what it says is exact.
func TestSimulatedClock(t *testing.T) {
	now := int64(5)
	defer Simulate(func() int64 { return now })()
	if Best() != Simulated || Resolution() != 1 {
		t.Errorf("%v with a resolution of %d", Best(), Resolution())
	}
	c := Calibrate()
	now += 1_234_567
	if got := c.Extend(Take()).Nanos(Now() - c.From.Ticks); got != 1_234_567 {
		t.Errorf("%d ns, want 1234567", got)
	}
}

// However many timers begin, the process waits for its clock once, and briefly; what a tick is found to be
// is right all the same.
func TestCalibrateWaitsOnce(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		before := Waited()
		for range 200 {
			Calibrate()
		}
		if waited := Waited() - before; waited > 2*calibrationTime {
			t.Errorf("200 calibrations wait %v, want at most %v", waited, 2*calibrationTime)
		}
	})
}

// In a bubble whose time moves only while all sleep, the wait of a young process takes none of that time, or ranks beside it
// would give up what they wait for.
func TestCalibrateTakesNoTimeOfABubble(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		synctest.Test(t, func(*testing.T) {
			origin.Lock()
			origin.width = 0 // as if nobody had asked before
			origin.Unlock()
			begun, before := time.Now(), Waited()
			Calibrate().Settle()
			if took := time.Since(begun); took != 0 {
				t.Errorf("%v of the bubble's time have gone by, %v of the machine's", took, Waited()-before)
			}
		})
	})
}

// A run may be as short as it likes: what is reported of it is settled to 50 ppm, or it was waited for.
func TestSettle(t *testing.T) {
	eachSource(t, func(t *testing.T) {
		begun, before := Take(), Waited()
		c := Calibrate().Settle()
		waited := Waited() - before
		if !source.nanoseconds() && c.unsure > reported && time.Duration(Take().Nanos-begun.Nanos) < calibrationTime {
			t.Errorf("a tick is known to %.0f ppm after a wait of %v", c.unsure*1e6, waited)
		}
		time.Sleep(30 * time.Millisecond)
		longer := c.Extend(Take())
		if off := math.Abs(longer.hz/c.hz - 1); off > c.unsure+longer.unsure+reported {
			t.Errorf("%g Hz at first, %g Hz later: off by %.0f ppm", c.hz, longer.hz, off*1e6)
		}
	})
}

// A difference that the two calibrations leave open is no drift.
func TestDrift(t *testing.T) {
	first := Calibration{hz: 2e9, unsure: 100e-6}
	for _, hz := range []float64{2e9, 2e9 * (1 + 99e-6), 2e9 * (1 - 99e-6)} {
		if drift := first.Drift(Calibration{hz: hz}); drift != 0 {
			t.Errorf("%g Hz against %g: a drift of %g ppm", hz, first.hz, drift)
		}
	}
	if drift := first.Drift(Calibration{hz: 2e9 * (1 + 300e-6)}); math.Abs(drift-300) > 1e-3 {
		t.Errorf("a drift of %g ppm, want 300", drift)
	}
}

// The marks of another process do not say how well they were read: those of a short run tell less of the tick than that process knew.
func TestElapsedOfAShortRun(t *testing.T) {
	const hz = 3e9
	for nanos, want := range map[int64]float64{20e6: 0, 200e6: 0, 1e9: 50e-6} { // by what share the tick may move
		c := Calibrated(Mark{Ticks: 1000, Nanos: 5000}, hz)
		c = c.Elapsed(Mark{Ticks: 1000 + uint64(float64(nanos+40_000)*hz/1e9), Nanos: 5000 + nanos})
		if off := math.Abs(c.Hz()/hz - 1); off > want {
			t.Errorf("after %d ns a mark that is 40 µs off moves the tick by %.0f ppm, expected at most %.0f", nanos, off*1e6, want*1e6)
		}
	}
}
