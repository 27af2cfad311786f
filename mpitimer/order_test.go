package mpitimer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// callsOf is the calls of all nodes by name, without Total.
func callsOf(p *stats.Profile) map[string]uint64 {
	calls := make(map[string]uint64)
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name != TotalName && n.Calls > 0 {
			calls[n.Name] += n.Calls
		}
	}
	return calls
}

// Regions that are started in no order are told apart, by literals, by handles and by names made anew each time, and
// so are those that have an order later on.
func TestRegionsInNoOrder(t *testing.T) {
	const stoppedByName = "built, and a stop of a name that is built again"
	starts := map[string]func(tm *Timers, names []string, handles []*Region, at int) Interval{
		"name":   func(tm *Timers, names []string, _ []*Region, at int) Interval { return tm.Start(names[at]) },
		"handle": func(tm *Timers, _ []string, handles []*Region, at int) Interval { return tm.StartRegion(handles[at]) },
		"built": func(tm *Timers, names []string, _ []*Region, at int) Interval {
			return tm.Start(strings.Clone(names[at]))
		},
		stoppedByName: func(tm *Timers, names []string, _ []*Region, at int) Interval {
			return tm.Start(strings.Clone(names[at]))
		},
		"environment": func(tm *Timers, names []string, _ []*Region, at int) Interval {
			return tm.StartInEnvironment(names[at], "ocean")
		},
	}
	for kind, start := range starts {
		for _, hooked := range []bool{false, true} {
			envs := serialRegistry(t)
			if _, err := envs.CreateFirst("ocean", envs.Default(), 1); err != nil {
				t.Fatal(err)
			}
			options := []Option{WithEnvironments(envs)}
			if hooked {
				options = append(options, WithHook(&countingHook{}))
			}
			tm := timersFor(t, options...)
			var names []string
			var handles []*Region
			for i := range 40 {
				names = append(names, fmt.Sprint("region ", i))
				handles = append(handles, Define(names[i]))
			}
			want := make(map[string]uint64)
			r := rand.New(rand.NewPCG(1, 2))
			for call := range 6000 {
				at := call % len(names)
				if call < 3000 {
					at = r.IntN(len(names))
				}
				s := start(tm, names, handles, at)
				if want[names[at]]++; call%3 == 0 { // within itself, or another one
					inner := r.IntN(len(names))
					start(tm, names, handles, inner).Stop()
					want[names[inner]]++
				}
				if kind == stoppedByName {
					tm.Stop(strings.Clone(names[at]))
				} else {
					s.Stop()
				}
			}
			if open := tm.Profile().Warnings; len(open) > 0 {
				t.Errorf("by %s, hooked %v: %v", kind, hooked, open)
			}
			if got := callsOf(tm.Profile()); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("by %s, hooked %v: got %v, want %v", kind, hooked, got, want)
			}
		}
	}
}

func serialRegistry(t *testing.T) *machenv.Registry {
	t.Helper()
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	return envs
}

// A handle that finds out that environments have changed must not leave a start by name where its environment was.
func TestEnvironmentRemovedFoundByHandle(t *testing.T) {
	envs := serialRegistry(t)
	for _, name := range []string{"ocean", "ice"} {
		if _, err := envs.CreateFirst(name, envs.Default(), 1); err != nil {
			t.Fatal(err)
		}
	}
	tm := timersFor(t, WithEnvironments(envs))
	handle := Define("handle", InEnvironment("ice"))
	both := func() {
		tm.StartRegion(handle).Stop()
		tm.StartInEnvironment("step", "ocean").Stop()
	}
	both()
	both()
	if err := envs.Remove("ocean"); err != nil {
		t.Fatal(err)
	}
	both()
	in := make(map[bool]uint64)
	p := tm.Profile()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == "step" {
			in[n.Environment == 0] += n.Calls
		}
	}
	if in[true] != 1 || in[false] != 2 {
		t.Errorf("%d calls in the default environment and %d in the ocean, want 1 and 2", in[true], in[false])
	}
}

// growing is a hook that starts regions that were never seen before, so that the tables grow around the region.
type growing struct {
	tm     *Timers
	inside bool
	made   int
}

func (g *growing) Start(string) any {
	if g.tm == nil || g.inside {
		return nil
	}
	g.inside = true
	for range 40 {
		g.made++
		g.tm.Start(fmt.Sprint("made ", g.made)).Stop()
	}
	g.inside = false
	return nil
}

func (*growing) Stop(any) {}

func TestHookThatMakesRegions(t *testing.T) {
	g := &growing{}
	tm := timersFor(t, WithHook(g))
	g.tm = tm
	for range 5 {
		tm.Start("new").Stop()
	}
	g.tm = nil
	if got := callsOf(tm.Profile())["new"]; got != 5 {
		t.Errorf("%d calls, want 5", got)
	}
	if w := tm.Engine().ListWarnings(); len(w) != 0 {
		t.Errorf("warnings: %v", w)
	}
}

// Where a region was started is found whatever way its start took.
func TestPlaceOfFirstStart(t *testing.T) {
	envs := serialRegistry(t)
	if _, err := envs.CreateFirst("ocean", envs.Default(), 1); err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]Option{"hooked": WithHook(&countingHook{}), "plain": WithEnvironments(envs)} {
		tm := timersFor(t, WithEnvironments(envs), option)
		handle, inOcean, thinned := Define("by handle"), Define("in ocean", InEnvironment("ocean")), Define("thinned", SampleEvery(2), Level(1))
		tm.Start("a") // never stopped, like all here
		tm.StartRegion(handle)
		tm.StartRegion(inOcean)
		tm.StartInEnvironment("b", "ocean")
		tm.SetLevel(1)
		tm.StartRegion(thinned)
		func() { defer tm.Start("deferred") }()
		tm.Engine().ListOpen()
		found := 0
		for _, w := range tm.Engine().ListWarnings() {
			if w.Kind != engine.WarnLeftOpen {
				continue
			}
			if found++; !strings.Contains(w.Caller, "order_test.go:") {
				t.Errorf("%s: %q was started at %q", name, w.Path, w.Caller)
			}
		}
		if found != 6 {
			t.Errorf("%s: %d regions are open, want 6", name, found)
		}
	}
}
