package counters

import (
	"runtime"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/perf"
	"github.com/go-hpc/timers/mpitimer/internal/perf/perftest"
)

// calls are what a counter has counted in each of so many calls of a region, ascending, without those that were left out.
func calls(t *testing.T, counter string, n int, work func()) (counted []int64) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tm := timersOf(t, "Counters", counter, "CountersLock", "true")
	region := mpitimer.Define("region")
	before, leftBefore := int64(0), uint64(0)
	at := -1
	for range n {
		s := tm.StartRegion(region)
		work()
		s.Stop()
		track := engine.Of(tm).Main
		if at < 0 {
			at = track.Len() - 1
		}
		now, ok := track.Columns.Values(at, engine.Of(tm).Counters.Kinds, nil, nil)
		if !ok || len(now) == 0 {
			t.Fatalf("%s: nothing is known of the region", counter)
		}
		if now[0].Left == leftBefore {
			counted = append(counted, now[0].Value-before)
		}
		before, leftBefore = now[0].Value, now[0].Left
	}
	if empty := tm.Profile().Empty; counter == "TASK_CLOCK" && (len(empty) != 1 || empty[0] == 0) {
		t.Errorf("nothing is taken off for reading the clock: %v", empty)
	}
	slices.Sort(counted)
	return counted
}

// The price of reading is not in what single calls count: of 10 000, 99 in 100 are within the limits.
func TestSingleCallsCountWhatIsTrue(t *testing.T) {
	const n = 10_000
	p99 := func(list []int64) int64 { return list[len(list)*99/100] }
	p1 := func(list []int64) int64 { return list[len(list)/100] }
	nothing := func() {}
	for _, counter := range []string{"PAGE_FAULTS_MINOR", "PAGE_FAULTS_MAJOR", "CONTEXT_SWITCHES"} {
		list := calls(t, counter, n, nothing)
		if len(list) < n*9/10 {
			t.Errorf("%s: %d calls of %d are known", counter, len(list), n)
		} else if p99(list) != 0 {
			t.Errorf("%s: an empty region counts %d in one call of 100", counter, p99(list))
		}
	}
	touch := pages(t)
	if list := calls(t, "PAGE_FAULTS_MINOR", n, func() { touch(3) }); p1(list) != 3 || p99(list) != 3 {
		t.Errorf("a region with 3 page faults counts %d to %d", p1(list), p99(list))
	}
	// How much processor time nothing takes, others on the machine decide; half of the calls they leave alone.
	if list := calls(t, "TASK_CLOCK", n, nothing); list[len(list)/2] > 1000 {
		t.Errorf("TASK_CLOCK: half of empty regions count more than %d ns", list[len(list)/2])
	} else {
		t.Logf("TASK_CLOCK of an empty region: 50 %% up to %d ns, 99 %% up to %d ns", list[len(list)/2], p99(list))
	}

	instructions, _ := perf.Lookup("INSTRUCTIONS")
	set, err := perf.Open([]perf.Event{instructions}, false)
	way := set.Way()
	set.Close()
	if err != nil || perftest.Each == 0 {
		t.Skipf("page faults, switches and processor time were compared with the truth, instructions were not: %v", err)
	}
	slack := int64(300)
	if way != 0 {
		slack = 50
	}
	for _, c := range []struct {
		instructions uint64
		calls        int // fewer where each takes long
	}{{0, n}, {1e2, n}, {2004, n}, {1e4, n}, {1e6, 200}, {1e8, 20}} {
		loops := c.instructions / uint64(max(perftest.Each, 1)) // 0 where there is no such loop
		list := calls(t, "INSTRUCTIONS", c.calls, func() { perftest.Loop(loops) })
		want, slack := int64(loops)*perftest.Each, slack
		if c.instructions > 1e6 { // an interrupt of the machine ends some instructions twice
			slack += want / 1e5
		}
		if len(list) < c.calls/2 {
			t.Errorf("INSTRUCTIONS by %v: of %d calls of %d instructions %d are known", way, c.calls, want, len(list))
		} else if p1(list) < want-slack || p99(list) > want+slack {
			t.Errorf("INSTRUCTIONS by %v: %d to %d, true is %d", way, p1(list), p99(list), want)
		}
	}
}
