package gptl

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// A goroutine per piece of work, four at a time, is four threads and not as many as there were goroutines:
// each thread has its share of the calls, and so the mean of the threads is that of the work.
func TestThreadsOfPlainGoroutines(t *testing.T) {
	begin(t)
	const rounds, workers = 200, 4
	before := runtime.NumGoroutine()
	var all sync.WaitGroup // orders the last round before what the next test does, for the race detector
	for range rounds {
		begun, leave := make(chan error), make(chan struct{})
		for range workers {
			all.Go(func() {
				err := Start("work")
				begun <- err
				<-leave
				if err == nil {
					_ = Stop("work")
				}
			})
		}
		for range workers {
			ok(t, <-begun)
		}
		close(leave)
		for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(10 * time.Microsecond) {
			if time.Now().After(deadline) {
				t.Fatal("goroutines have not ended within a minute")
			}
		}
	}
	all.Wait()
	// A goroutine that is no longer counted may still be on its way out when the next ones begin.
	threads := engine.Of(mpitimer.Default()).Tracks()
	if threads < 1+workers || threads > 2+2*workers {
		t.Errorf("%d threads, want %d, and no more than twice as many", threads, 1+workers)
	}
	calls := uint64(0)
	for thread := 1; thread < threads; thread++ {
		v, err := Query("work", thread)
		ok(t, err)
		calls += uint64(v.Count)
	}
	equal(t, "calls of all threads", calls, uint64(rounds*workers))
}
