package gptl

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// model is what starts and stops of one goroutine are said to do.
type model struct {
	limit  int
	beyond int
	stack  []call
	values map[string]*Values
}

// call is an open call; a recursive one is not timed.
type call struct {
	name      string
	recursive bool
}

func (m *model) start(name string) {
	open, running := 0, false
	for _, c := range m.stack {
		if !c.recursive {
			open++
			running = running || c.name == name
		}
	}
	if m.beyond > 0 || open >= m.limit {
		m.beyond++
		return
	}
	m.stack = append(m.stack, call{name, running})
	if m.values[name] == nil {
		m.values[name] = &Values{}
	}
	m.values[name].On = true
}

func (m *model) stop(name string) error {
	if m.beyond > 0 {
		m.beyond--
		return nil
	}
	at := len(m.stack) - 1
	for ; at >= 0 && m.stack[at].name != name; at-- {
	}
	if at < 0 {
		return ErrNotRunning
	}
	inner := len(m.stack) - 1 - at
	for _, c := range m.stack[at:] {
		v := m.values[c.name]
		v.Count++
		if c.recursive {
			v.Recursion++
		} else {
			v.On = false
		}
	}
	m.stack = m.stack[:at]
	if inner > 0 {
		return ErrNotNested
	}
	return nil
}

// Whatever is started and stopped in whatever order, errors, counts and what runs are as documented.
func TestModel(t *testing.T) {
	fresh(t)
	rapid.Check(t, func(r *rapid.T) {
		m := model{limit: rapid.IntRange(0, 5).Draw(r, "limit"), values: make(map[string]*Values)}
		if rapid.Bool().Draw(r, "no limit") {
			m.limit = DefaultDepthLimit
		}
		ok(t, SetOption(DepthLimit, m.limit))
		ok(t, Initialize())
		defer Finalize()
		names := []string{"a", "b", "c", mpitimer.TotalName}
		wrong := 0
		for range rapid.IntRange(0, 60).Draw(r, "steps") {
			name := rapid.SampledFrom(names).Draw(r, "name")
			if rapid.IntRange(0, 1).Draw(r, "start") == 0 {
				m.start(name)
				if err := Start(name); err != nil {
					r.Fatal(err)
				}
				continue
			}
			want := m.stop(name)
			if got := Stop(name); !errors.Is(got, want) || want == nil && got != nil {
				r.Fatalf("stop of %s is %v, expected %v", name, got, want)
			}
			if errors.Is(want, ErrNotRunning) {
				wrong++
			}
		}
		if NumErrors() != wrong {
			r.Fatalf("%d errors, expected %d", NumErrors(), wrong)
		}
		m.compare(r, names)
	})
}

func (m *model) compare(r *rapid.T, names []string) {
	for _, name := range names {
		v, err := Query(name, 0)
		want := m.values[name]
		if want == nil {
			if !errors.Is(err, ErrNoTimer) {
				r.Fatalf("%s was never started: %+v, %v", name, v, err)
			}
			continue
		}
		v.Wall = 0
		if err != nil || v != *want {
			r.Fatalf("%s has %+v, %v, expected %+v", name, v, err, *want)
		}
	}
	if err := mpitimer.Default().Profile().Check(); err != nil {
		r.Fatal(err)
	}
}

// Goroutines start and stop while others ask; the race detector looks on.
func TestConcurrentUse(t *testing.T) {
	folder := begin(t, map[Option]int{DepthLimit: 2})
	const goroutines, rounds = 8, 200
	var all sync.WaitGroup
	failed := make(chan error, goroutines)
	for g := range goroutines {
		all.Add(1)
		go func() {
			defer all.Done()
			h, _ := InitHandle(fmt.Sprintf("of %d", g))
			for range rounds {
				problem := errors.Join(Start("shared"), StartHandle(h), Start("beyond"), Stop("beyond"), StopHandle(h), Stop("shared"))
				if _, err := WallclockLatest("shared", -1); err != nil {
					problem = errors.Join(problem, err)
				}
				if problem != nil {
					failed <- problem
					return
				}
			}
		}()
	}
	for range 20 {
		for thread := range engine.Of(mpitimer.Default()).Tracks() {
			_, _ = Query("shared", thread)
			_, _ = WallclockLatest("shared", thread)
			n, err := NumRegions(thread)
			ok(t, err)
			for i := range n {
				if _, err := RegionName(thread, i); err != nil {
					t.Error(err)
				}
			}
		}
		ok(t, PrintFile("x"))
	}
	all.Wait()
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	ok(t, PrintSummary(nil))
	if names := files(t, folder); !slices.Contains(names, "x") || !slices.Contains(names, "timing.summary") {
		t.Errorf("files are %q", names)
	}
	want := []string{fmt.Sprintf("shared %d", goroutines*rounds)}
	for range goroutines {
		want = append(want, "")
	}
	lines := tree(t)
	if lines[0] != want[0] || len(lines) != len(want) {
		t.Errorf("tree is %q", lines)
	}
}
