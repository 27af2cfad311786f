package history_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/history"
	"github.com/go-hpc/timers/stats/history/historytest"
)

// A planted change is found at its commit, and where nothing has changed nothing is told, in all but 1 of 200 histories.
func TestPlanted(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 12
	}
	s := historytest.Try(n, 0)
	t.Logf("%+v", s)
	if 100*s.Found < 95*s.Changed {
		t.Errorf("%+v: changes were missed", s)
	}
	if wrong := float64(s.Told) / float64(s.Unchanged); wrong > historytest.Alpha+4*math.Sqrt(historytest.Alpha/float64(s.Unchanged)) {
		t.Errorf("%+v: changes were told that are none", s)
	}
}

// Runs of one commit are often more like each other than like those of others. That is no change.
func TestRunsOfACommitAlike(t *testing.T) {
	race.Sequential(t)
	told := 0
	for seed := range uint64(20) {
		h, _ := historytest.Make(seed, false, 0.06)
		if h.Find(historytest.Alpha, 1e-3); len(h.Groups[0].Changes) > 0 {
			told++
		}
	}
	if told > 2 {
		t.Errorf("in %d of 20 histories changes were told that are none", told)
	}
}

// one makes a history of a region with a value for each run, one for each commit.
func one(values ...float64) *history.Group {
	h := &history.History{}
	for i, v := range values {
		h.Add(history.Run{Name: fmt.Sprint(i), Commit: fmt.Sprintf("c%02d", i), Time: int64(i)}, []history.Time{{Path: history.WholePath, Time: 1e9}, {Path: "step", Time: v}})
	}
	h.Sort(nil)
	h.Find(0.05, 0)
	return h.Groups[0]
}

// Up and down again are two changes, a single slow run is none, and too few runs tell nothing.
func TestChanges(t *testing.T) {
	var values []float64
	for i := range 60 {
		v := 1e6 * (1 + 0.01*math.Sin(7*float64(i)))
		if i >= 20 && i < 40 {
			v *= 1.3
		}
		values = append(values, v)
	}
	g := one(values...)
	if len(g.Changes) != 2 || g.Commits[g.Changes[0].Commit].Commit != "c20" || !g.Changes[0].Slower() || g.Commits[g.Changes[1].Commit].Commit != "c40" || g.Changes[1].Slower() {
		t.Errorf("%+v", g.Changes)
	}
	if c := g.Changes[0]; math.Abs(c.Ratio()-1.3) > 0.02 || c.P > 0.05 || g.Commits[c.After].Commit != "c19" {
		t.Errorf("%+v", c)
	}
	for i := range values {
		values[i] = 1e6 * (1 + 0.01*math.Sin(7*float64(i)))
	}
	values[30] *= 5
	if g := one(values...); len(g.Changes) > 0 {
		t.Errorf("of one slow run: %+v", g.Changes)
	}
	for i := range values {
		values[i] = 3e6 + float64(i%2)
	}
	if g := one(values...); len(g.Changes) > 0 {
		t.Errorf("of times that are the same: %+v", g.Changes)
	}
	if g := one(1e6, 2e6, 3e6); len(g.Changes) > 0 {
		t.Errorf("of three runs: %+v", g.Changes)
	}
}

// Runs stand in the order of their commits: of a list, or by time; those of other machines, inputs and ranks apart.
func TestOrder(t *testing.T) {
	h := &history.History{}
	add := func(name, commit string, ranks int, time int64) {
		h.Add(history.Run{Name: name, Commit: commit, Ranks: ranks, Time: time}, []history.Time{{Path: history.WholePath, Time: float64(time)}})
	}
	add("a", "beef", 4, 5)
	add("b", "cafe", 4, 3)
	add("c", "beef", 4, 9)
	add("d", "cafe", 8, 1)
	for _, r := range []history.Run{{Machine: "other"}, {Input: "fine"}} {
		r.Name, r.Commit, r.Ranks = "z", "cafe", 4
		h.Add(r, []history.Time{{Path: history.WholePath, Time: 1}})
	}
	h.Sort(nil)
	if len(h.Groups) != 4 || len(h.Groups[0].Commits) != 2 || h.Groups[0].Commits[0].Commit != "cafe" || h.Groups[0].Regions[0].Values[2] != 9 {
		t.Errorf("%+v", h.Groups[0])
	}
	h.Sort([]string{"beef0123", "cafe0123"}) // clocks were set back
	if g := h.Groups[0]; g.Commits[0].Commit != "beef" || g.Runs[0].Name != "a" || g.Regions[0].Values[0] != 5 {
		t.Errorf("%+v", g)
	}
}

// A region that goes where another one of the same size comes may be the same; one of another size, place or commit is not.
func TestRenames(t *testing.T) {
	for _, c := range []struct {
		to    string
		time  float64
		since int
		found bool
	}{{"step/flux_v2", 1.1e6, 5, true}, {"step/flux_v2", 2e6, 5, false}, {"init/flux_v2", 1e6, 5, false}, {"step/flux_v2", 1e6, 7, false}} {
		h := &history.History{}
		for i := range 10 {
			list := []history.Time{{Path: history.WholePath, Time: 1e9}, {Path: "step", Time: 5e6}}
			if i < 5 {
				list = append(list, history.Time{Path: "step/flux", Time: 1e6})
			}
			if i >= c.since {
				list = append(list, history.Time{Path: c.to, Time: c.time})
			}
			h.Add(history.Run{Name: fmt.Sprint(i), Commit: fmt.Sprint("c", i), Time: int64(i)}, list)
		}
		h.Sort(nil)
		h.Find(0.05, 0)
		g := h.Groups[0]
		if found := len(g.Renames) == 1; found != c.found || found && (g.Renames[0].From.Path != "step/flux" || g.Renames[0].To.Path != c.to || g.Commits[g.Renames[0].Commit].Commit != "c5") {
			t.Errorf("%+v: %+v", c, g.Renames)
		}
		if len(g.Changes) > 0 { // a region that appears or goes has become neither slower nor faster
			t.Errorf("%+v: %+v", c, g.Changes)
		}
	}
}
