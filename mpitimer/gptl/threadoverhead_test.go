package gptl

import (
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// loop shares a loop among goroutines, the slowest of which takes 20 ms longer than the others.
func loop(t testing.TB, name string, goroutines int) {
	t.Helper()
	ok(t, StartThreadOverheadOuter(name))
	var all sync.WaitGroup
	for i := range goroutines {
		all.Add(1)
		mpitimer.Go(func() {
			defer all.Done()
			if err := StartThreadOverheadInner(name); err != nil {
				t.Error(err)
			}
			if i == 0 {
				time.Sleep(20 * time.Millisecond)
			}
			if err := StopThreadOverheadInner(name); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	ok(t, StopThreadOverheadOuter(name))
}

func TestStartThreadOverheadOuter(t *testing.T) {
	fresh(t)
	ok(t, StartThreadOverheadOuter("loop")) // ignored, as a start is
	begin(t)
	ok(t, StartThreadOverheadOuter("loop"))
	v, err := Query("loop_OUT", 0)
	ok(t, err)
	equal(t, "it runs", v.On, true)
	elsewhere(func() { wants(t, StartThreadOverheadOuter("other"), ErrNotMain); ok(t, Stop("other_OUT")) })
}

func TestStartThreadOverheadInner(t *testing.T) {
	begin(t)
	ok(t, StartThreadOverheadInner("loop"))
	for _, name := range []string{"loop_INN", "loop_FNL"} {
		v, err := Query(name, 0)
		ok(t, err)
		equal(t, name+" runs", v.On, true)
	}
}

func TestStopThreadOverheadInner(t *testing.T) {
	begin(t)
	wants(t, StopThreadOverheadInner("loop"), ErrNotRunning, "loop_FNL")
	ok(t, StartThreadOverheadInner("loop"))
	ok(t, StopThreadOverheadInner("loop"))
	expectTree(t, "loop_INN 1", "loop_INN/loop_FNL 1")
}

// Loss by imbalance is what the slowest goroutine took more than the mean, loss by overhead what the
// loop took more than the slowest; of each loop, not of all so far.
func TestStopThreadOverheadOuter(t *testing.T) {
	begin(t)
	wants(t, StopThreadOverheadOuter("loop"), ErrNotRunning, "loop_OUT")
	const loops, goroutines = 3, 4
	var lost time.Duration
	for i := range loops {
		loop(t, "loop", goroutines)
		n, err := Count("loop_imbal", 0)
		ok(t, err)
		equal(t, "calls", n, uint64(i+1))
		imbalance, err := WallclockLatest("loop_imbal", 0)
		ok(t, err)
		outer, err := WallclockLatest("loop_OUT", 0)
		ok(t, err)
		overhead, err := WallclockLatest("loop_thdovr", 0)
		ok(t, err)
		// Of 5 threads, this one with nothing to do, one took at least 20 ms, and the others as long at most.
		if imbalance < 4*time.Millisecond || imbalance+overhead > outer {
			t.Errorf("a loop of %v lost %v by imbalance and %v by overhead", outer, imbalance, overhead)
		}
		lost += imbalance
	}
	sum, err := Wallclock("loop_imbal", 0)
	ok(t, err)
	if d := sum - lost; d < -loops || d > loops { // rounded one by one
		t.Errorf("all loops lost %v, together %v", lost, sum)
	}
	calls := uint64(0)
	for thread := range engine.Of(mpitimer.Default()).Tracks() {
		if n, err := Count("loop_INN", thread); err == nil {
			calls += n
		}
	}
	equal(t, "calls of the inner timer", calls, loops*goroutines)
	ok(t, Disable())
	loop(t, "loop", 1)
	n, err := Count("loop_imbal", 0)
	ok(t, err)
	equal(t, "calls after a loop that was not timed", n, loops)
}
