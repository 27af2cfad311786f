package gptlcompat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/stats"
)

func TestByNameAddsPaths(t *testing.T) {
	p := gptltest.Profile(
		stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(1, 1000)},
		stats.Node{Parent: 0, Name: "dyn", Measure: gptltest.Measure(1, 500)},
		stats.Node{Parent: 0, Name: "phys", Measure: gptltest.Measure(1, 400)},
		stats.Node{Parent: 1, Name: "halo", Measure: gptltest.Measure(2, 30)},
		stats.Node{Parent: 2, Name: "halo", Environment: 1, Measure: gptltest.Measure(3, 20)},
	)
	halo := gptltest.Measure(2, 30)
	halo.Calls, halo.Timed, halo.Total, halo.Min = 5, 5, 120, 20
	halo.Squares = stats.Uint128{Lo: 2*900 + 3*400}
	want := []stats.Node{
		{Parent: -1, Name: "run", Measure: gptltest.Measure(1, 1000)},
		{Parent: -1, Name: "dyn", Measure: gptltest.Measure(1, 500)},
		{Parent: -1, Name: "phys", Measure: gptltest.Measure(1, 400)},
		{Parent: -1, Name: "halo", Measure: halo},
	}
	got := gptlcompat.ByName(p)
	if d := cmp.Diff(want, got.Nodes); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(got.Environments) != 1 || len(p.Environments) != 2 || len(p.Nodes) != 5 {
		t.Errorf("environments %v; the Profile it was made from: %v", got.Environments, p)
	}
}

// A timer that runs below itself is recursion to GPTL, however far below: the time counts once.
func TestByNameCountsRecursionOnce(t *testing.T) {
	p := gptltest.Profile(
		stats.Node{Parent: -1, Name: "solve", Measure: gptltest.Measure(1, 1000)},
		stats.Node{Parent: 0, Name: "level", Measure: gptltest.Measure(4, 200)},
		stats.Node{Parent: 1, Name: "solve", Measure: gptltest.Measure(4, 150)},
		stats.Node{Parent: 2, Name: "level", Measure: gptltest.Measure(8, 10)},
	)
	solve, level := gptltest.Measure(1, 1000), gptltest.Measure(4, 200)
	solve.Calls, solve.Recursion = 5, 4
	level.Calls, level.Recursion = 12, 8
	want := []stats.Node{
		{Parent: -1, Name: "solve", Measure: solve},
		{Parent: -1, Name: "level", Measure: level},
	}
	if d := cmp.Diff(want, gptlcompat.ByName(p).Nodes); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The same below itself, on another thread: there it is no recursion.
func TestByNameKeepsThreadsApart(t *testing.T) {
	outer, inner := gptltest.Measure(1, 1000), gptltest.Measure(2, 300)
	p := gptltest.Profile(
		stats.Node{Parent: -1, Name: "solve", Measure: outer},
		stats.Node{Parent: 0, Name: "solve", Measure: inner, ByTrack: []stats.TrackMeasure{{Track: 1, Measure: inner}}},
	)
	both := stats.Measure{Calls: 3, Timed: 3, Total: 1600, Min: 300, Max: 1000,
		Squares: outer.Squares.Add(inner.Squares)}
	want := []stats.Node{{Parent: -1, Name: "solve", Measure: both, ByTrack: []stats.TrackMeasure{
		{Track: 0, Measure: outer}, {Track: 1, Measure: inner}}}}
	got := gptlcompat.ByName(p).Nodes
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got[0].Wall() != 1000 {
		t.Errorf("the rank's time is %d, that of its slower thread is 1000", got[0].Wall())
	}
}

func TestByNameLeavesOutOpenIntervals(t *testing.T) {
	run := gptltest.Measure(2, 100)
	run.Running, run.Open = 1, 50
	run.Total += 50
	p := gptltest.Profile(
		stats.Node{Parent: -1, Name: "run", Measure: run},
		stats.Node{Parent: 0, Name: "first", Measure: stats.Measure{Running: 1, Total: 7, Open: 7}},
		stats.Node{Parent: 1, Name: "run", Measure: stats.Measure{Running: 1, Total: 3, Open: 3}},
	)
	done := gptltest.Measure(2, 100)
	done.Running = 1
	want := []stats.Node{
		{Parent: -1, Name: "run", Measure: done},
		{Parent: -1, Name: "first", Measure: stats.Measure{Running: 1}},
	}
	if d := cmp.Diff(want, gptlcompat.ByName(p).Nodes); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A region of the program that is called like the run's has a row of its own; a timer of GPTL that calls itself stays one.
func TestRegionCalledLikeTheRun(t *testing.T) {
	nodes := func(root string) *stats.Profile {
		return gptltest.Profile(
			stats.Node{Parent: -1, Name: root, Measure: gptltest.Measure(1, 1000)},
			stats.Node{Parent: 0, Name: "Total", Measure: gptltest.Measure(2, 300)},
			stats.Node{Parent: 1, Name: "step", Measure: gptltest.Measure(4, 50)},
			stats.Node{Parent: 2, Name: "Total", Measure: gptltest.Measure(4, 10)},
		)
	}
	for root, want := range map[string]string{"Total": "Total 1 1000, Total~2 6 600, step 4 200", "run": "run 1 1000, Total 6 600, step 4 200"} {
		p := nodes(root)
		var got []string
		for _, n := range gptlcompat.ByName(p).Nodes {
			got = append(got, fmt.Sprintf("%s %d %d", n.Name, n.Calls, n.Total))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("below %s: %s, want %s", root, text, want)
		}
		if !cmp.Equal(p, nodes(root)) {
			t.Errorf("below %s: the profile was changed", root)
		}
		if text := gptltest.Rank(t, p, gptlcompat.RankOptions{}); strings.Contains(text, `"Total~2"`) != (root == "Total") {
			t.Error(text)
		}
	}
}
