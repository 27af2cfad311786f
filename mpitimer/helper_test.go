package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	_ "github.com/go-hpc/timers/mpitimer/upstream" // which has much to do with the other files
	"github.com/go-hpc/timers/stats"
)

// quietConfig writes no files.
func quietConfig() Config {
	c := DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

// timersFor makes timers that end with the test and leave nothing behind.
func timersFor(t testing.TB, options ...Option) *Timers {
	t.Helper()
	tm, err := New(append([]Option{WithConfig(quietConfig()), WithLog(io.Discard)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

// tick waits until the clock has gone on: what encloses it takes time, however coarse the clock is.
func tick() {
	for from := clock.Now(); clock.Now() == from; {
	}
}

// inside runs the region for a step of the clock.
func inside(s Interval) {
	tick()
	s.Stop()
}

// set gives a Config a key that is no field of it.
func set(c *Config, key, value string) {
	if err := c.Set(key, value); err != nil {
		panic(err)
	}
}

func edited(edit func(*Config)) Option {
	c := quietConfig()
	edit(&c)
	return WithConfig(c)
}

// tester is what tests and properties have in common.
type tester interface {
	Helper()
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func pathIn(p *stats.Profile, node int) string { return strings.Join(p.Path(node), "/") }

// exactClock makes a tick a nanosecond, so that times that are added come out as they went in.
func exactClock() Option {
	return edited(func(c *Config) { c.Timing.Clock = "monotonic" })
}

// outline is a profile without its times: a line per node, "path calls", with "rN" for recursive
// calls, "@environment" for another than the default one, "running" for an open interval.
func outline(p *stats.Profile) []string {
	var lines []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		line := fmt.Sprintf("%s %d", pathIn(p, i), n.Calls)
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

// expectTree compares the outline of everything below Total.
func expectTree(t tester, tm *Timers, want ...string) *stats.Profile {
	t.Helper()
	p := tm.Profile()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	expectOutline(t, p, want...)
	expectSums(t, p, nil)
	return p
}

func expectOutline(t tester, p *stats.Profile, want ...string) {
	t.Helper()
	got := outline(p)
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

// onTrack is what a node has of a track.
func onTrack(n *stats.Node, track int) stats.Measure {
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

// expectSums checks that on each track no region lasts longer than the one that contains it. Nodes
// for which skip says so do not count.
func expectSums(t tester, p *stats.Profile, skip func(path string) bool) {
	t.Helper()
	for track := range p.Tracks {
		below := make([]int64, len(p.Nodes))
		for i := range p.Nodes {
			n := &p.Nodes[i]
			m := onTrack(n, track)
			if m.Total < 0 || m.Min > m.Max || m.Recursion > m.Calls {
				t.Errorf("%s on track %d: %+v", pathIn(p, i), track, m)
			}
			if n.Parent >= 0 && !n.Estimated && (skip == nil || !skip(pathIn(p, i))) {
				below[n.Parent] += m.Total - 1 // rounded
			}
		}
		if p.Tracks[track] == "further goroutines" {
			continue // they run side by side
		}
		for i := range p.Nodes {
			m := onTrack(&p.Nodes[i], track)
			if p.Nodes[i].Estimated || m.Calls == 0 && m.Running == 0 || skip != nil && skip(pathIn(p, i)) {
				continue
			}
			if below[i] > m.Total+1 {
				t.Errorf("%s on track %d lasted %d ns, what it contains %d ns", pathIn(p, i), track, m.Total, below[i])
			}
		}
	}
}

// warningsOf lists kind, path and count, sorted.
func warningsOf(p *stats.Profile) []string {
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

func expectWarnings(t tester, p *stats.Profile, want ...string) {
	t.Helper()
	sort.Strings(want)
	if a, b := strings.Join(warningsOf(p), "\n"), strings.Join(want, "\n"); a != b {
		t.Fatalf("warnings are\n%s\nwant\n%s", a, b)
	}
}

// nodeOf is the node of a path below Total.
func nodeOf(t tester, p *stats.Profile, path string) *stats.Node {
	t.Helper()
	for i := range p.Nodes {
		if pathIn(p, i) == "Total/"+path {
			return &p.Nodes[i]
		}
	}
	t.Fatalf("no node %q in %q", path, outline(p))
	return nil
}

// elsewhere runs f on another goroutine and waits for it.
func elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// tablesForTests lets the timers of tests keep their tables in a directory that is removed afterwards: some
// tests leave tables behind on purpose.
func tablesForTests() (remove func()) {
	folder, err := os.MkdirTemp("", "tables-")
	if err != nil {
		panic(err)
	}
	os.Setenv("MPITIMER_TABLES", folder)
	return func() { os.RemoveAll(folder) }
}

// inBubble runs a test of ranks that wait for each other with a patience: time goes on only while all of them wait, so that
// none is late because the machine has other work. All of it takes a few times the patience, by that time.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if err := outsideBubbles(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		test(t)
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("the ranks have waited for %v", took)
		}
	})
}

// outsideBubbles lets timers begin what they begin once in a process, and never end: to listen to signals.
var outsideBubbles = sync.OnceValue(func() error {
	return errors.Join(Initialize(WithConfig(quietConfig()), WithCommunicator(machenv.Serial()), WithLog(io.Discard)), Finalize())
})

// skipSlowNumbers leaves out what cannot hold where the number of a goroutine is taken from its stack trace.
func skipSlowNumbers(t *testing.T) {
	t.Helper()
	goroutine.Prepare()
	if !goroutine.Fast() {
		t.Skip("goroutines' numbers are not at hand here")
	}
}

// profileOfTable is what another process reads in the table of a rank.
func profileOfTable(t *testing.T, tm *Timers) *stats.Profile {
	t.Helper()
	tm.noteTables()
	table, err := ranktable.Open(filepath.Join(tm.Tables(), "000000.mptable"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	look, err := table.Look()
	if err != nil {
		t.Fatal(err)
	}
	return look.Profile
}
