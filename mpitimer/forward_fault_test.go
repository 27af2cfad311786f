//go:build gptl && cgo

package mpitimer

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/libgptl"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestForwardDeep(t *testing.T) {
	dir := t.TempDir()
	tm := forwarding(t, dir)
	intervals := make([]Interval, 0, 200)
	for i := range cap(intervals) {
		intervals = append(intervals, tm.Start(fmt.Sprint("level ", i)))
	}
	intervals[0].Stop()
	tm.Start("after").Stop()
	list := tm.Profile().Warnings
	deep := uint64(0)
	for _, w := range list {
		if w.Kind == libgptl.NoteDeep {
			deep += w.Count
		}
	}
	if want := uint64(200 - (libgptl.MostOpen - 1)); deep != want { // Total is one of them
		t.Errorf("%d regions were not forwarded, want %d", deep, want)
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	p, text := printed(t, dir)
	if timerstest.NodeOf(t, p, "after").Calls != 1 || len(p.Nodes) != libgptl.MostOpen+1 {
		t.Errorf("%d rows:\n%s", len(p.Nodes), text)
	}
	expectNoComplaint(t, text)
}

func TestForwardOtherGoroutines(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	tm := forwarding(t, dir, WithLog(&log))
	a := tm.Start("a")
	timerstest.Elsewhere(func() {
		for range 5 {
			tm.Start("b").Stop()
		}
		a.Stop() // reported, and left running
	})
	tm.StartRegion(Define("s", SampleEvery(4))).Stop()
	a.Stop()
	finishForwarding(t, tm, dir, "Total/a 1")
	for _, said := range []string{"mpitimer: 5 calls on other goroutines", "mpitimer: 1 calls of sampled regions"} {
		if strings.Count(log.String(), said) != 1 {
			t.Errorf("the log lacks %q:\n%s", said, &log)
		}
	}
}

func TestForwardOneRankOfAProcess(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	first := forwarding(t, dir)
	second := timersFor(t, WithLog(&log))
	first.Start("a").Stop()
	second.Start("b").Stop()
	second.Finalize()
	if !strings.Contains(log.String(), "mpitimer: GPTL's report is of one rank of this process") {
		t.Errorf("the second has said\n%s", &log)
	}
	first.Start("c").Stop()
	finishForwarding(t, first, dir, "Total/a 1", "Total/c 1")
	third := forwarding(t, dir)
	third.Start("d").Stop()
	finishForwarding(t, third, dir, "Total/d 1")
}

// The thread of a goroutine that ends is gone. Nothing is called on another one in its place.
func TestForwardGoroutineThatEnds(t *testing.T) {
	taken := countsOf(t)
	dir := t.TempDir()
	var tm *Timers
	timerstest.Elsewhere(func() {
		tm = forwarding(t, dir)
		tm.Start("a").Stop()
		tm.Start("left")
	})
	for range 20 { // some may be in its descriptor
		timerstest.Elsewhere(func() { tm.Start("b").Stop() })
	}
	tm.Finalize()
	want := []string{"initialize", "start Total", "start a", "stop a", "start left"}
	for _, call := range taken() {
		call = strings.TrimPrefix(call, "thread 1: ") // where it is printed does not matter
		if call != "print" && call != "finalize" {
			if len(want) == 0 || call != want[0] {
				t.Errorf("GPTL was called with %q", call)
				continue
			}
			want = want[1:]
		}
	}
	for _, warning := range timerstest.WarningsOf(tm.Profile()) {
		if strings.Contains(warning, "GPTL") {
			t.Errorf("other goroutines were taken for the one that has ended: %s", warning)
		}
	}
	next := forwarding(t, dir)
	next.Start("a").Stop()
	finishForwarding(t, next, dir, "Total/a 1")
}

func TestForwardPanic(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	func() {
		defer func() { _ = recover() }()
		c := quietConfig()
		c.Output.RankFiles = 1
		if err := Initialize(WithConfig(c), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		defer Finalize()
		Start("a")
		panic("a fault of the program")
	}()
	expectPrinted(t, filepath.Join(dir, "timing.gptl.000000"), "Total 1", "Total/a 1")
	forwarding(t, dir).Finalize() // GPTL was given back
}

// Strict timers that panic on a region that was left running give GPTL back all the same.
func TestForwardStrict(t *testing.T) {
	tm := forwarding(t, t.TempDir(), edited(func(c *Config) { c.Timing.Strict = true }))
	tm.Start("left")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		tm.Finalize()
	}()
	dir := t.TempDir()
	next := forwarding(t, dir)
	finishForwarding(t, next, dir)
}

func TestForwardDoesNotAllocate(t *testing.T) {
	tm := forwarding(t, t.TempDir())
	defer tm.Finalize()
	region := Define("region")
	for name, run := range map[string]func(){
		"name":      func() { tm.Start("name").Stop() },
		"by name":   func() { tm.Start("name"); tm.Stop("name") },
		"handle":    func() { tm.StartRegion(region).Stop() },
		"next":      func() { s := tm.Start("s"); tm.Next("x"); tm.Next("y"); s.Stop() },
		"recursion": func() { s := tm.Start("r"); tm.Start("r").Stop(); s.Stop() },
	} {
		run()
		if n := testing.AllocsPerRun(1000, run); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
