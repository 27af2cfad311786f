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

// A start that its level leaves out is ended by its stop, and so is no other of that name.
func TestLevelStopByName(t *testing.T) {
	tm, pass := exactTimers(t)
	fine := mpitimer.Define("x", mpitimer.Level(2))
	outer := tm.Start("x")
	tm.StartRegion(fine)
	pass(3 * time.Millisecond)
	tm.Stop("x")
	pass(2 * time.Millisecond)
	tm.Start("in").Stop()
	tm.Stop("x")
	outer.Stop() // which has ended
	p := timerstest.ExpectTree(t, tm, "x 1", "x/in 1")
	timerstest.ExpectWarnings(t, p, engine.WarnNotRunning+": Total/x ×1")
	if n := timerstest.NodeOf(t, p, "x"); n.Total != int64(5*time.Millisecond) {
		t.Errorf("%v, want 5 ms", time.Duration(n.Total))
	}
}

// What is left out contains what starts inside it for nobody, and its Interval takes it away again.
func TestLevelLeavesNothing(t *testing.T) {
	tm := timersFor(t)
	fine := mpitimer.Define("fine", mpitimer.Level(1))
	for range 3 {
		s := tm.StartRegion(fine)
		tm.Start("a")
		tm.Start("fine")
		deep := tm.StartRegion(fine)
		tm.Stop("fine") // the one that was left out last
		deep.Stop()     // nothing
		tm.Stop("fine") // the one by name
		tm.Stop("a")
		s.Stop()
		s.Stop()
	}
	tm.Stop("fine")
	p := timerstest.ExpectTree(t, tm, "a 3", "a/fine 3")
	timerstest.ExpectWarnings(t, p, engine.WarnNotStarted+": fine ×1")
}

// The stops may come in another order, and pair all the same.
func TestLevelStopsInAnyOrder(t *testing.T) {
	tm := timersFor(t)
	one, two := mpitimer.Define("one", mpitimer.Level(1)), mpitimer.Define("two", mpitimer.Level(1))
	tm.Start("around")
	first := tm.StartRegion(one)
	tm.StartRegion(two)
	tm.StartRegion(one)
	first.Stop()
	tm.Stop("two")
	tm.Start("inside")
	tm.Stop("one") // what was left out first contains the region inside, which goes on
	tm.Stop("inside")
	tm.Stop("around")
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "around 1", "around/inside 1"))
}

// What is not stopped ends with the region around it, also where the next one starts at the same tick.
func TestLevelEndsWithItsRegion(t *testing.T) {
	tm, _ := exactTimers(t)
	fine := mpitimer.Define("x", mpitimer.Level(1))
	outer := tm.Start("x")
	tm.Start("a")
	tm.StartRegion(fine)
	tm.Stop("a")
	tm.Start("a")
	tm.Stop("x") // the outer one, with a
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "x 1", "x/a 2"), engine.WarnOutOfOrder+": Total/x/a ×1")
	outer.Stop()
	for range 3 { // of others at the same depth nothing is left
		tm.Start("b")
		tm.StartRegion(fine)
		tm.Stop("b")
		if engine.Of(tm).Main.Skipped > 2 {
			t.Errorf("%d starts are remembered", engine.Of(tm).Main.Skipped)
		}
	}
}

// The level counts when a region starts; what it is at the stop does not matter.
func TestLevelChangesInside(t *testing.T) {
	tm := timersFor(t)
	fine := mpitimer.Define("fine", mpitimer.Level(1))
	tm.Start("fine")
	tm.StartRegion(fine)
	tm.SetLevel(1)
	tm.StartRegion(fine) // a recursion
	tm.SetLevel(0)
	tm.StartRegion(fine)
	tm.Stop("fine")
	tm.Stop("fine")
	tm.Stop("fine")
	tm.Start("in").Stop()
	tm.Stop("fine")
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "fine 2 r1", "fine/in 1"))
}

// Goroutines, with and without a tree of their own, and packages for other timers are told likewise.
func TestLevelElsewhere(t *testing.T) {
	tm := timersFor(t)
	fine := mpitimer.Define("fine", mpitimer.Level(1))
	program := func() {
		tm.StartRegion(fine)
		tm.Start("fine")
		tm.StartRegion(fine)
		tm.SetPrefix("p:")
		s := tm.StartRegion(fine)
		tm.StartRegion(fine)
		tm.Stop("p:fine")
		tm.SetPrefix("")
		s.Stop()
		tm.Stop("fine")
		if ended := byname.Stop(engine.Of(tm).Directory.Track(), "fine", clock.Now()); ended != byname.EndedRegion {
			t.Errorf("StopNamed says %d", ended)
		}
		if ended := byname.Stop(engine.Of(tm).Directory.Track(), "fine", clock.Now()); ended != byname.EndedLeftOut {
			t.Errorf("StopNamed says %d of a start that was left out", ended)
		}
	}
	program()
	timerstest.Elsewhere(program)
	free := occupy(tm)
	timerstest.Elsewhere(program)
	free()
	interval := tm.StartRegion(fine)
	timerstest.Elsewhere(interval.Stop) // which changes nothing there
	tm.Stop("fine")
	p := tm.Profile()
	timerstest.ExpectWarnings(t, p)
	if n := timerstest.NodeOf(t, p, "fine"); n.Calls != 3 {
		t.Errorf("%d calls, want 3", n.Calls)
	}
}

// What has too many call paths already is left out in the same way.
func TestThrottleLeftOutStopByName(t *testing.T) {
	race.Sequential(t)
	tm := timersFor(t)
	for i := range engine.MostThrottled {
		tm.StartRegion(mpitimer.Define(fmt.Sprintf("f%d", i), mpitimer.Throttle())).Stop()
	}
	r := mpitimer.Define("x", mpitimer.Throttle())
	outer := tm.Start("around")
	tm.StartRegion(r)
	tm.Stop("x")
	tm.Start("x")
	tm.StartRegion(mpitimer.Define("y", mpitimer.Throttle())).Stop()
	tm.Stop("x")
	outer.Stop()
	for _, w := range timerstest.WarningsOf(tm.Profile()) {
		if w != engine.WarnTooMany+": x ×1" && w != engine.WarnTooMany+": y ×1" && w != fmt.Sprintf("%s: f%d ×1", engine.WarnTooMany, engine.MostThrottled-1) && w != fmt.Sprintf("%s: f%d ×1", engine.WarnTooMany, engine.MostThrottled-2) {
			t.Errorf("warning %q", w)
		}
	}
}
