package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// recorder is a hook that writes down what it sees.
type recorder struct {
	mu     sync.Mutex
	name   string
	events []string
}

func (r *recorder) Start(path string) any {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, r.name+"+"+path)
	return path
}

func (r *recorder) Stop(state any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, fmt.Sprint(r.name, "-", state))
}

// paths is the first n paths that were started.
func (r *recorder) paths(n int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []string
	for _, e := range r.events {
		if path, started := strings.CutPrefix(e, r.name+"+"); started && len(list) < n {
			list = append(list, path)
		}
	}
	return list
}

func expectEvents(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHooksNest(t *testing.T) {
	all := &recorder{}
	first, second := &namedHook{all, "1"}, &namedHook{all, "2"}
	tm := timersFor(t, mpitimer.WithHook(first), mpitimer.WithHook(second))
	all.events = nil
	s := tm.Start("a")
	tm.StartRegion(mpitimer.Define("b")).Stop()
	s.Stop()
	expectEvents(t, all.events, "1+Total/a", "2+Total/a", "1+Total/a/b", "2+Total/a/b",
		"2-Total/a/b", "1-Total/a/b", "2-Total/a", "1-Total/a")
}

// namedHook puts its name before the events of a recorder.
type namedHook struct {
	r    *recorder
	name string
}

func (h *namedHook) Start(path string) any {
	h.r.events = append(h.r.events, h.name+"+"+path)
	return path
}

func (h *namedHook) Stop(state any) { h.r.events = append(h.r.events, h.name+"-"+state.(string)) }

func TestHooksOfWrongUseAndRecursion(t *testing.T) {
	r := &recorder{}
	tm := timersFor(t, mpitimer.WithHook(r))
	expectEvents(t, r.events, "+Total")
	r.events = nil
	a := tm.Start("a")
	b := tm.Start("b")
	tm.Start("a") // a recursion
	tm.Start("c")
	b.Stop() // ends the inner two first
	tm.Next("n")
	tm.Next("m")
	a.Stop()
	a.Stop()
	tm.Stop("x")
	expectEvents(t, r.events, "+Total/a", "+Total/a/b", "+Total/a", "+Total/a/b/c", "-Total/a/b/c", "-Total/a", "-Total/a/b",
		"+Total/a/n", "-Total/a/n", "+Total/a/m", "-Total/a/m", "-Total/a")
	r.events = nil
	tm.Finalize()
	expectEvents(t, r.events, "-Total")
}

func TestHooksOfSampledRegions(t *testing.T) {
	r := &recorder{}
	tm := timersFor(t, mpitimer.WithHook(r))
	r.events = nil
	s := mpitimer.Define("s", mpitimer.SampleEvery(3))
	for range 2 {
		tm.StartRegion(s).Stop()
	}
	expectEvents(t, r.events, "+Total/s", "-Total/s", "+Total/s", "-Total/s")
	timerstest.ExpectTree(t, tm, "s 2")
}

func TestFence(t *testing.T) {
	calls := 0
	tm := timersFor(t, mpitimer.WithFence(func() { calls++ }))
	expect := func(what string, want int) {
		t.Helper()
		if calls != want {
			t.Errorf("%s: the fence was called %d times, want %d", what, calls, want)
		}
		calls = 0
	}
	calls = 0
	tm.Start("a").Stop()
	expect("off", 0)
	tm.SetAutoFence(true)
	s := tm.Start("a")
	expect("start", 1)
	s.Stop()
	expect("stop", 1)
	tm.Start("a")
	tm.Stop("a")
	expect("by name", 2)
	tm.SetAutoFence(false)
	tm.Start("a").Stop()
	expect("off again", 0)
}

// What a device still does when Next is called belongs to the region that ends.
func TestFenceOfNext(t *testing.T) {
	var tm *mpitimer.Timers
	var seen uint64
	tm = timersFor(t, mpitimer.WithFence(func() {
		if main := engine.Of(tm).Main; main.Depth == 2 {
			seen = main.Records[main.Current].Calls
		}
	}))
	tm.SetAutoFence(true)
	tm.Next("a")
	seen = 99
	tm.Next("b")
	if seen != 0 {
		t.Error("no fence before the first region ended")
	}
	tm.Stop("b")
	timerstest.ExpectTree(t, tm, "a 1", "b 1")
}

type pairHook struct{ starts, stops int }

func (h *pairHook) Start(string) any { h.starts++; return nil }

func (h *pairHook) Stop(any) { h.stops++ }

// What a hook is given, and where its states are kept, makes no garbage.
func TestHooksDoNotAllocate(t *testing.T) {
	timerstest.SkipSlowNumbers(t)
	hook := &pairHook{}
	tm := timersFor(t, mpitimer.WithHook(hook))
	run := func() {
		a := tm.Start("a")
		tm.Start("b").Stop()
		a.Stop()
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if hook.starts != hook.stops+1 || hook.starts < 200 { // Total runs
		t.Errorf("%d starts, %d stops", hook.starts, hook.stops)
	}
}

// startingHook starts regions itself, whose states must not meet those of the region that it sees.
type startingHook struct {
	tm    *mpitimer.Timers
	inner int
	wrong []string
}

func (h *startingHook) Start(path string) any {
	if h.tm != nil && h.inner < 3 {
		h.inner++
		h.tm.Start("of the hook").Stop()
		h.inner--
	}
	return path
}

func (h *startingHook) Stop(state any) {
	if state == nil {
		h.wrong = append(h.wrong, "a state is lost")
	}
}

func TestHookThatStartsRegions(t *testing.T) {
	first, second := &startingHook{}, &startingHook{}
	tm := timersFor(t, mpitimer.WithHook(first), mpitimer.WithHook(second))
	first.tm, second.tm = tm, tm
	for range 3 {
		a := tm.Start("a")
		tm.Start("b").Stop()
		a.Stop()
	}
	if len(first.wrong)+len(second.wrong) > 0 {
		t.Errorf("%v %v", first.wrong, second.wrong)
	}
}
