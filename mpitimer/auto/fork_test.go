package auto

import (
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// begun starts timers for a test.
func begun(t *testing.T) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables, c.Output.Signal = "none", 0, false, "off", false
	if err := mpitimer.Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(new(strings.Builder))); err != nil {
		t.Fatal(err)
	}
	tm := mpitimer.Default()
	t.Cleanup(func() {
		if err := tm.Finalize(); err != nil {
			t.Error(err)
		}
	})
	return tm
}

// callsBelow is how often a region was called below another.
func callsBelow(p *stats.Profile, parent, name string) (calls uint64) {
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == name && n.Parent >= 0 && p.Nodes[n.Parent].Name == parent {
			calls += n.Calls
		}
	}
	return calls
}

// What a goroutine times stands below the region in which it was started: at once or when that has ended, by a goroutine
// that times something itself or by one that does not, and again in one that has a region of its own open.
func TestFork(t *testing.T) {
	tm := begun(t)
	one := func(name string) { mpitimer.Start(name).Stop() }
	var all sync.WaitGroup
	later := make(chan bool)
	start := func(f func()) {
		all.Add(1)
		Fork()
		go func() { defer all.Done(); f() }()
		Forked()
	}
	around := mpitimer.Start("around")
	start(func() { one("a") })
	start(func() { <-later; one("late") })
	start(func() { start(func() { one("through") }); start(func() { one("through") }) })
	start(func() {
		defer mpitimer.Start("worker").Stop()
		start(func() { one("inner") })
	})
	around.Stop()
	close(later)
	start(func() { one("outside") })
	all.Wait()
	p := tm.Profile()
	for _, c := range []struct {
		parent, name string
		calls        uint64
	}{
		{"around", "a", 1}, {"around", "late", 1}, {"around", "through", 2}, {"around", "worker", 1}, {"worker", "inner", 1}, {"Total", "outside", 1},
	} {
		if got := callsBelow(p, c.parent, c.name); got != c.calls {
			t.Errorf("%d calls of %s below %s, want %d", got, c.name, c.parent, c.calls)
		}
	}
}

// A goroutine that was started under timers that have ended is not taken for one of those that run.
func TestForkOfEndedTimers(t *testing.T) {
	go1, done := make(chan bool), make(chan bool)
	t.Run("first", func(t *testing.T) {
		begun(t)
		defer mpitimer.Start("around").Stop()
		Fork()
		go func() { <-go1; mpitimer.Start("region").Stop(); close(done) }()
		Forked()
	})
	tm := begun(t)
	close(go1)
	<-done
	if got := callsBelow(tm.Profile(), "Total", "region"); got != 1 {
		t.Errorf("%d calls below Total, want 1", got)
	}
}

// Without timers nothing is handed on, and nothing goes wrong.
func TestForkWithoutTimers(t *testing.T) {
	done := make(chan bool)
	Fork()
	go func() { Fork(); Forked(); close(done) }()
	Forked()
	<-done
}

// What a program pays for a go statement.
func BenchmarkFork(b *testing.B) {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables, c.Output.Signal = "none", 0, false, "off", false
	if err := mpitimer.Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(new(strings.Builder))); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = mpitimer.Finalize() }()
	defer mpitimer.Start("around").Stop()
	for b.Loop() {
		Fork()
		Forked()
	}
}
