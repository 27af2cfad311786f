package auto

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// madeFor makes regions for a test.
func madeFor(t *testing.T, names ...string) {
	before := regions
	regions = make(map[string][]*Region)
	t.Cleanup(func() { regions = before })
	for _, name := range names {
		_ = Define(name)
	}
}

// called is a node with so many calls that took so many nanoseconds each.
func called(parent int, name string, calls uint64, ns int64) stats.Node {
	return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: calls, Total: int64(calls) * ns}}
}

// Regions are timed no longer from the look on at which timers have cost too much: those with the shortest calls, whichever have
// cost most, and no more of them than is necessary.
func TestLimit(t *testing.T) {
	const pair = 50.0 / insertedPairs // so that one in a function costs 50 ns
	at := func(nodes ...stats.Node) *stats.Profile {
		p := treeOf(append([]stats.Node{region(-1, "Total", 1000)}, nodes...)...)
		p.Clock.PairCost = pair
		return p
	}
	for _, c := range []struct {
		name  string
		looks []*stats.Profile
		busy  []time.Duration
		want  string // of the last look
	}{
		{"nothing costs much", []*stats.Profile{at(called(0, "a", 400_000, 2000))}, []time.Duration{time.Second}, "[]"},
		{"at first", []*stats.Profile{at(called(0, "a", 20_000, 100))}, []time.Duration{10 * time.Millisecond}, "[]"},
		{"one does", []*stats.Profile{at(called(0, "a", 600_000, 1000), called(1, "b", 60_000, 10_000))}, []time.Duration{time.Second}, "[a]"},
		{"the inner one", []*stats.Profile{at(called(0, "a", 450_000, 1000), called(1, "b", 450_000, 900))}, []time.Duration{time.Second}, "[b]"},
		{"both", []*stats.Profile{at(called(0, "a", 900_000, 1000), called(1, "b", 900_000, 900))}, []time.Duration{time.Second}, "[b a]"},
		{"one that is cheap stays, however short", []*stats.Profile{at(called(0, "a", 900_000, 1000), called(1, "b", 90, 10))}, []time.Duration{time.Second}, "[a]"},
		{"one in many places", []*stats.Profile{at(called(0, "a", 300_000, 900), called(0, "b", 10, 9), called(2, "a", 300_000, 1100))}, []time.Duration{time.Second}, "[a]"},
		{"what was before is past", []*stats.Profile{at(called(0, "a", 900_000, 100)), at(called(0, "a", 900_001, 100), called(0, "b", 900_000, 1000))},
			[]time.Duration{time.Second, 2 * time.Second}, "[b]"},
		{"what was saved before may be spent", []*stats.Profile{at(called(0, "a", 1, 100)), at(called(0, "a", 900_000, 100))},
			[]time.Duration{9 * time.Second, 10 * time.Second}, "[]"},
		{"regions of the program", []*stats.Profile{at(called(0, "by hand", 9_000_000, 100))}, []time.Duration{time.Second}, "[]"},
		{"asked for", []*stats.Profile{at(called(0, "asked", 9_000_000, 100), called(0, "a", 900_000, 1000))}, []time.Duration{time.Second}, "[a]"},
	} {
		madeFor(t, "a", "b")
		_ = Asked("asked")
		var l limiter
		var got []string
		for i, p := range c.looks {
			got = l.judge(p, c.busy[i])
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// Sampled calls cost half as much.
func TestLimitOfSampledRegion(t *testing.T) {
	madeFor(t, "a")
	p := treeOf(region(-1, "Total", 1000), called(0, "a", 600_000, 1000))
	p.Nodes[1].Estimated, p.Clock.PairCost = true, 50.0/insertedPairs
	var l limiter
	if got := l.judge(p, time.Second); got != nil {
		t.Errorf("%v", got)
	}
}

// A region that is timed no longer costs nothing, and its row and a line say so. All of a name end.
func TestFirstCallsOnly(t *testing.T) {
	madeFor(t, "a", "b", "a")
	tm := begun(t)
	var l limiter
	for range 3 {
		for name, list := range regions {
			for _, r := range list {
				interval := r.Start()
				interval.Stop()
				r.ended.Store(name == "a")
			}
		}
	}
	p := l.mark(tm.Profile())
	if a, b := callsBelow(p, "Total", "a"+firstCalls), callsBelow(p, "Total", "b"); a != 2 || b != 3 {
		t.Errorf("a has %d calls, want 2; b %d, want 3", a, b)
	}
	if timed := l.timed(); timed["a"] || !timed["b"] {
		t.Errorf("timed %v", timed)
	}
	var said strings.Builder
	if l.tell(&said); !strings.Contains(said.String(), "rows that end with (first calls)") {
		t.Errorf("%q", said.String())
	}
	if n := testing.AllocsPerRun(100, func() { regions["a"][0].Start().Stop() }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// While more goroutines are ready than processors there are, a look begins late and takes long: a region that starts all the time
// ends without one, and one that is asked for, or seldom found, does not.
func TestLimitWithoutLook(t *testing.T) {
	if _, known := processorTime(); !known {
		t.Skip("the system does not tell")
	}
	madeFor(t, "often", "seldom")
	often, seldom, wanted := regions["often"][0], regions["seldom"][0], Asked("wanted")
	limits.mu.Lock() // as a look does
	limits.tm = begun(t)
	limits.pair.Store(int64(time.Second)) // each start is much too dear
	for range 4 * lookAfter {
		wanted.Start().Stop()
	}
	for i := 0; i < 1000*lookAfter && !often.ended.Load(); i++ {
		often.Start().Stop()
	}
	for range lookAfter / 2 {
		seldom.Start().Stop()
	}
	limits.mu.Unlock()
	if timed := limits.timed(); timed["often"] || !timed["seldom"] || !timed["wanted"] { // also in a report before the end
		t.Errorf("timed %v", timed)
	}
	limits.end()
	if limits.pair.Load() != 0 {
		t.Error("regions are still counted after the end")
	}
}

// A look that stands still puts the next one off for no longer than the run has lasted, and those after it not at all.
func TestPause(t *testing.T) {
	const ms = 1_000_000
	var l limiter
	for _, c := range []struct {
		took, since  int64
		times, nodes int
		want         int64
	}{
		{50 * ms, 60 * ms, freeLook, 10, 60 * ms},
		{ms / 10, 120 * ms, freeLook, 10, 20 * ms},
		{70 * ms, 200 * ms, freeLook, 10, 20 * ms},
		{ms, 320 * ms, freeLook, 100, 200 * ms},
		{ms, 320 * ms, soonLook, 100, 10 * ms},
		{ms, 3_600_000 * ms, freeLook, 1000, 200 * ms},
		{ms / 1000, 2 * ms, freeLook, 0, 0},
	} {
		if got := l.pause(c.took, c.since, c.times, c.nodes); got != c.want {
			t.Errorf("after %d of %d ns with %d nodes: %d, want %d", c.took, c.since, c.nodes, got, c.want)
		}
	}
}

// lookedAt makes region a in timers whose cost is looked at until the test ends.
func lookedAt(t *testing.T) *mpitimer.Timers {
	t.Helper()
	if _, known := processorTime(); !known {
		t.Skip("the system does not tell")
	}
	madeFor(t, "a")
	tm := begun(t)
	limits.begin(tm, "auto")
	t.Cleanup(limits.end)
	return tm
}

// Starts that come fast do not wait for the next look.
func TestHurriedLook(t *testing.T) {
	lookedAt(t)
	limits.free.Store(0)
	limits.pair.Store(int64(time.Second))
	for i := 0; i < 1000*lookAfter && limits.free.Load() == 0; i++ {
		regions["a"][0].Start().Stop()
	}
	if limits.free.Load() == 0 {
		t.Error("nobody has looked")
	}
}

// The first call on a track makes a node there, which costs more than a start and a stop.
func TestLimitCountsNodes(t *testing.T) {
	madeFor(t, "a")
	p := treeOf(region(-1, "Total", 1000), called(0, "a", 100, 1000))
	p.Clock.PairCost = 10
	once := spentIn(p)["a"].cost
	p.Nodes[1].ByTrack = make([]stats.TrackMeasure, 100)
	if many := spentIn(p)["a"].cost; once != (100+newNodePairs)*10*insertedPairs || many != (100+100*newNodePairs)*10*insertedPairs {
		t.Errorf("%g ns on one track, %g on 100", once, many)
	}
}

// A plugin makes its regions while a program runs that is looked at.
func TestRegionsOfPlugin(t *testing.T) {
	lookedAt(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 100 {
			limits.mu.Lock()
			limits.look(time.Nanosecond)
			limits.mu.Unlock()
		}
	}()
	for i := range 1000 {
		_ = Define(fmt.Sprint("plugin.", i))
	}
	if <-done; len(limits.timed()) != 1001 {
		t.Errorf("%d regions", len(limits.timed()))
	}
}

// A region that does nothing ends, and its row says so.
func TestLooks(t *testing.T) {
	tm := lookedAt(t)
	r := regions["a"][0]
	for deadline := time.Now().Add(time.Minute); !r.ended.Load(); {
		if time.Now().After(deadline) {
			t.Fatal("a region that does nothing is timed for a minute")
		}
		for range 1000 {
			r.Start().Stop()
		}
	}
	if p := limits.mark(tm.Profile()); !slices.ContainsFunc(p.Nodes, func(n stats.Node) bool { return n.Name == "a"+firstCalls }) {
		t.Error("no row says so")
	}
}
