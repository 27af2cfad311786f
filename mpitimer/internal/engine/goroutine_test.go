package engine_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestGoroutinesStandBelowTotal(t *testing.T) {
	tm := timersFor(t)
	s := tm.Start("main")
	timerstest.Elsewhere(func() {
		a := tm.Start("a")
		tm.Start("b").Stop()
		a.Stop()
	})
	s.Stop()
	p := timerstest.ExpectTree(t, tm, "main 1", "a 1", "a/b 1")
	if n := timerstest.NodeOf(t, p, "a"); len(n.ByTrack) != 1 || n.ByTrack[0].Track != 1 {
		t.Errorf("tracks of a: %+v", n.ByTrack)
	}
	if n := timerstest.NodeOf(t, p, "main"); n.ByTrack != nil {
		t.Errorf("tracks of main: %+v", n.ByTrack)
	}
}

func TestGoStandsBelowTheRegion(t *testing.T) {
	tm := timersFor(t)
	var wait sync.WaitGroup
	a := tm.Start("a")
	b := tm.Start("b")
	for range 3 {
		wait.Add(1)
		tm.Go(func() {
			defer wait.Done()
			tm.Start("c").Stop()
			c := tm.Start("c")
			wait.Add(1)
			tm.Go(func() {
				defer wait.Done()
				tm.Start("d").Stop()
			})
			c.Stop()
		})
	}
	wait.Wait()
	b.Stop()
	place := tm.CurrentPath()
	a.Stop()
	timerstest.Elsewhere(func() {
		tm.Start("x").Stop()
		place.Run(func() {
			tm.Start("y").Stop()
			tm.CurrentPath().Run(func() { tm.Start("z").Stop() })
		})
		tm.Start("x").Stop()
		x := tm.Start("x")
		place.Run(func() { tm.Start("in x").Stop() })
		x.Stop()
	})
	place.Run(func() { tm.Start("main").Stop() })
	timerstest.ExpectTree(t, tm, "a 1", "a/b 1", "a/b/c 6", "a/b/c/d 3", "a/y 1", "a/z 1", "main 1", "x 3", "x/in x 1")
}

// The region that a goroutine is placed in runs on another: starting it again there is a call of its
// own, also where the same path is a recursion at another time.
func TestPlacesAndRecursion(t *testing.T) {
	tm := timersFor(t)
	a := tm.Start("a")
	b := tm.Start("b")
	below := tm.CurrentPath()
	b.Stop()
	a.Stop()
	recursion := func() {
		a := tm.Start("a")
		b := tm.Start("b")
		tm.Start("a").Stop()
		b.Stop()
		a.Stop()
	}
	placed := func() { below.Run(func() { tm.Start("a").Stop() }) }
	timerstest.Elsewhere(func() {
		recursion()
		placed()
		placed()
	})
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "a 3 r1", "a/b 2", "a/b/a 2")
	// What was placed in b ran outside of the b of its goroutine, which may be the shorter one.
	timerstest.ExpectSums(t, p, func(path string) bool { return path == "Total/a/b/a" })
	if n := timerstest.NodeOf(t, p, "a/b/a"); n.Timed != 2 {
		t.Errorf("%d calls timed, want 2", n.Timed)
	}
}

func TestAbandonedRegions(t *testing.T) {
	tm := timersFor(t, mpitimer.WithHook(&recorder{}))
	sampled := mpitimer.Define("s", mpitimer.SampleEvery(5))
	ended := make(map[int]bool)
	// A goroutine that finds a track of one that has ended.
	for range 200 {
		timerstest.Elsewhere(func() {
			if ended[engine.Of(tm).Track()] {
				tm.Start("after").Stop()
			}
			ended[engine.Of(tm).Track()] = true
			tm.Start("a")
			tm.Start("b")
			tm.Start("a")
			tm.StartRegion(sampled)
		})
	}
	p := tm.Profile()
	calls := make(map[string]uint64)
	running := 0
	for i := range p.Nodes {
		calls[timerstest.PathIn(p, i)] = p.Nodes[i].Calls
		if timerstest.PathIn(p, i) == "Total/a" {
			running = p.Nodes[i].Running
		}
	}
	if running > len(ended) || calls["Total/after"] == 0 {
		t.Fatalf("%d run on %d tracks; %v", running, len(ended), calls)
	}
	if calls["Total/a"] != 0 || calls["Total/a/b"] != 0 || calls["Total/a/b/s"] != 0 {
		t.Errorf("calls were completed: %v", calls)
	}
	want := uint64(200 - running)
	for _, w := range p.Warnings {
		count := want
		if w.Path == "Total/a" {
			count = 2 * want // the recursive call, too
		}
		if w.Kind != engine.WarnAbandoned || w.Count != count {
			t.Errorf("warning %+v, want %d of those", w, count)
		}
	}
	if len(p.Warnings) != 3 {
		t.Errorf("warnings %+v", p.Warnings)
	}
}

func TestStopOnAnotherGoroutineChangesNothing(t *testing.T) {
	tm := timersFor(t)
	a := tm.Start("a")
	var b mpitimer.Interval
	timerstest.Elsewhere(func() {
		b = tm.Start("b")
		a.Stop()
		tm.Stop("a")
	})
	b.Stop()
	tm.Start("c").Stop()
	a.Stop()
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "a 1", "a/c 1", "b 0 running")
	timerstest.ExpectWarnings(t, p, engine.WarnElsewhere+": Total/a ×1", engine.WarnElsewhere+": Total/b ×1", engine.WarnNotStarted+": a ×1")
}

// heapAfter is the live heap.
func heapAfter() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func manyGoroutines() int {
	if testing.Short() || race.Enabled {
		return 5_000 // more than race detectors like
	}
	return 100_000
}

func TestManyGoroutinesOneAfterTheOther(t *testing.T) {
	tm := timersFor(t)
	n := manyGoroutines()
	r := mpitimer.Define("r")
	timerstest.Elsewhere(func() { tm.StartRegion(r).Stop() })
	before := heapAfter()
	for range n - 1 {
		timerstest.Elsewhere(func() {
			tm.StartRegion(r).Stop()
			tm.Start("s").Stop()
		})
	}
	if grown := heapAfter() - before; grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	p := timerstest.ExpectTree(t, tm, fmt.Sprintf("r %d", n), fmt.Sprintf("s %d", n-1))
	if len(p.Tracks) > 64 {
		t.Errorf("%d tracks", len(p.Tracks))
	}
}

func TestManyGoroutinesAtOnce(t *testing.T) {
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = true }))
	n := manyGoroutines()
	r := mpitimer.Define("r", mpitimer.InEnvironment("nowhere"))
	var ready, done sync.WaitGroup
	release := make(chan struct{})
	before := heapAfter()
	ready.Add(n)
	done.Add(n)
	for range n {
		go func() {
			s := tm.StartRegion(r)
			tm.Start("inner").Stop()
			ready.Done()
			<-release
			s.Stop()
			done.Done()
		}()
	}
	ready.Wait()
	inner := timerstest.NodeOf(t, tm.Profile(), "r/inner")
	if int(inner.Calls) != n {
		t.Errorf("%d inner calls, want %d", inner.Calls, n)
	}
	close(release)
	done.Wait()
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, fmt.Sprintf("r %d", n), fmt.Sprintf("r/inner %d", n))
	if h := timerstest.NodeOf(t, p, "r").Histogram.Total(); int(h) != n {
		t.Errorf("%d calls in the histogram, want %d", h, n)
	}
	if len(p.Tracks) > engine.MaxTracks+1 {
		t.Errorf("%d tracks", len(p.Tracks))
	}
	bytes, nodes := tm.Memory()
	if bytes > 6000*(engine.MaxTracks+1) || nodes > 5*(engine.MaxTracks+1) {
		t.Errorf("%d nodes in %d bytes", nodes, bytes)
	}
	// What remains for each goroutine beside its tree is a descriptor's worth of bookkeeping.
	if each := (heapAfter() - before - int64(bytes)) / int64(n); each > 2600 { // 2504 were seen
		t.Errorf("%d bytes for each goroutine", each)
	}
}

// A reader takes one profile after the other while goroutines start and stop regions: whatever it
// sees must be consistent, and the end exact. It is also what the race detector watches.
func TestProfilesWhileGoroutinesRun(t *testing.T) {
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = true }))
	const goroutines, rounds = 8, 2000
	sampled, plain := mpitimer.Define("sampled", mpitimer.SampleEvery(4)), mpitimer.Define("plain")
	var stop atomic.Bool
	var readers, writers sync.WaitGroup
	readers.Add(1)
	go func() {
		defer readers.Done()
		calls := make(map[string]uint64)
		for !stop.Load() {
			p := tm.Profile()
			if err := p.Check(); err != nil {
				t.Error(err)
				return
			}
			for i := range p.Nodes {
				n := &p.Nodes[i]
				path := timerstest.PathIn(p, i)
				if n.Timed > n.Calls || n.Recursion > n.Calls || n.Calls < calls[path] || n.Total < 0 {
					t.Errorf("%s: %+v after %d calls", path, n.Measure, calls[path])
					return
				}
				calls[path] = n.Calls
			}
			tm.Memory()
			tm.Query("plain")
		}
	}()
	for i := range goroutines {
		writers.Add(1)
		go func() {
			defer writers.Done()
			for j := range rounds {
				s := tm.StartRegion(plain)
				again := tm.StartRegion(plain)
				tm.StartRegion(sampled).Stop()
				tm.Next("n")
				tm.Next("m")
				again.Stop()
				s.Stop()
				if j%100 == 0 {
					tm.Start(fmt.Sprint(i, " ", j/100)).Stop()
					tm.Go(func() { tm.Start("spawned").Stop() })
				}
			}
		}()
	}
	writers.Wait()
	for deadline := 0; deadline < 1000; deadline++ {
		if v, _ := tm.Query("spawned"); v.Calls == goroutines*rounds/100 {
			break
		}
		runtime.Gosched()
	}
	stop.Store(true)
	readers.Wait()
	p := tm.Profile()
	for path, want := range map[string]uint64{"plain": 2, "plain/sampled": 1, "plain/n": 1, "plain/m": 1} {
		if n := timerstest.NodeOf(t, p, path); n.Calls != want*goroutines*rounds {
			t.Errorf("%s: %d calls, want %d", path, n.Calls, want*goroutines*rounds)
		}
	}
	timerstest.ExpectWarnings(t, p)
}
