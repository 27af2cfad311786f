package gptl

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

func TestStart(t *testing.T) {
	begin(t)
	for range 3 {
		within(t, func() {
			within(t, nothing, "b")
			within(t, func() { within(t, nothing, "b") }, "c")
		}, "a")
	}
	expectTree(t, "a 3", "a/b 3", "a/c 3", "a/c/b 3")
}

// Recursion times the outermost call only, and counts all.
func TestStartRecursion(t *testing.T) {
	begin(t)
	within(t, func() {
		within(t, func() { within(t, nothing, "leaf") }, "b", "a")
	}, "a")
	expectTree(t, "a 2 r1", "a/b 1", "a/b/leaf 1")
	v, err := Query("a", 0)
	ok(t, err)
	equal(t, "count", v.Count, 2)
	equal(t, "recursion", v.Recursion, 1)
}

// Ported and new code share one tree, in both directions.
func TestStartAmongNewCode(t *testing.T) {
	begin(t)
	outer := mpitimer.Start("new")
	within(t, func() { mpitimer.Start("newer").Stop() }, "ported")
	outer.Stop()
	mpitimer.Start("mixed")
	ok(t, Stop("mixed"))
	ok(t, Start("mixed"))
	mpitimer.Stop("mixed")
	expectTree(t, "new 1", "new/ported 1", "new/ported/newer 1", "mixed 2")
}

// Before Initialize, after Finalize and while timing is disabled nothing happens, and there is no
// error; only a verbose library says so.
func TestStartIgnored(t *testing.T) {
	fresh(t)
	messages, _ := captured(t)
	ok(t, Start("early"))
	ok(t, Stop("early"))
	ok(t, StartStopVal("early", time.Second))
	equal(t, "messages", messages.String(), "")
	ok(t, SetOption(Verbose, 1))
	ok(t, Start("early"))
	ok(t, Stop("early"))
	ok(t, StartStopVals("early", time.Second, 2))
	for _, call := range []string{`Start("early")`, `Stop("early")`, `StartStopVals("early")`} {
		if !strings.Contains(messages.String(), call+" before Initialize is ignored\n") {
			t.Errorf("no word of %s in %q", call, messages)
		}
	}
	begin(t, map[Option]int{Verbose: 0})
	expectTree(t)
	equal(t, "errors", NumErrors(), 0)
	ok(t, Finalize())
	ok(t, Start("late"))
	ok(t, Stop("late"))
}

// Starts below the limit are left out with their stops, by number and not by name, and the nesting
// stays right.
func TestStartDepthLimit(t *testing.T) {
	begin(t, map[Option]int{DepthLimit: 2})
	for range 2 {
		within(t, func() {
			within(t, nothing, "c", "d", "e")
			within(t, nothing, "a") // a recursion is a start like any other
			ok(t, StartStopVal("c", time.Second))
		}, "a", "b")
		within(t, func() { within(t, nothing, "b") }, "a")
	}
	expectTree(t, "a 4", "a/b 4")
	elsewhere(func() { within(t, nothing, "x", "y", "z") })
	expectTree(t, "a 4", "a/b 4", "x 1", "x/y 1")
}

func TestStartDepthLimitOfNothing(t *testing.T) {
	begin(t, map[Option]int{DepthLimit: 0})
	within(t, nothing, "a", "b")
	expectTree(t)
	equal(t, "errors", NumErrors(), 0)
}

// What a goroutine leaves open beyond the limit does not concern the next one on the same track.
func TestStartDepthLimitOfEndedGoroutine(t *testing.T) {
	begin(t, map[Option]int{DepthLimit: 1})
	for range 20 {
		place := mpitimer.Default().CurrentPath()
		elsewhere(func() {
			place.Run(func() {
				ok(t, Start("a"))
				ok(t, Start("beyond"))
				ok(t, Stop("beyond"))
				ok(t, Start("left open beyond"))
			})
		})
		elsewhere(func() { place.Run(func() { within(t, nothing, "a") }) })
	}
	v, err := Query("a", 1)
	ok(t, err)
	equal(t, "completed calls on the shared track", v.Count, 20)
}

func TestStop(t *testing.T) {
	begin(t)
	wants(t, Stop("never"), ErrNotRunning, `Stop("never")`)
	within(t, nothing, "a")
	wants(t, Stop("a"), ErrNotRunning)
	equal(t, "errors", NumErrors(), 2)
	elsewhere(func() { ok(t, Start("b")); wants(t, Stop("a"), ErrNotRunning); ok(t, Stop("b")) })
	wants(t, Stop("b"), ErrNotRunning)
	wants(t, Stop(mpitimer.TotalName), ErrNotRunning)
	equal(t, "errors", NumErrors(), 5)
	expectTree(t, "a 1", "b 1")
	for _, w := range mpitimer.Default().Profile().Warnings {
		if !strings.Contains(w.Caller, "gptl/start_test.go:") {
			t.Errorf("%s of %q is said to be at %q", w.Kind, w.Path, w.Caller)
		}
	}
}

// A stop out of order ends what runs inside, counts as a warning, and leaves the tree right.
func TestStopNotNested(t *testing.T) {
	begin(t)
	ok(t, Start("a"))
	ok(t, Start("b"))
	wants(t, Stop("a"), ErrNotNested, `Stop("a")`)
	equal(t, "warnings", NumWarnings(), 1)
	equal(t, "errors", NumErrors(), 0)
	wants(t, Stop("b"), ErrNotRunning)
	within(t, nothing, "c")
	expectTree(t, "a 1", "a/b 1", "c 1")
	ok(t, Start("d"))
	mpitimer.Next("phase") // the last one is for its parent to stop
	ok(t, Stop("d"))
	equal(t, "warnings", NumWarnings(), 1)
}

// Goroutines beyond those that have a tree of their own follow the same rules.
func TestStopOnSharedTrack(t *testing.T) {
	begin(t, map[Option]int{DepthLimit: 3})
	const goroutines = 1100
	ready, leave, done := make(chan error, goroutines), make(chan struct{}), make(chan error, goroutines)
	for range goroutines {
		go func() {
			ready <- Start("a")
			<-leave
			_ = Start("b")
			_ = Start("a") // recursion
			_ = Start("c")
			_ = Start("beyond")
			err := Stop("beyond")
			for _, name := range []string{"c", "a", "b", "a"} {
				if e := Stop(name); e != nil {
					err = e
				}
			}
			if _, e := WallclockLatest("a", -1); e != nil {
				err = e
			}
			if e := Stop("a"); e == nil {
				err = fmt.Errorf("a second stop of a is no error")
			}
			done <- err
		}()
	}
	for range goroutines {
		ok(t, <-ready)
	}
	close(leave)
	for range goroutines {
		ok(t, <-done)
	}
	expectTree(t, fmt.Sprintf("a %d r%d", 2*goroutines, goroutines), fmt.Sprintf("a/b %d", goroutines),
		fmt.Sprintf("a/b/c %d", goroutines))
	equal(t, "errors", NumErrors(), goroutines)
	names, err := NumRegions(engine.Of(mpitimer.Default()).Tracks() - 1)
	ok(t, err)
	equal(t, "timers of the shared track", names, 3)
}

func TestInitHandle(t *testing.T) {
	fresh(t)
	h, err := InitHandle("made before Initialize")
	ok(t, err)
	equal(t, "name", h.Name(), "made before Initialize")
	begin(t)
	ok(t, StartHandle(h))
	ok(t, StopHandle(h))
	expectTree(t, "made before Initialize 1")
}

// A handle and its name are one timer.
func TestStartHandle(t *testing.T) {
	begin(t)
	h, _ := InitHandle("a")
	ok(t, StartHandle(h))
	ok(t, Stop("a"))
	ok(t, Start(strings.Clone("a")))
	ok(t, StopHandle(h))
	expectTree(t, "a 2")
	wants(t, StartHandle(nil), ErrValue, "StartHandle")
}

func TestStopHandle(t *testing.T) {
	begin(t)
	h, _ := InitHandle("a")
	wants(t, StopHandle(h), ErrNotRunning, `"a"`)
	wants(t, StopHandle(nil), ErrValue, "StopHandle")
	equal(t, "errors", NumErrors(), 2)
}

func TestStartStopVal(t *testing.T) {
	begin(t)
	within(t, func() {
		ok(t, StartStopVal("v", 3*time.Second))
		ok(t, StartStopVal("v", time.Second))
	}, "a")
	expectTree(t, "a 1", "a/v 2")
	expectWall(t, "v", 4*time.Second, time.Second)
	n := mpitimer.Default().Profile().Nodes[2]
	equal(t, "shortest", n.Min, int64(time.Second))
	equal(t, "longest", n.Max, int64(3*time.Second))
	wants(t, StartStopVal("v", -time.Second), ErrValue, "negative")
	ok(t, Disable())
	ok(t, StartStopVal("v", time.Second))
	ok(t, Enable())
	expectWall(t, "v", 4*time.Second, time.Second)
}

// expectWall compares the sum and the latest interval of a timer of the calling goroutine.
func expectWall(t testing.TB, name string, sum, latest time.Duration) {
	t.Helper()
	wall, err := Wallclock(name, -1)
	ok(t, err)
	equal(t, "wallclock of "+name, wall, sum)
	last, err := WallclockLatest(name, -1)
	ok(t, err)
	equal(t, "latest of "+name, last, latest)
}

// Time that is given comes back as it was given, at each query, and stands so in E3SM's file.
func TestStartStopValExact(t *testing.T) {
	c := configIn(t.TempDir())
	c.Timing.Clock = mpitimer.DefaultConfig().Timing.Clock // whatever a tick is
	ok(t, Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)))
	defer func() { ok(t, Finalize()) }()
	var sum time.Duration
	for _, d := range []time.Duration{2500 * time.Millisecond, 1, 7*time.Second + 499_999_999, time.Hour} {
		ok(t, StartStopVal("ext", d))
		sum += d
		for range 3 {
			expectWall(t, "ext", sum, d)
		}
	}
	ok(t, StartStopVal("ten", 10*time.Second))
	s, err := stats.Merge([]*stats.Profile{gptlcompat.ByName(mpitimer.Default().Profile())})
	ok(t, err)
	var file bytes.Buffer
	ok(t, gptlcompat.WriteGlobal(&file, s, gptlcompat.GlobalOptions{}))
	for line := range strings.Lines(file.String()) {
		if fields := strings.Fields(line); len(fields) > 5 && fields[0] == `"ten"` {
			equal(t, "total of ten seconds", fields[5], "1.000000e+01")
			return
		}
	}
	t.Errorf("no ten in\n%s", file.String())
}

func TestStartStopVals(t *testing.T) {
	begin(t)
	ok(t, StartStopVals("v", 6*time.Second, 3))
	ok(t, StartStopVals("v", time.Second, 0)) // time of no call
	expectTree(t, "v 3")
	expectWall(t, "v", 7*time.Second, time.Second)
	ok(t, StartStopVals("no call", time.Second, 0))
	expectTree(t, "v 3", "no call 0")
	expectWall(t, "no call", time.Second, time.Second)
	wants(t, StartStopVals("v", time.Second, -1), ErrValue, "calls")
	wants(t, StartStopVals("v", -1, 1), ErrValue, "time")
	elsewhere(func() { ok(t, StartStopVals("v", time.Second, 1)); expectWall(t, "v", time.Second, time.Second) })
	ok(t, Finalize())
	begin(t, map[Option]int{Wall: 0})
	wants(t, StartStopVals("v", time.Second, 1), ErrOption, "wallclock")
}
