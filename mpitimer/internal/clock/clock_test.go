package clock

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"pgregory.net/rapid"
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
