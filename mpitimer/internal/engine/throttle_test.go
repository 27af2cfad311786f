package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// A region with Throttle is sampled when it has proved to be short. No call is lost on the way, and what
// was measured before stays as it was.
func TestThrottledCallsAreExact(t *testing.T) {
	tm := timersFor(t)
	engine.Of(tm).Main.Brief = 1 << 40 // whatever it takes, it is short
	r, parent := mpitimer.Define("r", mpitimer.Throttle()), mpitimer.Define("parent", mpitimer.Throttle())
	const calls = engine.ThrottleAfter + 12345
	for range calls {
		tm.StartRegion(r).Stop()
	}
	for range 3 {
		p := tm.StartRegion(parent)
		for range 2 * engine.ThrottleAfter {
			tm.StartRegion(r).Stop()
			tm.Start("other").Stop() // so that prediction has something to do
		}
		p.Stop()
	}
	p := timerstest.ExpectTree(t, tm, fmt.Sprintf("r %d", calls), "parent 3", fmt.Sprintf("parent/r %d", 6*engine.ThrottleAfter), fmt.Sprintf("parent/other %d", 6*engine.ThrottleAfter))
	timerstest.ExpectWarnings(t, p)
	for path, all := range map[string]int{"r": calls, "parent/r": 6 * engine.ThrottleAfter} {
		n := timerstest.NodeOf(t, p, path)
		batches := (all - engine.ThrottleAfter + engine.ThrottleSample - 1) / engine.ThrottleSample
		if !n.Estimated || n.Sample != engine.ThrottleSample || int(n.Timed) != engine.ThrottleAfter+batches {
			t.Errorf("%s: estimated %v, sample %d, %d timed, want %d", path, n.Estimated, n.Sample, n.Timed, engine.ThrottleAfter+batches)
		}
	}
	if n := timerstest.NodeOf(t, p, "parent/other"); n.Estimated {
		t.Error("a region without Throttle is sampled")
	}
	if n := timerstest.NodeOf(t, p, "parent"); n.Total < timerstest.NodeOf(t, p, "parent/other").Total {
		t.Errorf("the parent took %d ns, less than what it contains", n.Total)
	}
}

// One whose calls are long is timed at every call.
func TestLongCallsAreNotThrottled(t *testing.T) {
	tm := timersFor(t)
	engine.Of(tm).Main.Brief = 0 // whatever it takes, it is long
	r := mpitimer.Define("r", mpitimer.Throttle())
	for range engine.ThrottleAfter + 1000 {
		tm.StartRegion(r).Stop()
	}
	if n := timerstest.NodeOf(t, tm.Profile(), "r"); n.Estimated || n.Calls != engine.ThrottleAfter+1000 {
		t.Errorf("estimated %v, %d calls", n.Estimated, n.Calls)
	}
}

// Children, recursion, an environment, a prefix and a Reset do not mind that the node is another one from some
// call on.
func TestThrottleInTheTree(t *testing.T) {
	tm := timersFor(t)
	engine.Of(tm).Main.Brief = 1 << 40
	r := mpitimer.Define("r", mpitimer.Throttle())
	var down func(n int)
	down = func(n int) {
		defer tm.StartRegion(r).Stop()
		tm.Start("in").Stop()
		if n > 0 {
			down(n - 1)
		}
	}
	tm.SetPrefix("p:")
	const rounds = engine.ThrottleAfter + 100
	for range rounds {
		down(1)
	}
	p := timerstest.ExpectTree(t, tm, fmt.Sprintf("p:r %d r%d", 2*rounds, rounds), fmt.Sprintf("p:r/p:in %d", 2*rounds))
	timerstest.ExpectWarnings(t, p)
	tm.Reset()
	down(0)
	timerstest.ExpectTree(t, tm, "p:r 1", "p:r/p:in 1")
	s := tm.StartRegion(r)
	tm.Stop("r") // by name
	s.Stop()     // which is a warning, as without a throttle
	if p := tm.Profile(); len(p.Warnings) != 1 {
		t.Errorf("%d warnings: %v", len(p.Warnings), p.Warnings)
	}
}

// Code that is instrumented without a look may call its functions in ever new orders. A tree does not
// grow without bound by that, and says what it lacks.
func TestThrottledRegionsMakeNoTreeWithoutBound(t *testing.T) {
	race.Sequential(t)
	tm := timersFor(t)
	for i := range engine.MostThrottled + 100 {
		tm.StartRegion(mpitimer.Define(fmt.Sprintf("f%d", i), mpitimer.Throttle())).Stop()
	}
	tm.Start("by hand").Stop()
	p := tm.Profile()
	timerstest.NodeOf(t, p, "by hand")
	if len(p.Nodes) > engine.MostThrottled+2 || len(p.Warnings) == 0 || p.Warnings[0].Kind != engine.WarnTooMany {
		t.Errorf("%d nodes, warnings %.3v", len(p.Nodes), p.Warnings)
	}
}

// Reading counters would cost more than what is short.
func TestThrottledRegionsReadNoCounters(t *testing.T) {
	read := 0
	tm := timersFor(t, mpitimer.WithCounter(mpitimer.Counter{Name: "reads", Read: func() int64 { read++; return int64(read) }}))
	r := mpitimer.Define("r", mpitimer.Throttle())
	s := tm.Start("around")
	before := read
	for range 10 {
		tm.StartRegion(r).Stop()
	}
	if read != before {
		t.Errorf("%d readings", read-before)
	}
	s.Stop()
	p := tm.Profile()
	if n := timerstest.NodeOf(t, p, "around/r"); n.Calls != 10 || n.Values != nil {
		t.Errorf("%d calls, values %v", n.Calls, n.Values)
	}
	if n := timerstest.NodeOf(t, p, "around"); len(n.Values) != 1 || n.Values[0] != 1 {
		t.Errorf("around it: values %v", n.Values)
	}
}

// The handle costs little more than one without a throttle.
func BenchmarkThrottle(b *testing.B) {
	for _, brief := range []uint64{0, 1 << 40} {
		b.Run(fmt.Sprintf("sampled=%v", brief > 0), func(b *testing.B) {
			tm := timersFor(b)
			engine.Of(tm).Main.Brief = brief
			r := mpitimer.Define("r", mpitimer.Throttle())
			for range engine.ThrottleAfter + 1 {
				tm.StartRegion(r).Stop()
			}
			for b.Loop() {
				tm.StartRegion(r).Stop()
			}
		})
	}
	b.Run("none", func(b *testing.B) {
		tm := timersFor(b)
		r := mpitimer.Define("r")
		for b.Loop() {
			tm.StartRegion(r).Stop()
		}
	})
}

// Starts by name of a region with Throttle are timed like any other, and both are one call path.
func TestThrottleStartByName(t *testing.T) {
	tm, pass := exactTimers(t)
	engine.Of(tm).Main.Brief = 1000
	r := mpitimer.Define("r", mpitimer.Throttle())
	byHandle := func(calls int) {
		for range calls {
			s := tm.StartRegion(r)
			pass(1)
			s.Stop()
		}
	}
	byHandle(engine.ThrottleAfter + 2*engine.ThrottleSample)
	for range 100 {
		s := tm.Start("r")
		pass(time.Microsecond)
		s.Stop()
		byHandle(engine.ThrottleSample)
		tm.Start("r")
		pass(time.Microsecond)
		tm.Stop("r")
		tm.Next("r")
		pass(time.Microsecond)
		tm.Stop("r")
		byname.Start(engine.Of(tm).Directory.Track(), "r", 100)
		pass(time.Microsecond)
		byname.Stop(engine.Of(tm).Directory.Track(), "r", clock.Now())
		tm.Add("r", time.Microsecond, 1)
	}
	const handles, names = engine.ThrottleAfter + 102*engine.ThrottleSample, 500
	n := timerstest.NodeOf(t, timerstest.ExpectTree(t, tm, fmt.Sprintf("r %d", handles+names)), "r")
	timerstest.ExpectMeasure(t, "r", n.Measure, handles+names, handles+names*time.Microsecond, 1, time.Microsecond)
	if want := uint64(engine.ThrottleAfter + 102 + names); n.Timed != want || !n.Estimated || n.Sample != engine.ThrottleSample {
		t.Errorf("%d timed, want %d; estimated %v, sample %d", n.Timed, want, n.Estimated, n.Sample)
	}
	if v, _ := byname.Query(engine.Of(tm), "r", 0); v.Calls != handles+names || v.Total != handles+names*time.Microsecond {
		t.Errorf("query of the track says %+v", v)
	}
	timerstest.ExpectWarnings(t, tm.Profile())
}
