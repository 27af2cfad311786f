package mpitimer

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// secondStop stops an interval again while another call of its region is open, and fails unless that stays open and one
// warning more says so.
func secondStop(t *testing.T, tm *Timers, s, open Interval, path string) {
	t.Helper()
	before := warnings(tm.Profile())
	s.Stop()
	open.Stop()
	after := warnings(tm.Profile())
	kind := engine.WarnNotRunning + ": " + path
	if len(after) != len(before)+1 || after[kind] != 1 {
		t.Errorf("warnings are %v, want those of before, %v, and one of the second Stop", after, before)
	}
}

// A second Stop of an Interval of a call that is not timed ends no later one: whether the call is of a region that runs
// already, or is left out by a sample.
func TestSecondStopOfUntimedCall(t *testing.T) {
	every := []RegionOption{SampleEvery(2)}
	for _, c := range []struct {
		name    string
		options []RegionOption
		first   int // calls before
		around  bool
	}{
		{name: "recursive", around: true},
		{name: "left out by a sample", options: every, first: 1},
		{name: "recursive, of a sampled region", options: every, around: true},
		{name: "recursive, of a region that a sample leaves out", options: every, first: 1, around: true},
	} {
		for _, later := range []int{1, 2, 1 << 12} { // starts between the two stops
			t.Run(c.name, func(t *testing.T) {
				tm, r := timersFor(t), Define("a", c.options...)
				for range c.first {
					tm.StartRegion(r).Stop()
				}
				if c.around {
					defer tm.StartRegion(r).Stop()
				}
				s := tm.StartRegion(r)
				s.Stop()
				for range 2*later - 1 { // of a sample each other call is left out
					tm.StartRegion(r).Stop()
				}
				secondStop(t, tm, s, tm.StartRegion(r), "Total/a")
			})
		}
	}
}

// So it is on a goroutine that has no tree of its own, however many calls come between.
func TestSecondStopBeyondTheLimitLongAfter(t *testing.T) {
	defer bound(plan{tracks: 1})()
	tm := timersFor(t)
	timerstest.OnShared(t, tm, func() {
		s := tm.Start("a")
		s.Stop()
		for range 1<<12 - 1 {
			tm.Start("a").Stop()
		}
		secondStop(t, tm, s, tm.Start("a"), "Total/a")
	})
}

// A call that Reset has begun anew is not taken for one that began when the clock read as at the Reset. Timed calls that began
// at the same reading are, as docs/regions.md says.
func TestSecondStopAtOneReading(t *testing.T) {
	now := uint64(time.Hour)
	defer clock.Simulate(func() int64 { return int64(now) })()
	tm := timersFor(t)
	s := tm.Start("a")
	now += 5
	tm.Reset()
	s.Stop()
	secondStop(t, tm, s, tm.Start("a"), "Total/a")

	s = tm.Start("b")
	s.Stop()
	tm.Start("b")
	s.Stop()
	if p := tm.Profile(); timerstest.NodeOf(t, p, "b").Calls != 2 || timerstest.NodeOf(t, p, "b").Running != 0 || warnings(p)[engine.WarnNotRunning+": Total/b"] != 0 {
		t.Errorf("b is %+v with %v", timerstest.NodeOf(t, p, "b").Measure, p.Warnings)
	}
}

// Each start in an environment that is not there counts, by name and by handles, whether it is predicted or not.
func TestEachStartInUnknownEnvironment(t *testing.T) {
	defer func(calls uint64) { engine.BriefCalls = calls }(engine.BriefCalls)
	engine.BriefCalls = 4 // throttled from then on
	tm := timersFor(t)
	handles := []*Region{
		Define("a", InEnvironment("nowhere")), Define("b", InEnvironment("nowhere"), Level(1)), Define("c", InEnvironment("nowhere"), SampleEvery(3)),
		Define("d", InEnvironment("nowhere"), Throttle()),
	}
	tm.SetLevel(1)
	for range 10 {
		for _, r := range handles {
			tm.StartRegion(r).Stop()
			tm.StartRegion(r).Stop()
		}
		tm.StartInEnvironment("a", "nowhere").Stop()
		tm.StartInEnvironment("a", "elsewhere").Stop()
		tm.Start("a").Stop()
	}
	p := tm.Profile()
	timerstest.ExpectWarnings(t, p, engine.WarnEnvironment+": nowhere ×90", engine.WarnEnvironment+": elsewhere ×10")
	timerstest.ExpectOutline(t, p, "a 50", "b 20", "c 20", "d 20")
}
