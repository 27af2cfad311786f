//go:build cgo

package capi_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/capi"
	"github.com/go-hpc/timers/mpitimer/capi/internal/ctest"
	"github.com/go-hpc/timers/mpitimer/internal/whose"
	"github.com/go-hpc/timers/stats"
)

// callsOf is the calls of each path.
func callsOf(p *stats.Profile) map[string]uint64 {
	calls := make(map[string]uint64)
	for i := range p.Nodes {
		calls[pathOf(p, i)] += p.Nodes[i].Calls
	}
	return calls
}

// Where C can tell goroutines apart it must also know a Track: a field that has moved would make all of it slow.
func TestQuick(t *testing.T) {
	timersOfC(t)
	if !whose.Known() {
		t.Skip("C cannot tell goroutines apart here: all calls go to Go")
	}
	if !capi.Quick() {
		t.Errorf("with %s all calls go to Go: does layout.h say what engine.Track is?", runtime.Version())
	}
}

// A region of C below one of Go below one of C is in one tree.
func TestOneTree(t *testing.T) {
	tm := timersOfC(t)
	for range 3 {
		ctest.Back("C", func() {
			defer mpitimer.Start("Go").Stop()
			ctest.Back("C again", func() { mpitimer.Start("leaf").Stop() })
			ctest.Repeat("kernel", "", 10)
		})
	}
	calls := callsOf(tm.Profile())
	for path, want := range map[string]uint64{
		"Total/C": 3, "Total/C/Go": 3, "Total/C/Go/C again": 3, "Total/C/Go/C again/leaf": 3, "Total/C/Go/kernel": 30,
	} {
		if calls[path] != want {
			t.Errorf("%s has %d calls, %d were made: %v", path, calls[path], want, calls)
		}
	}
}

// A region that C marks is communication, also where its name came first; what is not marked is none.
func TestMarkedByC(t *testing.T) {
	tm := timersOfC(t)
	ctest.Repeat("halo", "", 1)
	for _, r := range []ctest.Region{ctest.DefineCommunication("halo"), ctest.Define("kernel", "", 0, 0)} {
		for range 3 {
			r.Start()
			r.Stop()
		}
	}
	p := tm.Profile()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Communicates != (n.Name == "halo") {
			t.Errorf("%s: %v", pathOf(p, i), n.Communicates)
		}
	}
	if calls := callsOf(p); calls["Total/halo"] != 4 || calls["Total/kernel"] != 3 {
		t.Errorf("%v", calls)
	}
}

// Threads of C have tracks, which go from one that has ended to the next.
func TestThreads(t *testing.T) {
	tm := timersOfC(t)
	const rounds, threads, each = 5, 4, 1000
	for range rounds {
		ctest.Threads(threads, each)
	}
	p := tm.Profile()
	calls := callsOf(p)
	if calls["Total/outer"] != rounds*threads*each || calls["Total/outer/inner"] != rounds*threads*each {
		t.Errorf("of %d calls there are %v", rounds*threads*each, calls)
	}
	if len(p.Tracks) > 2*threads+1 {
		t.Errorf("%d threads at one time have %d tracks", threads, len(p.Tracks))
	}
	if len(p.Warnings) > 0 {
		t.Errorf("warnings %v", p.Warnings)
	}
}

// Goroutines that share threads, and change them, each keep what is theirs.
func TestGoroutines(t *testing.T) {
	tm := timersOfC(t)
	const goroutines, rounds = 16, 300
	var done sync.WaitGroup
	for g := range goroutines {
		done.Go(func() {
			for range rounds {
				outer := fmt.Sprint("goroutine ", g)
				mpitimer.Start(outer)
				runtime.Gosched()
				ctest.Repeat("kernel", "", 3)
				runtime.Gosched()
				ctest.Repeat("kernel", "another", 4)
				mpitimer.Stop(outer)
			}
		})
	}
	done.Wait()
	calls := callsOf(tm.Profile())
	for g := range goroutines {
		path := fmt.Sprintf("Total/goroutine %d", g)
		if calls[path] != rounds || calls[path+"/kernel"] != 5*rounds || calls[path+"/another"] != 2*rounds {
			t.Errorf("%s: %d, %d and %d calls", path, calls[path], calls[path+"/kernel"], calls[path+"/another"])
		}
	}
}

// Handles of C stay valid when timers end and others begin, and so do threads.
func TestAgain(t *testing.T) {
	region := ctest.Define("region", "", 0, 0)
	region.Repeat(10) // nobody counts
	for round := range 3 {
		tm := timersOfC(t)
		region.Repeat(100)
		ctest.Threads(2, 10)
		if calls := callsOf(tm.Profile()); calls["Total/region"] != 100 || calls["Total/outer"] != 20 {
			t.Errorf("round %d: %v", round, calls)
		}
		if err := mpitimer.Finalize(); err != nil {
			t.Fatal(err)
		}
	}
}

// What is asked of the timers, and what is wrong, comes back.
func TestQuery(t *testing.T) {
	if _, _, err := ctest.Query("nothing"); err == nil {
		t.Error("without timers a query finds something")
	}
	timersOfC(t)
	ctest.Repeat("kernel", "", 7)
	ctest.Add("kernel", 2.5, 2)
	seconds, calls, err := ctest.Query("kernel")
	if err != nil || calls != 9 || seconds < 2.5 || seconds > 3.5 {
		t.Errorf("%d calls, %g seconds, %v", calls, seconds, err)
	}
	if _, _, err := ctest.Query("nothing"); err == nil || err.Error() == "" {
		t.Errorf("a region that there is not: %v", err)
	}
	if said := ctest.Initialize("no such file.yaml"); said != "" {
		t.Errorf("initializing once more: %s", said)
	}
}

// Stops that are wrong in a loop are counted each, though most are seen to be wrong without Go; they end nothing, and what
// comes to be open under their name ends.
func TestWrongStopsInALoop(t *testing.T) {
	tm := timersOfC(t)
	const n = 1000
	ctest.Start("again")
	ctest.Stop("again")
	for range n {
		ctest.Start("a")
		ctest.Stop("b")
		ctest.Stop("again")
	}
	ctest.Start("again")
	ctest.Stop("again")
	ctest.Stop("again")
	counts := make(map[string]uint64)
	for _, w := range tm.Profile().Warnings {
		counts[w.Kind+": "+w.Path+w.Caller] += w.Count
	}
	if counts["stop without start: b"] != n || counts["stop without start: again"] != n+1 || len(counts) != 2 {
		t.Errorf("warnings %v", counts)
	}
	p := tm.Profile()
	for i := range p.Nodes {
		if path := pathOf(p, i); path == "Total/a/again" && p.Nodes[i].Calls != 1 {
			t.Errorf("%s: %d calls", path, p.Nodes[i].Calls)
		}
	}
}

// A region that runs once and does nothing reads as one that has run before: what its first call has to make is made before
// its clock is read.
func TestFirstCallOfAnEmptyRegion(t *testing.T) {
	if !capi.Quick() {
		t.Skip("all calls go to Go here")
	}
	tm := timersOfC(t)
	const names = 201
	times := func(call int) []int64 {
		before := totals(tm.Profile())
		for i := range names {
			ctest.Repeat(fmt.Sprint("once ", i), "", 1)
		}
		var list []int64
		for name, total := range totals(tm.Profile()) {
			if name != mpitimer.TotalName {
				list = append(list, total-before[name])
			}
		}
		if len(list) != names {
			t.Fatalf("call %d: %d regions", call, len(list))
		}
		slices.Sort(list)
		return list
	}
	first := times(1)[names/2]
	later := max(times(2)[names/2], times(3)[names/2])
	resolution := int64(tm.Profile().Clock.Resolution)
	t.Logf("the first call reads %d ns, later ones %d", first, later)
	if first > 5*later+2*resolution {
		t.Errorf("the first call of an empty region reads %d ns, a later one %d", first, later)
	}
}

// totals is the time of each name.
func totals(p *stats.Profile) map[string]int64 {
	list := make(map[string]int64)
	for i := range p.Nodes {
		list[p.Nodes[i].Name] += p.Nodes[i].Total
	}
	return list
}
