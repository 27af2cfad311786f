package engine_test

import (
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// Goroutines of go and of Go take turns: a track that one gave back goes to the other, and no more come
// into being than goroutines were alive at one time.
func TestTracksMixedGoroutines(t *testing.T) {
	timerstest.SkipSlowNumbers(t) // it is not known at once that a goroutine has ended
	tm := timersFor(t)
	const rounds, each = 1000, 16
	for range rounds {
		var slots [2 * each]uintptr
		var ids [2 * each]uint64
		var wait sync.WaitGroup
		for i := range each {
			note := func(i int) { slots[i], ids[i] = goroutine.Slot(), goroutine.ID() }
			wait.Add(2)
			go func() {
				defer wait.Done()
				note(2 * i)
				tm.Start("plain").Stop()
			}()
			tm.Go(func() {
				defer wait.Done()
				note(2*i + 1)
				tm.Start("placed").Stop()
			})
		}
		wait.Wait()
		for i := range slots {
			awaitEnded(t, slots[i], ids[i])
		}
	}
	p := tm.Profile()
	for _, name := range []string{"plain", "placed"} {
		if n := timerstest.NodeOf(t, p, name); n.Calls != rounds*each {
			t.Errorf("%d calls of %s, want %d", n.Calls, name, rounds*each)
		}
	}
	if n := len(p.Tracks); n > 2*each+1 {
		t.Errorf("%d tracks of at most %d goroutines at one time", n, 2*each+1)
	}
	timerstest.ExpectWarnings(t, p)
}
