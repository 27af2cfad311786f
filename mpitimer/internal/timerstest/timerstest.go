// Package timerstest is shared by the tests of the timers and of their engine: what a call tree is expected to be, goroutines, and
// clocks that stand still.
package timerstest

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/stats"
)

// Tester is what tests and properties have in common.
type Tester interface {
	Helper()
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Tick waits until the clock has gone on: what encloses it takes time, however coarse the clock is.
func Tick() {
	for from := clock.Now(); clock.Now() == from; {
	}
}

// Inside runs the region for a step of the clock.
func Inside(s interface{ Stop() }) {
	Tick()
	s.Stop()
}

// Elsewhere runs f on another goroutine and waits for it.
func Elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// SkipSlowNumbers leaves out what cannot hold where the number of a goroutine is taken from its stack trace.
func SkipSlowNumbers(t *testing.T) {
	t.Helper()
	goroutine.Prepare()
	if !goroutine.Fast() {
		t.Skip("goroutines' numbers are not at hand here")
	}
}

// InTables makes the configuration one with tables in a directory of the test.
func InTables(t *testing.T, folder string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("tables in files are for Linux")
	}
	t.Setenv("MPITIMER_TABLES", folder)
}

// ReadSummary reads the file of a Summary.
func ReadSummary(t Tester, name string) *stats.Summary {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// OK ends a test with an error.
func OK(t Tester, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TablesForTests lets the timers of tests keep their tables in a directory that is removed afterwards: some
// tests leave tables behind on purpose.
func TablesForTests() (remove func()) {
	folder, err := os.MkdirTemp("", "tables-")
	if err != nil {
		panic(err)
	}
	os.Setenv("MPITIMER_TABLES", folder)
	return func() { os.RemoveAll(folder) }
}

func PathIn(p *stats.Profile, node int) string { return strings.Join(p.Path(node), "/") }

// Outline is a profile without its times: a line per node, "path calls", with "rN" for recursive
// calls, "@environment" for another than the default one, "running" for an open interval.
func Outline(p *stats.Profile) []string {
	var lines []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		line := fmt.Sprintf("%s %d", PathIn(p, i), n.Calls)
		if n.Recursion > 0 {
			line += fmt.Sprintf(" r%d", n.Recursion)
		}
		if n.Environment > 0 {
			line += " @" + p.Environments[n.Environment].Name
		}
		if n.Running > 0 {
			line += strings.Repeat(" running", n.Running)
		}
		lines = append(lines, line)
	}
	return lines
}

// ExpectTree compares the Outline of everything below Total.
func ExpectTree(t Tester, tm interface{ Profile() *stats.Profile }, want ...string) *stats.Profile {
	t.Helper()
	p := tm.Profile()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	ExpectOutline(t, p, want...)
	ExpectSums(t, p, nil)
	return p
}

func ExpectOutline(t Tester, p *stats.Profile, want ...string) {
	t.Helper()
	got := Outline(p)
	if len(got) == 0 || got[0] != "Total 0 running" {
		t.Fatalf("the tree does not begin with Total: %q", got)
	}
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], "Total/")
	}
	if a, b := strings.Join(got[1:], "\n"), strings.Join(want, "\n"); a != b {
		t.Fatalf("tree is\n%s\nwant\n%s", a, b)
	}
}

// OnTrack is what a node has of a track.
func OnTrack(n *stats.Node, track int) stats.Measure {
	if n.ByTrack == nil && track == 0 {
		return n.Measure
	}
	for _, m := range n.ByTrack {
		if m.Track == track {
			return m.Measure
		}
	}
	return stats.Measure{}
}

// ExpectSums checks that on each track no region lasts longer than the one that contains it. Nodes
// for which skip says so do not count.
func ExpectSums(t Tester, p *stats.Profile, skip func(path string) bool) {
	t.Helper()
	for track := range p.Tracks {
		below := make([]int64, len(p.Nodes))
		for i := range p.Nodes {
			n := &p.Nodes[i]
			m := OnTrack(n, track)
			if m.Total < 0 || m.Min > m.Max || m.Recursion > m.Calls {
				t.Errorf("%s on track %d: %+v", PathIn(p, i), track, m)
			}
			if n.Parent >= 0 && !n.Estimated && (skip == nil || !skip(PathIn(p, i))) {
				below[n.Parent] += m.Total - 1 // rounded
			}
		}
		if p.Tracks[track] == "further goroutines" {
			continue // they run side by side
		}
		for i := range p.Nodes {
			m := OnTrack(&p.Nodes[i], track)
			if p.Nodes[i].Estimated || m.Calls == 0 && m.Running == 0 || skip != nil && skip(PathIn(p, i)) {
				continue
			}
			if below[i] > m.Total+1 {
				t.Errorf("%s on track %d lasted %d ns, what it contains %d ns", PathIn(p, i), track, m.Total, below[i])
			}
		}
	}
}

// WarningsOf lists kind, path and count, sorted.
func WarningsOf(p *stats.Profile) []string {
	counts := make(map[string]uint64)
	for _, w := range p.Warnings {
		counts[w.Kind+": "+w.Path] += w.Count
	}
	var list []string
	for what, count := range counts {
		list = append(list, fmt.Sprintf("%s ×%d", what, count))
	}
	sort.Strings(list)
	return list
}

func ExpectWarnings(t Tester, p *stats.Profile, want ...string) {
	t.Helper()
	sort.Strings(want)
	if a, b := strings.Join(WarningsOf(p), "\n"), strings.Join(want, "\n"); a != b {
		t.Fatalf("warnings are\n%s\nwant\n%s", a, b)
	}
}

// NodeOf is the node of a path below Total.
func NodeOf(t Tester, p *stats.Profile, path string) *stats.Node {
	t.Helper()
	for i := range p.Nodes {
		if PathIn(p, i) == "Total/"+path {
			return &p.Nodes[i]
		}
	}
	t.Fatalf("no node %q in %q", path, Outline(p))
	return nil
}

// ExpectMeasure compares what is kept of calls with what it should be.
func ExpectMeasure(t Tester, what string, m stats.Measure, calls uint64, total, least, most time.Duration) {
	t.Helper()
	if m.Calls != calls || m.Timed > calls || time.Duration(m.Total) != total || time.Duration(m.Min) != least || time.Duration(m.Max) != most {
		t.Errorf("%s: %d calls, %d timed, %v from %v to %v, want %d, %v from %v to %v", what,
			m.Calls, m.Timed, time.Duration(m.Total), time.Duration(m.Min), time.Duration(m.Max), calls, total, least, most)
	}
}

// Standing makes the clock one that a test moves on.
func Standing(t testing.TB) *atomic.Int64 {
	now := new(atomic.Int64) // the heartbeat reads it, too
	now.Store(1e9)
	t.Cleanup(clock.Simulate(now.Load))
	return now
}

// OnShared runs f on a goroutine without a tree of its own.
func OnShared(t *testing.T, tm any, f func()) {
	t.Helper()
	Elsewhere(func() {
		if !engine.Of(tm).Directory.Track().Shared() {
			t.Error("the goroutine has a tree of its own")
		}
		f()
	})
}

// ExpectTotal expects that Total has ended, took as long as what it contains and left no warning.
func ExpectTotal(t *testing.T, p *stats.Profile) {
	t.Helper()
	total := &p.Nodes[0]
	if total.Name != "Total" || total.Calls != 1 || total.Running != 0 || total.Timed != 1 || total.Min != total.Total || total.Max != total.Total {
		t.Errorf("%+v", total)
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Wall() > total.Total {
			t.Errorf("%s took %d ns of %d", PathIn(p, i), n.Wall(), total.Total)
		}
	}
	if n := total.Histogram.Total(); n > 1 {
		t.Errorf("%d calls in the histogram", n)
	}
	ExpectWarnings(t, p)
}
