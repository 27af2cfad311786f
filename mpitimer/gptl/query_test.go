package gptl

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// byThread runs two timers on two threads: thread 0 is this goroutine, and every time is known.
func byThread(t testing.TB) {
	t.Helper()
	ok(t, StartStopVal("both", 4*time.Second))
	within(t, func() { ok(t, StartStopVals("both", 2*time.Second, 2)) }, "parent")
	ok(t, StartStopVal("only 0", time.Second))
	elsewhere(func() {
		ok(t, StartStopVal("both", time.Second))
		ok(t, StartStopVal("only 1", time.Second))
	})
}

// wrongQueries checks what every call about a timer of a thread says of wrong arguments.
func wrongQueries(t *testing.T, call string, query func(name string, thread int) error) {
	t.Helper()
	fresh(t)
	wants(t, query("both", 0), ErrNotInitialized, call)
	begin(t)
	byThread(t)
	wants(t, query("never", 0), ErrNoTimer, call, "never")
	wants(t, query("only 1", 0), ErrNoTimer)
	wants(t, query("only 1", -1), ErrNoTimer)
	wants(t, query("only 0", 1), ErrNoTimer)
	wants(t, query("both", 2), ErrNoThread, call, "2 of 2")
	equal(t, "errors", NumErrors(), 6)
}

func TestQuery(t *testing.T) {
	wrongQueries(t, "Query", func(name string, thread int) error { _, err := Query(name, thread); return err })
	v, err := Query("both", 0)
	ok(t, err)
	equal(t, "values", v, Values{Count: 3, Wall: 6 * time.Second})
	v, err = Query("both", 1)
	ok(t, err)
	equal(t, "values", v, Values{Count: 1, Wall: time.Second})
	elsewhere(func() {
		v, err := Query("both", 0)
		ok(t, err)
		equal(t, "count of another thread", v.Count, 3)
	})
	ok(t, Start("both"))
	v, err = Query("both", -1)
	ok(t, err)
	equal(t, "values while it runs", v, Values{Count: 3, Wall: 6 * time.Second, On: true})
}

// A timer of the program can have the name of mpitimer's own one, which GPTL does not have.
func TestQueryOfTotal(t *testing.T) {
	begin(t)
	elsewhere(func() { within(t, nothing, "a") })
	for thread := range 2 {
		_, err := Query(mpitimer.TotalName, thread)
		wants(t, err, ErrNoTimer)
	}
	for range 2 {
		within(t, func() { ok(t, StartStopVal("a", time.Second)) }, mpitimer.TotalName)
	}
	expectTree(t, "Total 2", "Total/a 2", "a 1")
	v, err := Query(mpitimer.TotalName, -1)
	ok(t, err)
	equal(t, "count", v.Count, 2)
	equal(t, "it is on", v.On, false)
	ok(t, ResetTimer(mpitimer.TotalName))
	n, err := Count(mpitimer.TotalName, 0)
	ok(t, err)
	equal(t, "count after a reset", n, 0)
	equal(t, "mpitimer's is on", mpitimer.Default().Profile().Nodes[0].Running, 1)
}

// A name in two environments, one below the other, is one timer: the inner time is part of the outer.
func TestQueryOfTwoEnvironments(t *testing.T) {
	begin(t)
	envs := mpitimer.Default().Environments()
	_, err := envs.CreateFirst("all again", envs.Default(), 1)
	ok(t, err)
	outer := mpitimer.Start("a")
	mpitimer.StartInEnvironment("a", "all again").Stop()
	outer.Stop()
	v, err := Query("a", 0)
	ok(t, err)
	equal(t, "count", v.Count, 2)
	equal(t, "recursion", v.Recursion, 1)
	p := mpitimer.Default().Profile()
	equal(t, "wallclock", v.Wall, time.Duration(p.Nodes[1].Total))
}

// A sampled region of new code has all its calls, and the time of the sample scaled to them.
func TestQueryOfSample(t *testing.T) {
	begin(t)
	region := mpitimer.Define("sampled", mpitimer.SampleEvery(4))
	for range 10 {
		region.Start().Stop()
	}
	v, err := Query("sampled", 0)
	ok(t, err)
	equal(t, "count", v.Count, 10)
	n := mpitimer.Default().Profile().Nodes[1]
	if d := v.Wall - time.Duration(n.Total); d < -2 || d > 2 { // rounded at another place
		t.Errorf("wallclock is %v, that of the profile %v", v.Wall, time.Duration(n.Total))
	}
}

func TestWallclock(t *testing.T) {
	wrongQueries(t, "Wallclock", func(name string, thread int) error { _, err := Wallclock(name, thread); return err })
	wall, err := Wallclock("both", 0)
	ok(t, err)
	equal(t, "wallclock", wall, 6*time.Second)
	ok(t, Finalize())
	begin(t, map[Option]int{Wall: 0})
	within(t, nothing, "a")
	_, err = Wallclock("a", 0)
	wants(t, err, ErrOption, "wallclock")
	v, err := Query("a", 0)
	ok(t, err)
	equal(t, "values without wallclock", v, Values{Count: 1})
}

func TestWallclockLatest(t *testing.T) {
	wrongQueries(t, "WallclockLatest", func(name string, thread int) error { _, err := WallclockLatest(name, thread); return err })
	latest := func(thread int) time.Duration {
		t.Helper()
		d, err := WallclockLatest("both", thread)
		ok(t, err)
		return d
	}
	equal(t, "latest", latest(0), 2*time.Second) // below the parent
	equal(t, "latest of thread 1", latest(1), time.Second)
	ok(t, StartStopVal("both", 7*time.Second))
	equal(t, "latest", latest(-1), 7*time.Second)

	ok(t, Start("both"))
	equal(t, "latest while it runs", latest(0), 7*time.Second)
	before, _ := Wallclock("both", 0)
	time.Sleep(time.Millisecond)
	ok(t, Stop("both"))
	after, _ := Wallclock("both", 0)
	equal(t, "latest", latest(0), after-before)
	for range 3 { // now as expected, on the fast path
		before, _ = Wallclock("both", 0)
		within(t, nothing, "both")
		after, _ = Wallclock("both", 0)
		equal(t, "latest", latest(0), after-before)
	}
	ok(t, Start("both"))
	ok(t, Start("both"))
	ok(t, Stop("both"))
	equal(t, "latest after a recursive call", latest(0), after-before)
	ok(t, Stop("both"))
	ok(t, Reset())
	equal(t, "latest after a reset", latest(0), 0)
}

func TestCount(t *testing.T) {
	wrongQueries(t, "Count", func(name string, thread int) error { _, err := Count(name, thread); return err })
	n, err := Count("both", 0)
	ok(t, err)
	equal(t, "count", n, 3)
	within(t, func() { within(t, nothing, "a") }, "a")
	n, err = Count("a", -1)
	ok(t, err)
	equal(t, "count of a recursion", n, 2)
}

func TestEventValue(t *testing.T) {
	wrongQueries(t, "EventValue", func(name string, thread int) error { _, err := EventValue(name, "PAPI_TOT_CYC", thread); return err })
	_, err := EventValue("both", "PAPI_TOT_CYC", 0)
	wants(t, err, ErrNoCounters, "PAPI_TOT_CYC")
}

func TestQueryCounters(t *testing.T) {
	wrongQueries(t, "QueryCounters", func(name string, thread int) error { _, err := QueryCounters(name, thread); return err })
	_, err := QueryCounters("both", 0)
	wants(t, err, ErrNoCounters)
}

func TestNumRegions(t *testing.T) {
	fresh(t)
	_, err := NumRegions(0)
	wants(t, err, ErrNotInitialized)
	begin(t)
	byThread(t)
	for thread, want := range map[int]int{0: 3, -1: 3, 1: 2} {
		n, err := NumRegions(thread)
		ok(t, err)
		equal(t, fmt.Sprintf("timers of thread %d", thread), n, want)
	}
	_, err = NumRegions(2)
	wants(t, err, ErrNoThread)
	ok(t, Reset())
	n, err := NumRegions(0)
	ok(t, err)
	equal(t, "timers after a reset", n, 3)
}

func TestRegionName(t *testing.T) {
	fresh(t)
	_, err := RegionName(0, 0)
	wants(t, err, ErrNotInitialized)
	begin(t)
	byThread(t)
	names := func(thread int) string {
		n, err := NumRegions(thread)
		ok(t, err)
		var list []string
		for i := range n {
			name, err := RegionName(thread, i)
			ok(t, err)
			list = append(list, name)
		}
		return strings.Join(list, ",")
	}
	equal(t, "names", names(0), "both,parent,only 0")
	equal(t, "names", names(1), "both,only 1")
	for _, wrong := range [][2]int{{0, 3}, {0, -1}, {1, 2}} {
		_, err = RegionName(wrong[0], wrong[1])
		wants(t, err, ErrNoTimer, "RegionName")
	}
	_, err = RegionName(2, 0)
	wants(t, err, ErrNoThread)
}

func TestThreadWork(t *testing.T) {
	fresh(t)
	_, _, err := ThreadWork("both")
	wants(t, err, ErrNotInitialized)
	begin(t)
	byThread(t)
	most, imbalance, err := ThreadWork("both")
	ok(t, err)
	equal(t, "most", most, 6*time.Second)
	equal(t, "imbalance", imbalance, 6*time.Second-7*time.Second/2)
	most, imbalance, err = ThreadWork("only 1")
	ok(t, err)
	equal(t, "most", most, time.Second)
	equal(t, "imbalance", imbalance, time.Second/2)
	_, _, err = ThreadWork("never")
	wants(t, err, ErrNoTimer, "never")
	elsewhere(func() {
		_, _, err := ThreadWork("both")
		wants(t, err, ErrNotMain)
	})
	ok(t, Finalize())
	begin(t, map[Option]int{Wall: 0})
	_, _, err = ThreadWork("both")
	wants(t, err, ErrOption)
}

func TestStamp(t *testing.T) {
	fresh(t)
	_, _, _, err := Stamp()
	wants(t, err, ErrNotInitialized)
	begin(t)
	wall, user, system, err := Stamp()
	ok(t, err)
	burn()
	wall2, user2, system2, err := Stamp()
	ok(t, err)
	if wall < 0 || wall2 <= wall {
		t.Errorf("the wallclock goes from %v to %v", wall, wall2)
	}
	if haveProcessTimes && user2+system2 <= user+system {
		t.Errorf("the CPU time goes from %v to %v", user+system, user2+system2)
	}
}

// burn takes CPU time until the system has noticed.
func burn() {
	user, system := processTimes()
	x := 1.0
	for range 1000 {
		for range 100_000 {
			x = math.Sqrt(x + 1)
		}
		if u, s := processTimes(); u+s > user+system+2*time.Millisecond {
			break
		}
	}
	if x < 0 {
		panic(x)
	}
}
