package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestSameNameBelowDifferentParents(t *testing.T) {
	tm := timersFor(t)
	for range 3 {
		a := tm.Start("a")
		tm.Start("x").Stop()
		a.Stop()
		b := tm.Start("b")
		tm.Start("x").Stop()
		tm.Start("x").Stop()
		b.Stop()
		tm.Start("x").Stop()
	}
	timerstest.ExpectTree(t, tm, "a 3", "a/x 3", "b 3", "b/x 6", "x 3")
}

func TestChildrenKeepTheOrderOfTheirFirstStart(t *testing.T) {
	tm := timersFor(t)
	for _, name := range []string{"c", "a", "b", "a", "c", "0", "b"} {
		s := tm.Start(name)
		tm.Start("z").Stop()
		tm.Start(name + "y").Stop()
		s.Stop()
	}
	timerstest.ExpectTree(t, tm, "c 2", "c/z 2", "c/cy 2", "a 2", "a/z 2", "a/ay 2", "b 2", "b/z 2", "b/by 2", "0 1", "0/z 1", "0/0y 1")
}

func TestThousandNames(t *testing.T) {
	tm := timersFor(t)
	var want []string
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprint("region ", i)
		want = append(want, fmt.Sprintf("%s %d", names[i], 3+i%2))
	}
	for round := range 4 {
		for i, name := range names {
			if round == 3 && i%2 == 0 {
				continue
			}
			tm.Start(name).Stop()
		}
	}
	timerstest.ExpectTree(t, tm, want...)
}

// Names that are made anew for each call have ever other addresses, and addresses of names that are
// gone come again with another content.
func TestNamesBuiltAtRunTime(t *testing.T) {
	race.Sequential(t)
	tm := timersFor(t)
	const distinct, calls = 16, 20000
	var before runtime.MemStats
	for i := range distinct * calls {
		if i == distinct*100 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		if i%50000 == 0 {
			runtime.GC()
		}
		name := fmt.Sprintf("name %2d", i%distinct)
		s := tm.Start(name)
		if i%3 == 0 {
			tm.Stop(fmt.Sprintf("name %2d", i%distinct))
		} else {
			s.Stop()
		}
	}
	var want []string
	for i := range distinct {
		want = append(want, fmt.Sprintf("name %2d %d", i, calls))
	}
	timerstest.ExpectTree(t, tm, want...)
	runtime.GC()
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if bytes, nodes := tm.Memory(); nodes != distinct+2 || bytes > 1<<16 {
		t.Errorf("%d nodes in %d bytes", nodes, bytes)
	}
}

func TestNamesInOneString(t *testing.T) {
	tm := timersFor(t)
	const text = "abcabc"
	for range 2 {
		for _, name := range []string{text[:1], text[:2], text[:3], text[3:4], text[3:], text[:0], text[6:], ""} {
			tm.Start(name).Stop()
		}
	}
	timerstest.ExpectTree(t, tm, "a 4", "ab 2", "abc 4", " 6")
}

func TestUnusualNames(t *testing.T) {
	tm := timersFor(t)
	long, longer := strings.Repeat("l", 10_000), strings.Repeat("m", 70_000)
	other := longer[:69_999] + "n"
	names := []string{long, longer, other, "nul\x00byte", "new\nline", "größer 漢字", "bad \xff utf-8", `"quoted"`, "a/b", ""}
	var want []string
	for _, name := range names {
		for range 3 {
			s := tm.Start(name)
			tm.Next(name + "!")
			tm.Next("last")
			s.Stop()
		}
		tm.Start(name)
		tm.Stop(name)
		want = append(want, name+" 4", name+"/"+name+"! 3", name+"/last 3")
	}
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, want...))
}

func TestRecursionIsTimedOnceAndCounted(t *testing.T) {
	tm := timersFor(t)
	var down func(n int)
	down = func(n int) {
		defer tm.Start("f").Stop()
		if n > 1 {
			down(n - 1)
		}
	}
	down(5)
	down(1)
	p := timerstest.ExpectTree(t, tm, "f 6 r4")
	if n := timerstest.NodeOf(t, p, "f"); n.Timed != 2 {
		t.Errorf("%d intervals timed, want 2", n.Timed)
	}
	timerstest.ExpectWarnings(t, p)
}

// What starts inside a recursive call stands below the innermost region that contains it in time, so
// that children never last longer than their parents, and every path holds a name once at most.
func TestMutualRecursionHasAFiniteTree(t *testing.T) {
	tm := timersFor(t)
	var a, b func(n int)
	a = func(n int) {
		defer tm.Start("a").Stop()
		tm.Start("in a").Stop()
		if n > 0 {
			b(n - 1)
		}
	}
	b = func(n int) {
		s := tm.Start("b")
		defer tm.Stop("b")
		_ = s
		tm.Start("in b").Stop()
		if n > 0 {
			a(n - 1)
		}
	}
	for range 3 {
		a(9)
	}
	p := timerstest.ExpectTree(t, tm, "a 15 r12", "a/in a 3", "a/b 15 r12", "a/b/in b 15", "a/b/in a 12")
	timerstest.ExpectWarnings(t, p)
}

func TestDeepRecursion(t *testing.T) {
	tm := timersFor(t)
	const depth = 10_000
	var intervals []mpitimer.Interval
	for range depth {
		intervals = append(intervals, tm.Start("f"))
	}
	tm.Start("leaf").Stop()
	for i := range intervals {
		intervals[depth-1-i].Stop()
	}
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, fmt.Sprintf("f %d r%d", depth, depth-1), "f/leaf 1"))
}

func TestDeepNesting(t *testing.T) {
	tm := timersFor(t)
	const depth = 1000
	want := make([]string, depth)
	path := ""
	for round := range 2 {
		for i := range depth {
			name := fmt.Sprint(i)
			tm.Start(name)
			if round == 0 {
				path += name
				want[i] = path + " 2"
				path += "/"
			}
		}
		for i := range depth {
			tm.Stop(fmt.Sprint(depth - 1 - i))
		}
	}
	timerstest.ExpectWarnings(t, timerstest.ExpectTree(t, tm, want...))
}

func TestNextIsASequence(t *testing.T) {
	tm := timersFor(t)
	for range 3 {
		s := tm.Start("step")
		tm.Next("read")
		tm.Start("inside").Stop()
		tm.Next("compute")
		tm.Next("write")
		s.Stop() // ends the last, without a warning
	}
	tm.Next("one").Stop()
	tm.Next("two")
	tm.Stop("two")
	p := timerstest.ExpectTree(t, tm, "step 3", "step/read 3", "step/read/inside 3", "step/compute 3", "step/write 3", "one 1", "two 1")
	timerstest.ExpectWarnings(t, p)
}

// A Next inside a region that was started otherwise begins a sequence below it.
func TestNextBelowARegionOfANext(t *testing.T) {
	tm := timersFor(t)
	for range 3 {
		tm.Next("a")
		s := tm.Start("b")
		tm.Next("c")
		tm.Next("d")
		s.Stop()
		tm.Next("e")
	}
	timerstest.ExpectTree(t, tm, "a 3", "a/b 3", "a/b/c 3", "a/b/d 3", "e 2 running")
}

func TestNextWithHistograms(t *testing.T) {
	tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Histograms = true }))
	for range 5 {
		tm.Next("a")
		tm.Next("b")
	}
	tm.Stop("b")
	p := timerstest.ExpectTree(t, tm, "a 5", "b 5")
	for _, path := range []string{"a", "b"} {
		if n := timerstest.NodeOf(t, p, path); n.Histogram.Total() != 5 {
			t.Errorf("%s: %d calls in the histogram", path, n.Histogram.Total())
		}
	}
}
