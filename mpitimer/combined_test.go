package mpitimer

import (
	"io"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Features that met in programs of the model (TestModel), each with the shortest one that went wrong.

// On a coarse clock an interval may begin at the tick at which one that has ended began. A second Stop of that
// one, at another depth, must not take the current region off the stack in place of the other.
func TestSecondStopAtTheSameTick(t *testing.T) {
	for _, nested := range []bool{false, true} {
		timerstest.Standing(t)
		tm := timersFor(t)
		a := tm.Start("a")
		tm.Start("b")
		if nested {
			tm.Start("a")
		}
		first := tm.Start("t")
		tm.Stop("b")
		if nested {
			tm.Start("b")
		}
		tm.Start("t") // one less deep
		if nested {
			tm.Start("a") // as deep as the first t was
		} else {
			tm.Start("s")
		}
		first.Stop()
		tm.Stop("t")
		tm.Stop("b")
		a.Stop()
		for i := range tm.Profile().Nodes {
			if n := &tm.Profile().Nodes[i]; n.Running > 0 && n.Name != TotalName {
				t.Errorf("nested %v: %s runs", nested, n.Name)
			}
		}
		if tm.Engine().Main.Depth != 1 {
			t.Errorf("nested %v: %d regions are open, want Total", nested, tm.Engine().Main.Depth)
		}
		tm.Finalize()
	}
}

// A region may have been made by its full name and be started under a prefix: its stop need not know of that.
func TestStopUnderAPrefixOfARegionMadeWithout(t *testing.T) {
	tm := timersFor(t)
	tm.Start("p:a").Stop()
	tm.SetPrefix("p:")
	s := tm.Start("b")
	s.Stop()
	tm.Start("a")
	tm.SetPrefix("")
	tm.Stop("a")
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "p:a 2", "p:b 1"))
}

func TestDisabledStartInLooksForNoEnvironment(t *testing.T) {
	tm := timersFor(t)
	tm.Disable()
	tm.StartInEnvironment("a", "nowhere").Stop()
	tm.Enable()
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm))
}

func TestStartInAfterItsEnvironmentWasRemoved(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	tm := timersFor(t, WithEnvironments(envs))
	if _, err := envs.CreateFirst("ocean", envs.Default(), 1); err != nil {
		t.Fatal(err)
	}
	tm.StartInEnvironment("a", "ocean").Stop()
	if err := envs.Remove("ocean"); err != nil {
		t.Fatal(err)
	}
	tm.StartInEnvironment("a", "ocean").Stop()
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "a 1 @ocean", "a 1"), engine.WarnEnvironment+": ocean ×1")
}

// A goroutine ends in a recursion in which a region was left out by its level.
func TestAbandonedRecursionWithARegionLeftOut(t *testing.T) {
	tm := timersFor(t)
	place := tm.CurrentPath()
	timerstest.Elsewhere(func() {
		place.Run(func() {
			tm.Start("a")
			tm.Start("b")
			tm.Start("a")
			tm.StartRegion(Define("deep", Level(2)))
			tm.Start("c")
		})
	})
	p := tm.Profile()
	timerstest.ExpectOutline(t, p)
	timerstest.ExpectWarnings(t, p, engine.WarnAbandoned+": Total/a ×2", engine.WarnAbandoned+": Total/a/b ×1", engine.WarnAbandoned+": Total/a/b/c ×1")
}

// A second Stop beyond the limit of tracks must not end the next call.
func TestSecondStopBeyondTheLimit(t *testing.T) {
	defer bound(plan{tracks: 1})()
	tm := timersFor(t)
	timerstest.OnShared(t, tm, func() {
		s := tm.Start("a")
		s.Stop()
		again := tm.Start("a")
		s.Stop()
		tm.Start("b").Stop()
		again.Stop()
	})
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "a 2", "a/b 1"), engine.WarnNotRunning+": Total/a ×1")
}

// Where a region is only the way to a place it has no level; what says it is the track that started it.
func TestLevelOfARegionThatIsAWayElsewhere(t *testing.T) {
	tm := timersFor(t, edited(func(c *Config) { c.Timing.Level = 1 }))
	release, done, places := make(chan bool), make(chan bool), make(chan Path, 1)
	go func() { // has the smaller number
		tm.Start("x").Stop()
		release <- true
		<-release
		(<-places).Run(func() { tm.Start("y").Stop() })
		done <- true
	}()
	<-release
	timerstest.Elsewhere(func() {
		s := tm.StartRegion(Define("b", Level(1)))
		places <- tm.CurrentPath()
		s.Stop()
	})
	release <- true
	<-done
	if n := timerstest.NodeOf(t, tm.Profile(), "b"); n.Level != 1 {
		t.Errorf("level %d, want 1", n.Level)
	}
}

// What a goroutine was in when the interval began is forgotten when it has ended; that takes nothing off what
// others have measured.
func TestIntervalOfATrackWhoseGoroutineHasEnded(t *testing.T) {
	now := timerstest.Standing(t)
	tm := timersFor(t)
	place := tm.CurrentPath()
	inside, end, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		place.Run(func() {
			tm.Start("a")
			inside <- true
			<-end
		})
		done <- true
	}()
	<-inside
	now.Add(7)
	tm.interval()
	end <- true
	<-done
	s := tm.Start("a")
	now.Add(100)
	s.Stop()
	if n := timerstest.NodeOf(t, tm.interval(), "a"); n.Total != 100 || n.Calls != 1 {
		t.Errorf("%+v, want 1 call of 100 ns", n.Measure)
	}
}

func TestCountersOfAnIntervalAfterResetNamed(t *testing.T) {
	counted := int64(0)
	tm := timersFor(t, WithCounter(Counter{Name: "counted", Read: func() int64 { return counted }}))
	s := tm.Start("a")
	counted += 14
	s.Stop()
	tm.interval()
	byname.Reset(tm.Engine(), "a")
	s = tm.Start("a")
	counted += 3
	s.Stop()
	if n := timerstest.NodeOf(t, tm.interval(), "a"); n.Values[0] != 3 {
		t.Errorf("%d, want 3", n.Values[0])
	}
}

// Time that is given without a call belongs to the calls of the region, sampled ones too.
func TestTimeWithoutACallOfASampledRegion(t *testing.T) {
	timerstest.Standing(t)
	tm := timersFor(t)
	byname.Add(tm.Engine(), "s", time.Microsecond, 0, 9)
	timerstest.ExpectOutline(t, tm.Profile(), "s 0")
	tm.StartRegion(Define("s", SampleEvery(3))).Stop()
	if n := timerstest.NodeOf(t, tm.Profile(), "s"); n.Total != 1000 || n.Calls != 1 {
		t.Errorf("%+v, want 1 call and 1000 ns", n.Measure)
	}
}

// A region inside another of its name, below which a goroutine was placed, is a recursion for a later goroutine
// on the same track, which runs both.
func TestRecursionOnATrackThatWasPlacedInside(t *testing.T) {
	tm := timersFor(t)
	outer := tm.Start("b")
	place := tm.CurrentPath()
	outer.Stop()
	run := func(at Path) {
		timerstest.Elsewhere(func() {
			at.Run(func() {
				for range 3 {
					b := tm.Start("b")
					tm.Start("c").Stop()
					b.Stop()
				}
			})
		})
	}
	run(place)
	total := tm.CurrentPath()
	timerstest.Elsewhere(func() {
		total.Run(func() {
			defer tm.Start("b").Stop()
			for range 3 {
				b := tm.Start("b")
				tm.Start("c").Stop()
				b.Stop()
			}
		})
	})
	timerstest.ExpectOutline(t, tm.Profile(), "b 5 r3", "b/b 3", "b/b/c 3", "b/c 3")
}

// An environment may be made again, under its name, of other ranks: the table of a rank tells the two apart by
// their ranks, and has both by that name.
func TestTableOfTwoEnvironmentsOfOneName(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard), WithEnvironments(envs))
		if err != nil {
			return err
		}
		for _, ranks := range []int{1, 2} {
			if _, err := envs.CreateFirst("ocean", envs.Default(), ranks); err != nil {
				return err
			}
			if comm.Rank() == 0 {
				tm.StartInEnvironment("a", "ocean").Stop()
			}
			if err := envs.Remove("ocean"); err != nil {
				return err
			}
		}
		if comm.Rank() == 0 && tm.Tables() != "" {
			file, err := ranktable.Open(filepath.Join(tm.Tables(), rankfile.Name(0)))
			if err != nil {
				return err
			}
			p, err := file.Profile()
			if err != nil {
				return err
			}
			timerstest.ExpectOutline(t, p, "a 1 @ocean", "a 1 @ocean")
		}
		return tm.Finalize()
	})
	if err != nil {
		t.Error(err)
	}
}

// A goroutine beyond the limit comes back from Path.Run: what it starts then stands below Total again.
func TestBackFromAPlaceBeyondTheLimit(t *testing.T) {
	defer bound(plan{tracks: 1})()
	tm := timersFor(t)
	s := tm.Start("a")
	place := tm.CurrentPath()
	s.Stop()
	timerstest.Elsewhere(func() {
		place.Run(func() { tm.Start("b").Stop() })
		tm.Start("c").Stop()
	})
	timerstest.ExpectOutline(t, tm.Profile(), "a 1", "a/b 1", "c 1")
}

// What byname.Start has left out in Path.Run is forgotten with the regions that were left open there.
func TestStartNamedAfterPathRun(t *testing.T) {
	tm := timersFor(t)
	place := tm.CurrentPath()
	timerstest.Elsewhere(func() {
		place.Run(func() {
			tm.Start("a")
			byname.Start(tm.Engine().Directory.Track(), "b", 1)
		})
		byname.Start(tm.Engine().Directory.Track(), "c", 1)
		tm.Stop("c")
	})
	timerstest.ExpectOutline(t, tm.Profile(), "c 1")
}

// What is counted in the running call of a sample stands for itself: only what was counted in calls that have ended
// is scaled.
func TestCounterInTheRunningCallOfASample(t *testing.T) {
	counted := int64(0)
	tm := timersFor(t, WithCounter(Counter{Name: "counted", Read: func() int64 { return counted }}))
	r := Define("r", SampleEvery(2))
	for range 8 {
		s := tm.StartRegion(r)
		counted++
		s.Stop()
	}
	s := tm.StartRegion(r)
	counted += 1000
	if n := timerstest.NodeOf(t, tm.Profile(), "r"); n.Values[0] != 1008 {
		t.Errorf("%d, want 1008", n.Values[0])
	}
	s.Stop()
}

// The Interval of a start that was left out, and has been ended by name, does not end the next one at its place.
func TestSecondStopOfARegionLeftOut(t *testing.T) {
	tm := timersFor(t)
	defer tm.Start("b").Stop()
	region := Define("b", Level(1))
	first := tm.StartRegion(region)
	tm.Stop("b")
	tm.StartRegion(region)
	first.Stop()
	tm.Stop("b") // of the start that was left out last
	if v, _ := tm.Query("b"); !v.Running || v.Calls != 0 {
		t.Errorf("%+v: the region around was ended", v)
	}
}

// A goroutine ends in a call that the sample has left out and Reset has forgotten: there is nothing to take back.
func TestAbandonedSampleAfterAReset(t *testing.T) {
	tm := timersFor(t)
	r := Define("r", SampleEvery(3))
	place := tm.CurrentPath()
	inside, end, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		place.Run(func() {
			tm.StartRegion(r).Stop()
			tm.StartRegion(r)
			inside <- true
			<-end
		})
		done <- true
	}()
	<-inside
	tm.Reset()
	end <- true
	<-done
	p := tm.Profile()
	timerstest.ExpectOutline(t, p)
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}

// Time that is given without a call is of the interval in which it was given.
func TestTimeWithoutACallOfAnInterval(t *testing.T) {
	for _, source := range []string{"monotonic", "auto"} {
		tm := timersFor(t, edited(func(c *Config) { c.Timing.Clock = source }))
		tm.Start("a").Stop()
		tm.interval()
		byname.Add(tm.Engine(), "a", time.Second, 0, 9)
		if n := timerstest.NodeOf(t, tm.interval(), "a"); time.Duration(n.Total).Round(time.Microsecond) != time.Second || n.Calls != 0 {
			t.Errorf("%s: %+v, want 1 s", source, n.Measure)
		}
		if n := timerstest.NodeOf(t, tm.interval(), "a"); n.Total != 0 {
			t.Errorf("%s: %+v, want nothing", source, n.Measure)
		}
		tm.Finalize()
	}
}

// stays calls a function on a goroutine that stays until end is called. It then calls another one, and is gone when end
// returns.
func stays(first, last func()) (end func()) {
	inside, leave := make(chan bool), make(chan bool)
	var slot uintptr
	var id uint64
	go func() {
		slot, id = goroutine.Slot(), goroutine.ID()
		first()
		inside <- true
		<-leave
		last()
	}()
	<-inside
	return func() {
		leave <- true
		for !hasEnded(slot, id) {
			runtime.Gosched()
		}
	}
}

// What a call had counted that was forgotten, as its goroutine has ended, is not missing in the next interval.
func TestCounterOfACallThatWasForgotten(t *testing.T) {
	counted := int64(0)
	tm := timersFor(t, WithCounter(Counter{Name: "counted", Read: func() int64 { return counted }}))
	end := stays(func() { tm.Start("t") }, func() {})
	counted++
	tm.interval()
	end()
	taken, leave := make(chan bool), make(chan bool)
	tm.Go(func() {
		taken <- true
		<-leave
	})
	<-taken
	tm.StartRegion(Define("t", Throttle()))
	if n := timerstest.NodeOf(t, tm.interval(), "t"); n.Values[0] != 0 {
		t.Errorf("%d were counted, want none", n.Values[0])
	}
	close(leave)
}

// A call of a sample that was left out and then forgotten takes no other call from the interval after it.
func TestRecursionInACallThatWasForgotten(t *testing.T) {
	tm := timersFor(t)
	s := Define("s", SampleEvery(3))
	end := stays(func() {
		tm.StartRegion(s).Stop()
		tm.StartRegion(s)
	}, func() { tm.Start("s").Stop() })
	tm.interval()
	end()
	done := make(chan bool)
	tm.Go(func() { done <- true })
	<-done
	if n := timerstest.NodeOf(t, tm.interval(), "s"); n.Calls != 1 || n.Recursion != 1 {
		t.Errorf("%d calls, %d of them recursions, want 1 and 1", n.Calls, n.Recursion)
	}
}

// The squares of a sample are estimated from its calls. Where one was forgotten there are fewer of them than before the
// interval, in which nothing was called.
func TestSquaresOfACallThatWasForgotten(t *testing.T) {
	now := timerstest.Standing(t)
	tm := timersFor(t)
	s := Define("s", SampleEvery(3))
	end := stays(func() {
		first := tm.StartRegion(s)
		now.Add(1000)
		first.Stop()
		tm.StartRegion(s)
	}, func() {})
	tm.interval()
	end()
	done := make(chan bool)
	tm.Go(func() { done <- true })
	<-done
	if n := timerstest.NodeOf(t, tm.interval(), "s"); n.Calls != 0 || n.Total != 0 || n.Squares != (stats.Uint128{}) {
		t.Errorf("%d calls of %d ns, squares %v, want none", n.Calls, n.Total, n.Squares)
	}
}

// A goroutine beyond the limit of tracks that goes to a place for the second time leaves nothing open there.
func TestTwiceAtAPlaceBeyondTheLimit(t *testing.T) {
	defer bound(plan{tracks: 1})()
	tm := timersFor(t)
	place := tm.CurrentPath()
	timerstest.Elsewhere(func() {
		place.Run(func() {})
		place.Run(func() { tm.Start("a") })
	})
	timerstest.ExpectWarnings(t, tm.Profile(), engine.WarnAbandoned+": Total/a ×1")
}

// What was started below a region of its name by a goroutine that was placed there is no start of that region: a
// prefix in force says nothing of it. The model found a Stop("a") that ended p:a, which was never started as a.
func TestPrefixBelowARegionOfTheName(t *testing.T) {
	defer bound(plan{tracks: 1})()
	tm := timersFor(t)
	timerstest.Elsewhere(func() {
		outer := tm.Start("p:a")
		tm.Add("p:a", time.Second, 1) // below itself: a recursion
		place := tm.CurrentPath()
		tm.SetPrefix("p:")
		timerstest.Elsewhere(func() { place.Run(func() { tm.Start("a").Stop() }) })
		tm.Stop("a")
		outer.Stop()
	})
	p := timerstest.ExpectTree(t, tm, "p:a 2", "p:a/p:a 1")
	timerstest.ExpectWarnings(t, p, engine.WarnNotStarted+": a ×1")
}

// A region that was a recursion when it was first started at a place, and is none when it is started there again,
// is one region for its name and for its handle. The model found two, each of which counted to the throttle by itself.
func TestNameAndHandleWhereBothWereRecursions(t *testing.T) {
	defer bound(plan{})()
	tm := timersFor(t, exactClock())
	region := Define("t", Throttle())
	timerstest.Elsewhere(func() {
		outer := tm.Start("t")
		tm.StartRegion(region).Stop()
		tm.Start("t").Stop()
		place := tm.CurrentPath()
		outer.Stop()
		place.Run(func() {
			tm.Start("t").Stop()
			for range engine.BriefCalls {
				tm.StartRegion(region).Stop()
			}
		})
	})
	p := timerstest.ExpectTree(t, tm, "t 3 r2", "t/t 5")
	if n := timerstest.NodeOf(t, p, "t/t"); n.Sample != engine.ThrottleSample {
		t.Errorf("after %d brief calls of its region, one in %d is timed; want one in %d", engine.BriefCalls, n.Sample, engine.ThrottleSample)
	}
}
