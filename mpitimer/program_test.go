package mpitimer

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
	"pgregory.net/rapid"
)

// machine runs a program on the timers and on the model.
type machine struct {
	*model
	tm      *Timers
	workers []chan func()
	spans   []modelSpan
}

func newMachine(t *rapid.T, goroutines int) *machine {
	registry, err := machenv.NewRegistry(machenv.Serial())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := registry.CreateFirst("sub", registry.Default(), 1); err != nil {
		t.Fatal(err)
	}
	tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard), WithEnvironments(registry))
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{model: newModel(goroutines), tm: tm, workers: make([]chan func(), goroutines)}
	for i := 1; i < goroutines; i++ {
		m.workers[i] = make(chan func())
		go func() {
			for f := range m.workers[i] {
				f()
			}
		}()
		m.on(i, func() { tm.Here() }) // tracks are numbered by first use
	}
	return m
}

// on runs f on a goroutine of the machine; 0 is the main one.
func (m *machine) on(at int, f func()) {
	if at == 0 {
		f()
		return
	}
	done := make(chan struct{})
	m.workers[at] <- func() { f(); close(done) }
	<-done
}

func (m *machine) end() {
	for _, w := range m.workers[1:] {
		close(w)
	}
	m.tm.Finalize()
}

var (
	modelNames   = []string{"a", "b", "c", "p:a"}
	modelRegions = []*Region{
		Define("a"), Define("b", Level(2)), Define("c", In("sub")), Define("s", Sample(3)), Define("a", In("sub"), Level(1)),
	}
)

// step does one thing on the timers and on the model.
func (m *machine) step(t *rapid.T) {
	at := rapid.IntRange(0, len(m.tracks)-1).Draw(t, "goroutine")
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	k := m.tracks[at]
	if top := len(k.stack) - 1; top >= k.floor && k.stack[top].node.sample > 1 {
		// What first starts inside a call that the sample leaves out stands beside it, see Sample.
		last := m.spans[len(m.spans)-1]
		m.on(at, last.real.Stop)
		m.model.stop(at, last)
		m.spans = m.spans[:len(m.spans)-1]
		return
	}
	switch rapid.IntRange(0, 16).Draw(t, "what") {
	case 0, 1, 2:
		s := m.model.start(at, name, "", 0, 1, false)
		m.on(at, func() { s.real = m.tm.Start(name) })
		m.spans = append(m.spans, s)
	case 3, 4, 5:
		r := rapid.SampledFrom(modelRegions).Draw(t, "region")
		s := m.model.start(at, r.name, r.environment, r.level, max(r.sample, 1), false)
		m.on(at, func() { s.real = m.tm.StartRegion(r) })
		if r.sample > 1 && s.node != nil { // stopped at the next step on this goroutine, at once
			m.on(at, s.real.Stop)
			m.model.stop(at, s)
			return
		}
		m.spans = append(m.spans, s)
	case 6:
		s := m.model.start(at, name, "sub", 0, 1, false)
		m.on(at, func() { s.real = m.tm.StartIn("sub", name) })
		m.spans = append(m.spans, s)
	case 7, 8:
		s := m.model.start(at, name, "", 0, 1, true)
		m.on(at, func() { s.real = m.tm.Next(name) })
		m.spans = append(m.spans, s)
	case 9, 10, 11:
		if len(m.spans) == 0 {
			return
		}
		// Mostly one of the last.
		i := len(m.spans) - 1 - min(rapid.IntRange(0, 20).Draw(t, "span")/4, len(m.spans)-1)
		s := m.spans[i]
		where := s.track
		if rapid.IntRange(0, 9).Draw(t, "elsewhere") == 0 {
			where = at
		}
		m.on(where, s.real.Stop)
		m.model.stop(where, s)
	case 12, 13:
		m.on(at, func() { m.tm.Stop(name) })
		m.model.stopName(at, name)
	case 14:
		m.model.prefix = rapid.SampledFrom([]string{"", "p:", "a", "q:"}).Draw(t, "prefix")
		m.tm.SetPrefix(m.model.prefix)
	case 15:
		switch rapid.IntRange(0, 5).Draw(t, "switch") {
		case 0:
			m.disabled++
			m.tm.Disable()
		case 1, 2:
			m.tm.Enable()
			if m.disabled == 0 {
				m.warn(warnEnable, "")
			} else {
				m.disabled--
			}
		default:
			m.model.level = rapid.IntRange(0, 2).Draw(t, "level")
			m.tm.SetLevel(m.model.level)
		}
	case 16:
		calls := rapid.IntRange(1, 3).Draw(t, "calls")
		m.model.add(at, name, calls)
		m.on(at, func() { m.tm.Add(name, time.Microsecond, calls) })
	}
}

func (m *machine) compare(t *rapid.T) {
	p := m.tm.Profile()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(outline(p), "\n"), strings.Join(m.outline(), "\n"); got != want {
		t.Fatalf("tree is\n%s\nwant\n%s", got, want)
	}
	var want []string
	for what, count := range m.warnings {
		want = append(want, fmt.Sprintf("%s ×%d", what, count))
	}
	expectWarnings(t, p, want...)
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Estimated {
			continue
		} else if n.Timed != n.Calls-n.Recursion {
			t.Fatalf("%s: %d of %d calls timed, %d recursive", pathIn(p, i), n.Timed, n.Calls, n.Recursion)
		}
	}
	expectSums(t, p, func(path string) bool { return m.added[path] })
	if _, err := stats.Merge([]*stats.Profile{p}); err != nil {
		t.Fatal(err)
	}
}

func TestAnyProgramGivesTheTreeOfTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t, 3)
		defer m.end()
		for range rapid.IntRange(1, 120).Draw(t, "steps") {
			m.step(t)
		}
		m.compare(t)
	})
}
