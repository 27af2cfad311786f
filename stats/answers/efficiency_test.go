package answers

import (
	"math"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Two ranks, of which one works for 6 s of 10 and the other for 9: the formulas of the POP centre.
func TestEfficiency(t *testing.T) {
	var m stats.Merger
	for rank, waits := range []int64{4e9, 1e9} {
		node := func(parent int, name string, ns int64) stats.Node {
			return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Total: ns, Timed: 1, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}}
		}
		if err := m.Add(&stats.Profile{Rank: rank, Size: 2, Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
			Nodes: []stats.Node{node(-1, "run", 10e9), node(0, "MPI_Barrier", waits)}}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := m.Summary()
	if err != nil {
		t.Fatal(err)
	}
	e, known := EfficiencyOf(s, 0)
	for name, v := range map[string][2]float64{"parallel": {e.Parallel, 0.75}, "load balance": {e.LoadBalance, 7.5 / 9}, "communication": {e.Communication, 0.9}} {
		if !known || math.Abs(v[0]-v[1]) > 1e-9 {
			t.Errorf("%s: %v, %t, want %v", name, v[0], known, v[1])
		}
	}
	s.Regions[0].Values = nil
	if _, known := EfficiencyOf(s, 0); known {
		t.Error("known without useful time")
	}
}
