package mpitimer

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// endless is how long a loop of wrong use may take that takes a tenth of a second: it took hours.
const endless = 2 * time.Minute

// within fails unless f ends in time.
func within(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > endless {
		t.Errorf("it took %v", took)
	}
}

// warnings is how often each kind and path was warned of.
func warnings(p *stats.Profile) map[string]uint64 {
	counts := make(map[string]uint64)
	for _, w := range p.Warnings {
		counts[w.Kind+": "+w.Path] += w.Count
	}
	return counts
}

// What is wrong in a loop costs as much the last time as the first, and each time is counted: whether names are known,
// whether they are open, and however many regions have been left open.
func TestWrongUseInALongLoop(t *testing.T) {
	n := 200_000 // as many as may be open
	if race.Enabled || testing.Short() {
		n = 30_000
	}
	many := uint64(n)
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("name ", i)
	}
	left := Define("left out", Level(9))
	cases := []struct {
		name string
		run  func(tm *Timers)
		want map[string]uint64
	}{
		{"misspelt stop", func(tm *Timers) {
			for range n {
				tm.Start("a")
				tm.Stop("b")
			}
		}, map[string]uint64{engine.WarnNotStarted + ": b": many, engine.WarnOutOfOrder + ": Total/outer/a": many}},
		{"stop of a region that has ended", func(tm *Timers) {
			tm.Start("b").Stop()
			for range n {
				tm.Start("a")
				tm.Stop("b")
			}
		}, map[string]uint64{engine.WarnNotStarted + ": b": many, engine.WarnOutOfOrder + ": Total/outer/a": many}},
		{"misspelt stops by many names", func(tm *Timers) {
			for i := range n {
				tm.Start("a")
				tm.Stop(names[i])
			}
		}, map[string]uint64{engine.WarnNotStarted + ": name 3": 1, engine.WarnNotStarted + ": ": many - 32, engine.WarnOutOfOrder + ": Total/outer/a": many}},
		{"two starts without stop", func(tm *Timers) {
			for range n / 2 {
				tm.Start("a")
				tm.Start("b")
			}
		}, map[string]uint64{engine.WarnOutOfOrder + ": Total/outer/a": many / 2, engine.WarnOutOfOrder + ": Total/outer/a/b": many / 2}},
		{"stop twice inside many", func(tm *Timers) {
			s := tm.Start("s")
			s.Stop()
			for range n {
				tm.Start("a")
				s.Stop()
			}
		}, map[string]uint64{engine.WarnNotRunning + ": Total/outer/s": many, engine.WarnOutOfOrder + ": Total/outer/a": many}},
		{"misspelt stop beside starts that a level leaves out", func(tm *Timers) {
			for range n {
				tm.StartRegion(left)
				tm.Stop("b")
			}
		}, map[string]uint64{engine.WarnNotStarted + ": b": many}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tm := timersFor(t)
			within(t, func() {
				outer := tm.Start("outer")
				c.run(tm)
				outer.Stop()
			})
			got := warnings(tm.Profile())
			for warning, count := range c.want {
				if got[warning] != count {
					t.Errorf("%s: %d times, want %d", warning, got[warning], count)
				}
			}
		})
	}
}

// A name that was wrong in a loop is right once something of that name runs: by a node that was there before, too, which a
// prefix or a start that was left out gives the name.
func TestWrongNameBecomesRight(t *testing.T) {
	left := Define("left", Level(9))
	for name, start := range map[string]func(tm *Timers){
		"region": func(tm *Timers) { tm.Start("region") },
		"p:region": func(tm *Timers) {
			tm.SetPrefix("p:")
			tm.Start("region")
			tm.SetPrefix("")
		},
		"sampled": func(tm *Timers) { tm.StartRegion(Define("region", SampleEvery(2))) },
		"left":    func(tm *Timers) { tm.StartRegion(left) },
	} {
		t.Run(name, func(t *testing.T) {
			tm := timersFor(t)
			around := tm.Start("p:region")
			tm.Start("inner").Stop() // all nodes are there before
			around.Stop()
			stop := "region"
			if name == "left" {
				stop = name
			}
			for range 3 {
				tm.Stop(stop)
			}
			for range 2 {
				start(tm)
				tm.Start("inner")
				tm.Stop(stop)
			}
			if got := warnings(tm.Profile()); got[engine.WarnNotStarted+": "+stop] != 3 || len(tm.OpenRegions()) > 1 && name != "left" {
				t.Errorf("warnings %v, open %v", got, tm.OpenRegions())
			}
		})
	}
}

// Regions that are left open at the end are as many as they are, in no more time.
func TestManyLeftOpenAtTheEnd(t *testing.T) {
	n := 100_000
	if race.Enabled || testing.Short() {
		n = 30_000
	}
	tm := timersFor(t)
	var p *stats.Profile
	within(t, func() {
		for range n {
			tm.Start("a")
			tm.Start("b")
		}
		tm.Engine().ListOpen()
		p = tm.Profile()
	})
	got := warnings(p)
	if got[engine.WarnLeftOpen+": Total/a"] != uint64(n) || got[engine.WarnLeftOpen+": Total/a/b"] != uint64(n) {
		t.Errorf("warnings %v", got)
	}
}

// Beyond a number of open regions none is timed, until those have ended; stops of what was left out end nothing.
func TestTooManyOpenRegions(t *testing.T) {
	defer func(before int) { engine.MostOpen = before }(engine.MostOpen)
	engine.MostOpen = 64
	for _, tracks := range []int{1, engine.MaxTracks} {
		t.Run(fmt.Sprint(tracks), func(t *testing.T) {
			defer func(before int) { engine.MaxTracks = before }(engine.MaxTracks)
			engine.MaxTracks = tracks
			tm := timersFor(t)
			timerstest.Elsewhere(func() {
				tm.Start("outer")
				for range 100 {
					tm.Start("a")
				}
				for range 100 {
					tm.Stop("a")
				}
				tm.Stop("outer")
				tm.Start("next")
				tm.Stop("next")
			})
			p := tm.Profile()
			calls := map[string]uint64{}
			for _, n := range p.Nodes {
				calls[n.Name] += n.Calls
			}
			if calls["a"] != 63 || calls["outer"] != 1 || calls["next"] != 1 || len(p.Warnings) != 1 || p.Warnings[0].Kind != engine.WarnTooDeep || p.Warnings[0].Count != 37 {
				t.Errorf("calls %v, warnings %+v", calls, p.Warnings)
			}
		})
	}
}

// Names that are made anew for ever fill no memory: beyond a number of call paths they share a region below each parent.
func TestTooManyNames(t *testing.T) {
	for _, limits := range [][2]int{{50, 1 << 13}, {1 << 16, 20}} {
		t.Run(fmt.Sprint(limits), func(t *testing.T) {
			defer func(paths, below int) { engine.MostPaths, engine.MostBelow = paths, below }(engine.MostPaths, engine.MostBelow)
			engine.MostPaths, engine.MostBelow = limits[0], limits[1]
			tryManyNames(t)
		})
	}
}

func tryManyNames(t *testing.T) {
	tm := timersFor(t)
	for i := range 200 {
		name := fmt.Sprint("name ", i)
		s := tm.Start(name)
		inner := fmt.Sprint("inner ", i)
		tm.Start(inner)
		tm.Stop(inner)
		if i%2 == 0 {
			s.Stop()
		} else {
			tm.Stop(name)
		}
	}
	nodes := 0
	p := tm.Profile()
	calls := map[string]uint64{}
	for _, n := range p.Nodes {
		calls[n.Name] += n.Calls
		nodes++
	}
	if nodes > 2*50 || calls["name 3"] != 1 || calls[engine.FurtherName] == 0 {
		t.Errorf("%d nodes, calls %v", nodes, calls)
	}
	all := uint64(0)
	for name, n := range calls {
		if name != TotalName {
			all += n
		}
	}
	if all != 400 {
		t.Errorf("%d calls of all, want 400: %v", all, calls)
	}
	for _, w := range p.Warnings {
		if w.Kind != engine.WarnFurther {
			t.Errorf("warning %+v", w)
		}
	}
}
