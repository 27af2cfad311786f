package gptl

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func TestReset(t *testing.T) {
	fresh(t)
	wants(t, Reset(), ErrNotInitialized)
	begin(t)
	byThread(t)
	ok(t, Start("a"))
	interval := mpitimer.Start("b")
	ok(t, Reset())
	interval.Stop()
	ok(t, Stop("a"))
	for _, name := range []string{"both", "only 0"} {
		v, err := Query(name, 0)
		ok(t, err)
		equal(t, "values of "+name, v, Values{})
	}
	expectTree(t, "a 1", "a/b 1")
	equal(t, "errors", NumErrors(), 1) // the first
	equal(t, "warnings of the timers", len(mpitimer.Default().Profile().Warnings), 0)
}

func TestResetTimer(t *testing.T) {
	fresh(t)
	wants(t, ResetTimer("both"), ErrNotInitialized)
	begin(t)
	byThread(t)
	ok(t, ResetTimer("both"))
	ok(t, ResetTimer("never"))
	for thread := range 2 {
		v, err := Query("both", thread)
		ok(t, err)
		equal(t, "values", v, Values{})
	}
	v, err := Query("only 0", 0)
	ok(t, err)
	equal(t, "values of another", v, Values{Count: 1, Wall: time.Second})
	elsewhere(func() { wants(t, ResetTimer("both"), ErrNotMain) })
	expectTree(t, "parent 1", "only 0 1", "only 1 1")
}

// A timer that runs when it is reset goes on from there, by name and by its Interval, and so does one that
// an earlier reset has met.
func TestResetTimerWhileItRuns(t *testing.T) {
	begin(t)
	a := mpitimer.Start("a")
	time.Sleep(5 * time.Millisecond)
	ok(t, Reset())
	b := mpitimer.Start("b")
	ok(t, Start("c"))
	time.Sleep(5 * time.Millisecond)
	begun := time.Now()
	ok(t, ResetTimer("b"))
	ok(t, ResetTimer("c"))
	ok(t, ResetTimer("b"))
	ok(t, Stop("c"))
	b.Stop()
	inner := time.Since(begun)
	a.Stop()
	expectTree(t, "a 1", "a/b 1", "a/b/c 1")
	wall := func(name string) time.Duration {
		d, err := Wallclock(name, 0)
		ok(t, err)
		return d
	}
	if wall("b") > inner || wall("c") > inner {
		t.Errorf("since the reset %v have passed, b has %v and c %v", inner, wall("b"), wall("c"))
	}
	if wall("a") < 5*time.Millisecond {
		t.Errorf("a has lost time: %v", wall("a"))
	}
	equal(t, "warnings of the timers", len(mpitimer.Default().Profile().Warnings), 0)
}

func TestPrefixSet(t *testing.T) {
	fresh(t)
	wants(t, PrefixSet("p:"), ErrNotInitialized)
	begin(t)
	ok(t, Start("a"))
	ok(t, PrefixSet("p:"))
	within(t, nothing, "b")
	ok(t, Stop("a")) // whatever prefix it was started with
	n, err := Count("b", 0)
	ok(t, err)
	equal(t, "count", n, 1)
	_, err = Count("p:b", 0)
	wants(t, err, ErrNoTimer)
	elsewhere(func() {
		within(t, nothing, "b")
		ok(t, PrefixSet("own:"))
		within(t, nothing, "c")
		_, err := Count("c", -1)
		ok(t, err)
		ok(t, PrefixSet("other:"))
		within(t, nothing, "c")
		ok(t, PrefixUnset())
		within(t, nothing, "c")
	})
	within(t, nothing, "d")
	ok(t, PrefixSet("q:"))
	within(t, nothing, "e")
	expectTree(t, "a 1", "a/p:b 1", "p:d 1", "q:e 1", "p:b 1", "p:own:c 1", "p:other:c 1", "p:c 1")
	ok(t, StartStopVal("f", time.Second))
	ok(t, ResetTimer("f"))
	n, err = Count("f", 0)
	ok(t, err)
	equal(t, "count after the reset of a prefixed timer", n, 0)
}

func TestPrefixUnset(t *testing.T) {
	fresh(t)
	wants(t, PrefixUnset(), ErrNotInitialized)
	begin(t)
	ok(t, PrefixSet("p:"))
	ok(t, PrefixUnset())
	ok(t, PrefixUnset())
	within(t, nothing, "a")
	n, err := Count("a", 0)
	ok(t, err)
	equal(t, "count", n, 1)
	expectTree(t, "a 1")
}

// A goroutine that takes over the track of one that has ended does not take over its prefix.
func TestPrefixOfEndedGoroutine(t *testing.T) {
	begin(t)
	place := mpitimer.Default().CurrentPath()
	elsewhere(func() { place.Run(func() { ok(t, PrefixSet("own:")); within(t, nothing, "a") }) })
	elsewhere(func() { place.Run(func() { within(t, nothing, "a") }) })
	expectTree(t, "own:a 1", "a 1")
	equal(t, "tracks", engine.Of(mpitimer.Default()).Tracks(), 2)
}
