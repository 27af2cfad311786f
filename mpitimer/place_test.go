package mpitimer

import (
	"io"
	"sync"
	"testing"
)

// quiet makes timers that write nothing.
func quiet(t *testing.T) *Timers {
	t.Helper()
	c := DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	tm, err := New(WithConfig(c), WithLog(io.Discard))
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
	(*Timers)(nil).Here().Do(func() { ran = true })
	if !ran {
		t.Error("Do did not call its function")
	}
}
