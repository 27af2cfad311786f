package engine_test

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestSampledCallsAreExact(t *testing.T) {
	for _, n := range []int{1, 2, 3, 16, 1000} {
		for _, calls := range []int{1, 2, 3, 15, 16, 17, 100, 2001} {
			tm := timersFor(t)
			r := mpitimer.Define("r", mpitimer.SampleEvery(n))
			for range calls {
				timerstest.Inside(tm.StartRegion(r))
			}
			p := tm.Profile()
			node := timerstest.NodeOf(t, p, "r")
			timed := (calls + n - 1) / n
			if int(node.Calls) != calls || int(node.Timed) != timed || node.Estimated != (n > 1) || n > 1 && node.Sample != n {
				t.Errorf("one in %d of %d: %d calls, %d timed, want %d; estimated %v, sample %d", n, calls, node.Calls, node.Timed, timed, node.Estimated, node.Sample)
			}
			record := &engine.Of(tm).Main.Records[engine.Of(tm).Main.Len()-1]
			if record.Total == 0 || node.Total == 0 {
				t.Fatal("no time at all")
			}
			// The estimate is the time of what was measured, times the ratio of the counts.
			want := float64(p.Clock.Hz) // ticks a second
			want = float64(record.Total) / want * 1e9 * float64(calls) / float64(timed)
			if got := float64(node.Total); got < want*0.999-1 || got > want*1.001+1 {
				t.Errorf("one in %d of %d: %.0f ns, want %.0f", n, calls, got, want)
			}
			tm.Finalize()
		}
	}
}

// Once a region is known to contain others, calls that are left out count as running, so that their
// children stand below them.
func TestChildrenOfASampledRegion(t *testing.T) {
	tm := timersFor(t)
	r := mpitimer.Define("r", mpitimer.SampleEvery(4))
	for range 100 {
		s := tm.StartRegion(r)
		c := tm.Start("child")
		tm.Start("grandchild").Stop()
		c.Stop()
		s.Stop()
	}
	p := timerstest.ExpectTree(t, tm, "r 100", "r/child 100", "r/child/grandchild 100")
	timerstest.ExpectWarnings(t, p)
	if n := timerstest.NodeOf(t, p, "r"); n.Timed != 25 {
		t.Errorf("%d calls timed, want 25", n.Timed)
	}
	if n := timerstest.NodeOf(t, p, "r/child"); n.Estimated || n.Timed != 100 {
		t.Errorf("the child: estimated %v, %d timed", n.Estimated, n.Timed)
	}
}

// A child stands below the region also if the first call that it is met in is left out.
func TestChildFirstMetInACallThatIsLeftOut(t *testing.T) {
	tm := timersFor(t)
	r := mpitimer.Define("r", mpitimer.SampleEvery(4))
	for i := range 12 {
		s := tm.StartRegion(r)
		if i%4 == 2 {
			tm.Start("child").Stop()
		}
		s.Stop()
	}
	for i := range 4 {
		s := tm.StartRegion(r)
		if i > 0 {
			tm.Start("other").Stop()
		}
		s.Stop()
	}
	p := timerstest.ExpectTree(t, tm, "r 16", "r/child 3", "r/other 3")
	timerstest.ExpectWarnings(t, p)
	if n := timerstest.NodeOf(t, p, "r"); n.Timed != 4 {
		t.Errorf("%d calls timed, want 4", n.Timed)
	}
}

// Stop by name ends a call that is left out like any other.
func TestSampleStopByName(t *testing.T) {
	tm := timersFor(t)
	r, alone := mpitimer.Define("r", mpitimer.SampleEvery(4)), mpitimer.Define("alone", mpitimer.SampleEvery(4))
	for range 10 {
		tm.StartRegion(r)
		tm.Start("in")
		tm.Stop("in")
		tm.Stop("r")
		tm.StartRegion(alone)
		tm.Stop("alone")
	}
	p := timerstest.ExpectTree(t, tm, "r 10", "r/in 10", "alone 10")
	timerstest.ExpectWarnings(t, p)
}

func TestRecursionOfASampledRegion(t *testing.T) {
	tm := timersFor(t)
	r := mpitimer.Define("r", mpitimer.SampleEvery(3))
	var down func(n int)
	down = func(n int) {
		defer tm.StartRegion(r).Stop()
		tm.Start("in").Stop()
		if n > 1 {
			down(n - 1)
		}
	}
	for range 7 {
		down(4)
	}
	p := timerstest.ExpectTree(t, tm, "r 28 r21", "r/in 28")
	timerstest.ExpectWarnings(t, p)
	if n := timerstest.NodeOf(t, p, "r"); n.Timed != 3 {
		t.Errorf("%d outermost calls timed, want 3 of 7", n.Timed)
	}
}

func TestNextOfASampledRegion(t *testing.T) {
	tm := timersFor(t)
	tm.StartRegion(mpitimer.Define("r", mpitimer.SampleEvery(3))).Stop()
	for range 5 {
		tm.Next("r")
		tm.Next("q")
	}
	tm.Stop("q")
	p := timerstest.ExpectTree(t, tm, "r 6", "q 5")
	timerstest.ExpectWarnings(t, p)
	if n := timerstest.NodeOf(t, p, "r"); n.Timed != 6 { // Next knows nothing of the handle
		t.Errorf("%d calls timed, want 6", n.Timed)
	}
}

// Handles of one name, and starts by name, are one call path, in which each has its own sample.
func TestOneNameSampledDifferently(t *testing.T) {
	for first := range 3 {
		tm := timersFor(t)
		eight, three := mpitimer.Define("r", mpitimer.SampleEvery(8)), mpitimer.Define("r", mpitimer.SampleEvery(3))
		starts := []func() mpitimer.Interval{
			func() mpitimer.Interval { return tm.StartRegion(eight) },
			func() mpitimer.Interval { return tm.Start("r") },
			func() mpitimer.Interval { return tm.StartRegion(three) },
		}
		for i := range 12 {
			starts[(first+i)%3]().Stop()
		}
		p := timerstest.ExpectTree(t, tm, "r 12")
		if n := timerstest.NodeOf(t, p, "r"); n.Timed != 4+2+1 || !n.Estimated || n.Sample != 8 {
			t.Errorf("first %d: %d calls timed, want 7; estimated %v, sample %d", first, n.Timed, n.Estimated, n.Sample)
		}
		tm.Finalize()
	}
}

// A node that was so far only the way to a place takes the options of the region that first starts
// there.
func TestSampledRegionThatWasAWayFirst(t *testing.T) {
	tm := timersFor(t)
	r := mpitimer.Define("work", mpitimer.SampleEvery(4), mpitimer.Level(0))
	s := tm.Start("work")
	place := tm.CurrentPath()
	s.Stop()
	timerstest.Elsewhere(func() {
		place.Run(func() { tm.Start("x").Stop() })
		for range 9 {
			tm.StartRegion(r).Stop()
		}
	})
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "work 10", "work/x 1")
	if n := timerstest.NodeOf(t, p, "work"); n.Calls != 10 {
		t.Errorf("%d calls", n.Calls)
	}
}

func TestLevels(t *testing.T) {
	tm := timersFor(t)
	regions := []*mpitimer.Region{mpitimer.Define("zero"), mpitimer.Define("one", mpitimer.Level(1)), mpitimer.Define("two", mpitimer.Level(2))}
	run := func() {
		for _, r := range regions {
			defer tm.StartRegion(r).Stop()
		}
		tm.Start("leaf").Stop()
	}
	run()
	tm.SetLevel(1)
	run()
	run()
	timerstest.Elsewhere(run)
	tm.SetLevel(2)
	run()
	tm.SetLevel(-7)
	run()
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "zero 6", "zero/leaf 2", "zero/one 4", "zero/one/leaf 3", "zero/one/two 1", "zero/one/two/leaf 1")
	for path, level := range map[string]int{"zero": 0, "zero/one": 1, "zero/one/two": 2, "zero/one/two/leaf": 0} {
		if n := timerstest.NodeOf(t, p, path); n.Level != level {
			t.Errorf("%s has level %d, want %d", path, n.Level, level)
		}
	}
}

func TestLevelOfAConfiguration(t *testing.T) {
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Level = 3 }))
	var want []string
	for level := range 6 {
		name := fmt.Sprint("level ", level)
		tm.StartRegion(mpitimer.Define(name, mpitimer.Level(level))).Stop()
		if level <= 3 {
			want = append(want, name+" 1")
		}
	}
	timerstest.ExpectTree(t, tm, want...)
}
