package engine_test

import (
	"io"
	"runtime"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// quiet makes timers that write nothing.
func quiet(t *testing.T) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tm.Finalize(); err != nil {
			t.Error(err)
		}
	})
	return tm
}

// Found with the shallow-water example: a goroutine per loop made a track per goroutine, so that the
// time of a region, which is that of its slowest track, was next to nothing.
func TestGoroutinesOneAfterTheOtherShareTracks(t *testing.T) {
	tm := quiet(t)
	const loops, workers = 200, 3
	for range loops {
		s := tm.Start("loop")
		var wait sync.WaitGroup
		for range workers {
			wait.Add(1)
			tm.Go(func() {
				defer wait.Done()
				tm.Start("work").Stop()
			})
		}
		wait.Wait()
		s.Stop()
	}
	p := tm.Profile()
	// A worker has told that it is done before its track is given back: there may be some more.
	if n := len(p.Tracks); n > 4*workers {
		t.Errorf("%d tracks for %d workers at a time", n, workers)
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == "work" && n.Calls != loops*workers {
			t.Errorf("%d calls of %q, want %d", n.Calls, n.Name, loops*workers)
		}
	}
}

func TestPlaceWithoutTimers(t *testing.T) {
	ran := false
	(*mpitimer.Timers)(nil).CurrentPath().Run(func() { ran = true })
	if !ran {
		t.Error("Do did not call its function")
	}
}

// While the timers are disabled a place costs nothing, and leaves the goroutine where it is: what is started after
// Enable stands there. What was placed before stays placed.
func TestPlaceWhileDisabled(t *testing.T) {
	tm := timersFor(t)
	a := tm.Start("a")
	place := tm.CurrentPath()
	a.Stop()
	timerstest.Elsewhere(func() {
		tm.Disable()
		place.Run(func() {
			tm.Start("nothing").Stop()
			tm.Enable()
			tm.Start("b").Stop()
		})
		place.Run(func() {
			tm.Disable()
			place.Run(func() {})
			tm.Enable()
			tm.Start("c").Stop()
		})
		tm.Disable()
		here := tm.CurrentPath()
		tm.Enable()
		place.Run(func() { here.Run(func() { tm.Start("d").Stop() }) })
	})
	timerstest.ExpectTree(t, tm, "a 1", "a/c 1", "b 1", "d 1")
}

// A panic or the end of the goroutine inside a place leaves nothing behind.
func TestPlaceLeftByPanic(t *testing.T) {
	tm := timersFor(t)
	a := tm.Start("a")
	place := tm.CurrentPath()
	a.Stop()
	timerstest.Elsewhere(func() {
		for range 2 { // without a track of its own, and with one
			func() {
				defer func() { _ = recover() }()
				place.Run(func() { panic("inside") })
			}()
			tm.Start("b").Stop()
		}
	})
	for range 10 {
		timerstest.Elsewhere(func() { place.Run(runtime.Goexit) })
	}
	p := timerstest.ExpectTree(t, tm, "a 1", "b 2")
	if len(p.Tracks) > 3 {
		t.Errorf("tracks %q", p.Tracks)
	}
}
