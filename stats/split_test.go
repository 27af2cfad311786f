package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitWallWorkers(t *testing.T) {
	on := func(parent int, name string, times ...int64) Node { // by track; -1: did not run there
		n := Node{Parent: parent, Name: name, Measure: Measure{Calls: 1}}
		for track, v := range times {
			if v >= 0 {
				n.ByTrack = append(n.ByTrack, TrackMeasure{track, Measure{Calls: 1, Total: v}})
				n.Total += v
			}
		}
		return n
	}
	leftOut := Node{Parent: 0, Name: "left out"}
	for _, c := range []struct {
		what  string
		nodes []Node
		parts []int64
		rest  int64
	}{
		{"nothing", nil, nil, 100},
		{"one track", []Node{on(-1, "a", 90), on(0, "b", 60), on(1, "c", 10), on(0, "d", 5)}, []int64{25, 50, 10, 5}, 10},
		{"workers while the parent waits", []Node{on(-1, "a", 90), on(0, "w", -1, 60, 80, 70)}, []int64{10, 80}, 10},
		{"workers beside the main track", []Node{on(-1, "a", 90), on(0, "b", 50), on(0, "w", -1, 80)}, []int64{0, 50, 40}, 10},
		{"workers of two kinds", []Node{on(-1, "a", 90), on(0, "v", -1, 90), on(0, "w", -1, -1, 45)}, []int64{0, 60, 30}, 10},
		{"below workers", []Node{on(-1, "a", 90), on(0, "w", -1, 60, 40), on(1, "x", -1, 20, 35)}, []int64{30, 25, 35}, 10},
		{"a helper of a worker", []Node{on(-1, "a", 90), on(0, "w", -1, 60), on(1, "x", -1, 40), on(1, "y", -1, -1, 60)}, []int64{30, 0, 40, 20}, 10},
		{"beside all of it", []Node{on(-1, "a", 90), on(-1, "monitor", -1, 100)}, []int64{90, 10}, 0},
		{"a region that was left out", []Node{on(-1, "a", 90), leftOut, on(1, "b", 30), on(1, "w", -1, 50)}, []int64{40, 0, 30, 20}, 10},
		{"more than there was", []Node{on(-1, "a", 90), on(0, "added", 270), on(0, "b", 90)}, []int64{1, 67, 22}, 10},
	} {
		p := &Profile{From: 7, To: 107, Nodes: c.nodes}
		parts, rest := p.SplitWall()
		if !slices.Equal(parts, c.parts) || rest != c.rest {
			t.Errorf("%s: parts %v and %d, want %v and %d", c.what, parts, rest, c.parts, c.rest)
		}
	}
}

// The parts are the wall time, to the nanosecond; and Self where there is one track and no contradiction.
func TestSplitWallAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := wildProfile(t)
		p.To = max(p.To, p.From)
		parts, rest := p.SplitWall()
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
		p := &Profile{To: rapid.Int64Range(0, math.MaxInt64).Draw(t, "wall")}
		var grow func(parent int, room int64)
		grow = func(parent int, room int64) {
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				total := rapid.Int64Range(0, room).Draw(t, "total")
				room -= total
				p.Nodes = append(p.Nodes, Node{Parent: parent, Measure: Measure{Calls: 1, Total: total}})
				if len(p.Nodes) < 20 {
					grow(len(p.Nodes)-1, total)
				}
			}
		}
		grow(-1, p.To)
		if parts, _ := p.SplitWall(); !slices.Equal(parts, p.Self()) {
			t.Fatalf("%v, want %v", parts, p.Self())
		}
	})
}
