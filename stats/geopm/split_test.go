package geopm

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

func TestSplitWallWorkers(t *testing.T) {
	on := func(parent int, name string, times ...int64) stats.Node { // by track; -1: did not run there
		n := stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1}}
		for track, v := range times {
			if v >= 0 {
				n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: stats.Measure{Calls: 1, Total: v}})
				n.Total += v
			}
		}
		return n
	}
	leftOut := stats.Node{Parent: 0, Name: "left out"}
	for _, c := range []struct {
		what  string
		nodes []stats.Node
		parts []int64
		rest  int64
	}{
		{"nothing", nil, nil, 100},
		{"one track", []stats.Node{on(-1, "a", 90), on(0, "b", 60), on(1, "c", 10), on(0, "d", 5)}, []int64{25, 50, 10, 5}, 10},
		{"workers while the parent waits", []stats.Node{on(-1, "a", 90), on(0, "w", -1, 60, 80, 70)}, []int64{10, 80}, 10},
		{"workers beside the main track", []stats.Node{on(-1, "a", 90), on(0, "b", 50), on(0, "w", -1, 80)}, []int64{0, 50, 40}, 10},
		{"workers of two kinds", []stats.Node{on(-1, "a", 90), on(0, "v", -1, 90), on(0, "w", -1, -1, 45)}, []int64{0, 60, 30}, 10},
		{"below workers", []stats.Node{on(-1, "a", 90), on(0, "w", -1, 60, 40), on(1, "x", -1, 20, 35)}, []int64{30, 25, 35}, 10},
		{"a helper of a worker", []stats.Node{on(-1, "a", 90), on(0, "w", -1, 60), on(1, "x", -1, 40), on(1, "y", -1, -1, 60)}, []int64{30, 0, 40, 20}, 10},
		{"beside all of it", []stats.Node{on(-1, "a", 90), on(-1, "monitor", -1, 100)}, []int64{90, 10}, 0},
		{"a region that was left out", []stats.Node{on(-1, "a", 90), leftOut, on(1, "b", 30), on(1, "w", -1, 50)}, []int64{40, 0, 30, 20}, 10},
		{"more than there was", []stats.Node{on(-1, "a", 90), on(0, "added", 270), on(0, "b", 90)}, []int64{1, 67, 22}, 10},
	} {
		p := &stats.Profile{From: 7, To: 107, Nodes: c.nodes}
		parts, rest := SplitWall(p)
		if !slices.Equal(parts, c.parts) || rest != c.rest {
			t.Errorf("%s: parts %v and %d, want %v and %d", c.what, parts, rest, c.parts, c.rest)
		}
	}
}

// The parts are the wall time, to the nanosecond; and Self where there is one track and no contradiction.
func TestSplitWallAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := wildTimes(t)
		p.To = max(p.To, p.From)
		parts, rest := SplitWall(p)
		sum, least := rest, rest
		for _, v := range parts {
			sum += v
			least = min(least, v)
		}
		if sum != p.To-p.From || least < 0 {
			t.Fatalf("parts %v and %d of %d", parts, rest, p.To-p.From)
		}
	})
}

func TestSplitWallOneTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &stats.Profile{To: rapid.Int64Range(0, math.MaxInt64).Draw(t, "wall")}
		var grow func(parent int, room int64)
		grow = func(parent int, room int64) {
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				total := rapid.Int64Range(0, room).Draw(t, "total")
				room -= total
				p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Measure: stats.Measure{Calls: 1, Total: total}})
				if len(p.Nodes) < 20 {
					grow(len(p.Nodes)-1, total)
				}
			}
		}
		grow(-1, p.To)
		if parts, _ := SplitWall(p); !slices.Equal(parts, p.Self()) {
			t.Fatalf("%v, want %v", parts, p.Self())
		}
	})
}

// wildTimes is a Profile whose times may contradict one another, and the wall.
func wildTimes(t *rapid.T) *stats.Profile {
	p := &stats.Profile{From: rapid.Int64Range(-5, 5).Draw(t, "from"), To: rapid.Int64Range(0, math.MaxInt64/2).Draw(t, "to")}
	times := rapid.OneOf(rapid.Int64Range(-2, 100), rapid.Int64())
	for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
		n := stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent")}
		n.Calls, n.Total = rapid.Uint64Range(0, 2).Draw(t, "calls"), times.Draw(t, "total")
		for track := range rapid.IntRange(0, 3).Draw(t, "tracks") {
			if rapid.Bool().Draw(t, "ran") {
				n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: stats.Measure{Total: times.Draw(t, "time")}})
			}
		}
		p.Nodes = append(p.Nodes, n)
	}
	return p
}
