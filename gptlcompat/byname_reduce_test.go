package gptlcompat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

// Reduced in the messages of the call paths, the Summary by name is that of the Profiles by name: what a run writes at its
// end is what the commands make of its files, counters that took turns included.
func TestByNameReducedBesideTheCallPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole, folded []*stats.Profile
		for size, rank := rapid.IntRange(1, 5).Draw(t, "size"), 0; rank < size; rank++ {
			p := gptltest.AnyProfile(t, rank, size)
			p.Counters = []stats.Counter{{Name: "INSTRUCTIONS", Step: 1}, {Name: "HEAP", Unit: "B", Step: 1, Peak: true}}
			for i := range p.Nodes {
				n := &p.Nodes[i]
				n.Values = rapid.SliceOfN(rapid.Int64Range(0, 99), 2, 2).Draw(t, "values")
				if rapid.Bool().Draw(t, "took turns") {
					n.Turns = []stats.Turns{{Due: 100, Counted: rapid.Uint64Range(1, 100).Draw(t, "counted")}, {}}
				}
			}
			whole, folded = append(whole, p), append(folded, gptlcompat.ByName(p))
		}
		err := local.Run(len(whole), func(comm machenv.Communicator) error {
			paths, names, err := stats.ReduceBoth(comm, whole[comm.Rank()], gptlcompat.ByName, stats.ReduceOptions{})
			if comm.Rank() == 0 {
				if diff := cmp.Diff(gptltest.Merged(t, whole), paths); diff != "" {
					t.Errorf("by call path (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(gptltest.Merged(t, folded), names); diff != "" {
					t.Errorf("by name (-want +got):\n%s", diff)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
