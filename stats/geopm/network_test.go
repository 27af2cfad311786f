package geopm

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Calls of MPI are no regions: their time belongs to the region around, with the hint network.
func TestBuildWithCalls(t *testing.T) {
	profiles := []*stats.Profile{
		tree(0, 10e9,
			node(-1, "Total", 1, 10e9),
			node(0, "halo", 4, 6e9),
			node(1, "MPI_Recv", 8, 5e9),
			node(1, "sync_Recv", 8, 500e6),
			node(0, "MPI_Barrier", 1, 1e9)),
		tree(1, 10e9,
			node(-1, "Total", 1, 10e9),
			node(0, "halo", 4, 4e9),
			node(1, "MPI_Recv", 8, 500e6)),
	}
	isCall := func(name string) bool { return strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "sync_") }
	sampled := &Sampled{
		Regions:     map[uint32]Values{Hash("halo"): {HintSignal("unset"): 4, HintSignal("compute"): 1, HintSignal("network"): 0.2}},
		Application: Values{HintSignal("network"): 8},
	}
	for _, which := range []Which{Innermost, Outermost} {
		h := built(t, Input{Name: "n", Profiles: profiles, Regions: which, Skip: 1, Sampled: sampled, Call: isCall})
		if len(h.Regions) != 1 || h.Regions[0].Name != "halo" {
			t.Fatalf("regions %+v", h.Regions)
		}
		values(t, "halo", h.Regions[0].Totals, map[string]float64{
			KeyRuntime: 5, KeyCount: 4, HintKey("network"): 3, HintKey("unset"): 1.2, HintKey("compute"): 1,
		})
		values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 5, HintKey("network"): 0.5})
		values(t, "application", h.Application, map[string]float64{HintKey("network"): 8}) // the program says more
	}
	if profiles[0].Nodes[2].Name != "MPI_Recv" {
		t.Error("the profile was changed")
	}
}
