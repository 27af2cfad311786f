package engine_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestPrefix(t *testing.T) {
	tm := timersFor(t)
	r := mpitimer.Define("r")
	run := func() {
		a := tm.Start("a")
		tm.StartRegion(r).Stop()
		a.Stop()
		tm.Next("n")
		tm.Stop("n")
	}
	run()
	tm.SetPrefix("ocean:")
	run()
	tm.SetPrefix("ice:")
	run()
	tm.SetPrefix("ocean:")
	run()
	tm.SetPrefix("")
	run()
	p := timerstest.ExpectTree(t, tm, "a 2", "a/r 2", "n 2", "ocean:a 2", "ocean:a/ocean:r 2", "ocean:n 2", "ice:a 1", "ice:a/ice:r 1", "ice:n 1")
	timerstest.ExpectWarnings(t, p)
}

func TestStopsNeedNotKnowThePrefix(t *testing.T) {
	tm := timersFor(t)
	tm.SetPrefix("p:")
	tm.Start("a")
	tm.SetPrefix("q:")
	tm.Start("b")
	tm.SetPrefix("")
	tm.Start("c")
	tm.SetPrefix("r:")
	tm.Stop("c")
	tm.Stop("b")
	tm.Start("d")
	tm.Stop("r:d") // by its full name
	tm.Stop("a")
	p := timerstest.ExpectTree(t, tm, "p:a 1", "p:a/q:b 1", "p:a/q:b/c 1", "p:a/r:d 1")
	timerstest.ExpectWarnings(t, p)
}

// A name that merely looks as if it had a prefix is another name.
func TestNamesThatLookPrefixed(t *testing.T) {
	tm := timersFor(t)
	tm.SetPrefix("p:")
	tm.Start("x").Stop()
	tm.SetPrefix("")
	tm.Start("p:y")
	tm.Stop("y")
	tm.Stop("p:y")
	p := timerstest.ExpectTree(t, tm, "p:x 1", "p:y 1")
	timerstest.ExpectWarnings(t, p, engine.WarnNotStarted+": y ×1")
}

func TestPrefixAndRecursion(t *testing.T) {
	tm := timersFor(t)
	a := tm.Start("a")
	tm.SetPrefix("p:")
	b := tm.Start("a")  // another name
	c := tm.Start("a")  // a recursion
	d := tm.Start("b:") // with a prefix of its own in front
	d.Stop()
	c.Stop()
	b.Stop()
	tm.SetPrefix("")
	a.Stop()
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, "a 1", "a/p:a 2 r1", "a/p:a/p:b: 1"))
}

func TestAddParentPrefix(t *testing.T) {
	tm := timersFor(t)
	halo := func() {
		defer tm.AddParentPrefix()()
		tm.Start("pack").Stop()
	}
	for _, name := range []string{"momentum", "tracers"} {
		s := tm.Start(name)
		halo()
		s.Stop()
	}
	tm.SetPrefix("ocean:")
	s := tm.Start("tend")
	restore := tm.AddParentPrefix()
	u := tm.Start("u")
	inner := tm.AddParentPrefix()
	tm.Start("x").Stop()
	inner()
	tm.Start("y").Stop()
	u.Stop()
	restore()
	tm.Start("z").Stop()
	s.Stop()
	timerstest.ExpectTree(t, tm, "momentum 1", "momentum/momentum:pack 1", "tracers 1", "tracers/tracers:pack 1",
		"ocean:tend 1", "ocean:tend/ocean:tend:u 1", "ocean:tend/ocean:tend:u/ocean:tend:u:x 1",
		"ocean:tend/ocean:tend:u/ocean:tend:y 1", "ocean:tend/ocean:z 1")
}

func TestPrefixOnOtherGoroutines(t *testing.T) {
	tm := timersFor(t)
	step := make(chan struct{})
	done := make(chan struct{})
	go func() {
		for range step {
			tm.Start("a").Stop()
			done <- struct{}{}
		}
	}()
	defer close(step)
	for _, prefix := range []string{"", "p:", "q:", "p:", ""} {
		tm.SetPrefix(prefix)
		step <- struct{}{}
		<-done
	}
	timerstest.Elsewhere(func() { tm.Start("b").Stop() })
	timerstest.ExpectTree(t, tm, "a 2", "p:a 2", "q:a 1", "b 1")
}

func TestDisableNests(t *testing.T) {
	tm := timersFor(t)
	run := func() {
		tm.Start("a").Stop()
		tm.Start("b")
		tm.Next("c")
		tm.Stop("c")
		tm.Stop("b")
		tm.Add("d", time.Second, 1)
	}
	run()
	open := tm.Start("open")
	tm.Disable()
	run()
	tm.Disable()
	run()
	tm.Enable()
	run()
	timerstest.Elsewhere(run)
	open.Stop() // goes on, and its Interval stops it
	tm.Enable()
	run()
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "a 2", "b 2", "b/c 2", "d 2", "open 1")
	timerstest.ExpectWarnings(t, p)
}

func TestAdd(t *testing.T) {
	tm := timersFor(t, exactClock())
	tm.Add("before", 3*time.Second, 2)
	s := tm.Start("a")
	tm.Add("device", time.Second, 1)
	tm.Add("device", 3*time.Second, 3)
	tm.Add("device", 10*time.Second, 2)
	tm.Add("no call", time.Second, 0)
	tm.Add("nothing", 0, 0)
	tm.Add("zero", 0, 5)
	s.Stop()
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "before 2", "a 1", "a/device 6", "a/no call 0", "a/zero 5")
	expect := func(what string, got int64, want time.Duration) {
		if time.Duration(got) != want {
			t.Errorf("%s is %v, want %v", what, time.Duration(got), want)
		}
	}
	n := timerstest.NodeOf(t, p, "a/device")
	expect("total", n.Total, 14*time.Second)
	expect("min", n.Min, time.Second)
	expect("max", n.Max, time.Second)
	if squares := n.Squares.Float64() / 1e18; squares != 1 { // of the one that was given alone
		t.Errorf("squares are %f s²", squares)
	}
	if n.Timed != 1 {
		t.Errorf("%d timed", n.Timed)
	}
	expect("time of no call", timerstest.NodeOf(t, p, "a/no call").Total, time.Second)
}

func TestAddOnOtherGoroutinesAndDuringACall(t *testing.T) {
	tm := timersFor(t)
	s := tm.Start("a")
	s.Stop()
	s = tm.Start("a")
	timerstest.Elsewhere(func() { tm.Add("a", time.Second, 2) })
	p := tm.Profile()
	timerstest.ExpectOutline(t, p, "a 3 running")
	s.Stop()
	timerstest.ExpectOutline(t, tm.Profile(), "a 4")
}

func TestQuery(t *testing.T) {
	tm := timersFor(t, exactClock())
	if v, found := tm.Query("a"); found {
		t.Errorf("found %+v", v)
	}
	tm.Add("a", time.Second, 1)
	b := tm.Start("b")
	tm.Add("a", 4*time.Second, 2)
	timerstest.Elsewhere(func() { tm.Add("a", 3*time.Second, 1) })
	if v, found := tm.Query("b"); !found || !v.Running || v.Calls != 0 || v.Min != 0 {
		t.Errorf("b: %+v, %v", v, found)
	}
	b.Stop()
	v, found := tm.Query("a")
	if !found || v.Calls != 4 || v.Running || v.Total != 8*time.Second || v.Min != time.Second || v.Max != 3*time.Second {
		t.Errorf("a: %+v, %v", v, found)
	}
	// A node that has completed no outermost call has no shortest one.
	tm.Start("c")
	tm.Start("c").Stop()
	d := tm.Start("d")
	tm.Add("e", time.Second, 1)
	d.Stop()
	timerstest.Elsewhere(func() { tm.Add("c", time.Second, 1) })
	if v, _ := tm.Query("c"); v.Min != time.Second || v.Calls != 2 {
		t.Errorf("c: %+v", v)
	}
}

func TestResetWhileRegionsRun(t *testing.T) {
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = true }))
	sampled := mpitimer.Define("s", mpitimer.SampleEvery(4))
	for range 3 {
		tm.Start("gone").Stop()
	}
	a := tm.Start("a")
	b := tm.Start("b")
	again := tm.Start("a")
	s := tm.StartRegion(sampled)
	tm.Start("old").Stop()
	tm.Reset()
	timerstest.ExpectTree(t, tm, "a 0 running", "a/b 0 running", "a/b/s 0 running")
	s.Stop()
	again.Stop()
	tm.Reset()
	b.Stop()
	b.Stop() // wrong
	for range 5 {
		tm.StartRegion(sampled).Stop()
	}
	tm.Start("b").Stop()
	a.Stop()
	tm.Start("gone").Stop()
	p := timerstest.ExpectTree(t, tm, "gone 1", "a 1", "a/b 2", "a/s 5")
	timerstest.ExpectWarnings(t, p, engine.WarnNotRunning+": Total/a/b ×1")
	if n := timerstest.NodeOf(t, p, "a"); n.Histogram.Total() != 1 || n.Timed != 1 {
		t.Errorf("%d calls in the histogram, %d timed", n.Histogram.Total(), n.Timed)
	}
	if total := p.Nodes[0]; total.Total < timerstest.NodeOf(t, p, "a").Total {
		t.Error("Total is shorter than what it contains")
	}
}

func TestMemoryGrowsWithNodesOnly(t *testing.T) {
	now := timerstest.Standing(t) // on a busy machine calls last of any length, and histograms widen
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = true }))
	run := func() (names []string) {
		for i := range 1000 {
			names = append(names, fmt.Sprint("region ", i))
			s := tm.Start(names[i])
			now.Add(int64(i))
			s.Stop()
		}
		return names
	}
	var kept [][]string // so that each round has addresses of its own, until all names have as many keys as they may have
	for range engine.MaxKeys {
		kept = append(kept, run())
	}
	defer runtime.KeepAlive(kept)
	bytes, nodes := tm.Memory()
	if nodes != 1002 {
		t.Errorf("%d nodes, want 1002", nodes)
	}
	if perNode := bytes / nodes; perNode > 1280 { // names that are made anew have several keys
		t.Errorf("%d bytes a node", perNode)
	}
	for range 40 {
		run()
	}
	if again, _ := tm.Memory(); again != bytes {
		t.Errorf("%d bytes, %d after more calls of the same regions", bytes, again)
	}
}
