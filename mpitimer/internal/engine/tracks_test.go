package engine_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// worker is a goroutine that does what it is told until it is to end.
type worker struct {
	slot uintptr
	id   uint64
	work chan func()
}

func newWorker() *worker {
	w := &worker{work: make(chan func())}
	known := make(chan struct{})
	go func() {
		w.slot, w.id = goroutine.Slot(), goroutine.ID()
		close(known)
		for f := range w.work {
			f()
		}
	}()
	<-known
	return w
}

// do runs f on the worker and waits for it.
func (w *worker) do(f func()) {
	done := make(chan struct{})
	w.work <- func() { defer close(done); f() }
	<-done
}

// end returns when the worker has ended, in the eyes of the runtime too.
func (w *worker) end(t *testing.T) {
	t.Helper()
	close(w.work)
	awaitEnded(t, w.slot, w.id)
}

func awaitEnded(t *testing.T, slot uintptr, id uint64) {
	t.Helper()
	hasEnded := func() bool {
		if goroutine.Fast() {
			return goroutine.Ended(slot, id)
		}
		return goroutine.Census()(slot, id)
	}
	for deadline := time.Now().Add(time.Minute); !hasEnded(); time.Sleep(10 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatal("a goroutine has not ended within a minute")
		}
	}
}

// A new goroutine gets the smallest number that is free. One that waits keeps its own.
func TestTrackSmallestFreeNumber(t *testing.T) {
	timerstest.SkipSlowNumbers(t) // it is not known at once that a goroutine has ended
	tm := timersFor(t)
	tracks := make(map[*worker]int)
	begin := func() *worker {
		w := newWorker()
		w.do(func() { tracks[w] = engine.Of(tm).Track(); tm.Start("a").Stop() })
		return w
	}
	expect := func(w *worker, want int) {
		t.Helper()
		w.do(func() {
			if got := engine.Of(tm).Track(); got != want || tracks[w] != want {
				t.Errorf("track %d, at first %d; want %d", got, tracks[w], want)
			}
			tm.Start("a").Stop()
		})
	}
	a, b, c := begin(), begin(), begin()
	expect(a, 1)
	expect(b, 2)
	expect(c, 3)
	b.end(t)
	d, e := begin(), begin()
	expect(d, 2)
	expect(e, 4)
	c.end(t)
	a.end(t)
	f, g, h := begin(), begin(), begin()
	expect(f, 1)
	expect(g, 3)
	expect(h, 5)
	for _, w := range []*worker{d, e, f, g, h} {
		w.end(t)
	}
	p := timerstest.ExpectTree(t, tm, "a 16")
	if len(p.Tracks) != 6 {
		t.Errorf("tracks %q, want 6", p.Tracks)
	}
	timerstest.ExpectWarnings(t, p)
}

// Goroutines of the program's own, a few at a time, are so many tracks: not one for each descriptor
// that the runtime happens to use.
func TestTracksAsManyAsRanAtOneTime(t *testing.T) {
	tm := timersFor(t)
	const rounds, workers = 500, 4
	for range rounds {
		var slots [workers]uintptr
		var ids [workers]uint64
		var wait sync.WaitGroup
		for i := range workers {
			wait.Go(func() {
				slots[i], ids[i] = goroutine.Slot(), goroutine.ID()
				tm.Start("work").Stop()
			})
		}
		wait.Wait()
		for i := range workers {
			awaitEnded(t, slots[i], ids[i])
		}
	}
	p := timerstest.ExpectTree(t, tm, fmt.Sprintf("work %d", rounds*workers))
	most := 1 + workers
	if !goroutine.Fast() {
		most = 8 * workers // it is looked at only now and then
	}
	if n := len(p.Tracks); n < 2 || n > most {
		t.Errorf("%d tracks, want at most %d", n, most)
	}
}

// A track that goes to the next goroutine stays the same tree: what both measured adds up, and what the
// first had set for itself is gone.
func TestTrackHandedOn(t *testing.T) {
	tm := timersFor(t)
	for i := range 100 {
		w := newWorker()
		w.do(func() {
			for range 3 {
				tm.Start("a").Stop()
			}
			engine.Of(tm).SetOwnPrefix("own:")
			if i == 40 {
				tm.Start("left")
			}
			tm.Start("b").Stop()
		})
		w.end(t)
	}
	p := timerstest.ExpectTree(t, tm, "a 300", "own:b 99", "own:left 0", "own:left/own:b 1")
	if len(p.Tracks) != 2 && goroutine.Fast() {
		t.Errorf("tracks %q, want 2", p.Tracks)
	}
	timerstest.ExpectWarnings(t, p, engine.WarnAbandoned+": Total/own:left ×1")
}

// The goroutine that initialises may end: Total goes on, and whoever gets its descriptor gets a track
// of its own.
func TestTotalOutlivesItsGoroutine(t *testing.T) {
	for _, histograms := range []bool{false, true} {
		w := newWorker()
		var tm *mpitimer.Timers
		w.do(func() {
			tm = timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = histograms }))
			tm.Start("first").Stop()
		})
		w.end(t)
		again := 0
		for range 300 {
			next := newWorker()
			next.do(func() {
				if next.slot == w.slot {
					again++
				}
				s := tm.Start("work")
				if engine.Of(tm).Track() == 0 {
					t.Error("another goroutine has the track of the main one")
				}
				tm.Start("inner").Stop()
				s.Stop()
			})
			next.end(t)
		}
		if goroutine.Fast() && again == 0 {
			t.Log("the descriptor was not used again")
		}
		timerstest.ExpectTree(t, tm, "first 1", "work 300", "work/inner 300")
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		timerstest.ExpectTotal(t, tm.Profile())
	}
}
