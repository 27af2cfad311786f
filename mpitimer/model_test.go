package mpitimer

import (
	"os"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"

	"pgregory.net/rapid"
)

func nanos(n int64) time.Duration { return time.Duration(n) }

// drawPlan draws what a machine is.
func drawPlan(t *rapid.T) plan {
	one := func(name string, in int) bool { return rapid.IntRange(0, in-1).Draw(t, name) == in-1 }
	p := plan{ranks: 1, packaged: one("packaged", 2), histograms: one("histograms", 3), hooks: one("hooks", 5), counters: one("counters", 5), tables: one("tables", 10)}
	if one("several", 6) {
		p.ranks = rapid.IntRange(2, 3).Draw(t, "ranks")
	}
	if one("few", 5) {
		p.tracks = rapid.IntRange(1, 3).Draw(t, "tracks")
	}
	p.level = rapid.IntRange(0, 2).Draw(t, "level")
	p.initialized = p.packaged || one("initialized", 2)
	return p
}

// program runs some steps on the timers and compares.
func program(t *rapid.T, p plan, from []string) (verbs int) {
	m := newMachine(p)
	defer m.simulate()()
	defer bound(p)()
	defer m.finish()
	m.initialize()
	t.Repeat(map[string]func(*rapid.T){"do": func(t *rapid.T) { m.step(t, from) }})
	m.compare(t)
	m.finalize(t)
	return m.verbs
}

// bound makes limits ones that can be reached.
func bound(p plan) (restore func()) {
	tracks, calls := engine.MaxTracks, engine.BriefCalls
	if p.tracks > 0 {
		engine.MaxTracks = p.tracks
	}
	engine.BriefCalls = 4
	return func() { engine.MaxTracks, engine.BriefCalls = tracks, calls }
}

// finish ends what a failure has left.
func (m *machine) finish() {
	if r := m.ranks[0]; r.tm != nil && !r.tm.Engine().Closed.Load() {
		m.together(func(r *modelRank) { _ = r.tm.Finalize() })
	}
	m.close()
}

// TestModel lets the timers and the oracle run random programs.
func TestModel(t *testing.T) {
	from := weighted()
	rapid.Check(t, func(t *rapid.T) { program(t, drawPlan(t), from) })
}

// TestModelForLong does it for as long as MODELTIME says (make model).
func TestModelForLong(t *testing.T) {
	text := os.Getenv("MODELTIME")
	if text == "" {
		t.Skip("no MODELTIME")
	}
	long, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	from := weighted()
	programs, verbs := 0, 0
	defer func() { t.Logf("%d programs of %d verbs", programs, verbs) }()
	for begin := time.Now(); time.Since(begin) < long && !t.Failed(); {
		rapid.Check(t, func(t *rapid.T) {
			verbs += program(t, drawPlan(t), from)
			programs++
		})
		t.Logf("%v: %d programs of %d verbs so far", time.Since(begin).Round(time.Second), programs, verbs)
	}
}
