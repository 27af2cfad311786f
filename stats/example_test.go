package stats_test

import (
	"fmt"

	"github.com/go-hpc/timers/stats"
)

// Two ranks of three ran the region, for 2 and 4 seconds; the Profile of rank 2 is lost.
func ExampleMerge() {
	profile := func(rank int, seconds int64) *stats.Profile {
		ns := seconds * 1e9
		return &stats.Profile{
			Rank: rank, Size: 3,
			Environments: []stats.Environment{{Name: "Default", Size: 3, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 1}}}},
			Nodes: []stats.Node{{Parent: -1, Name: "dynamics", Measure: stats.Measure{
				Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns, Squares: stats.Square(uint64(ns)),
			}}},
		}
	}
	s, err := stats.Merge([]*stats.Profile{profile(1, 4), profile(0, 2)})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &s.Regions[0]
	fmt.Printf("%s: %d of %d ranks, missing %v\n", r.Name, r.Ranks, s.Environments[r.Environment].Size, s.Missing)
	fmt.Printf("mean over these %.1f s, over all %.1f s\n", r.MeanOverRanks()/1e9, s.Figure(r, stats.FigureMeanOfAll).Value/1e9)
	fmt.Printf("max %.1f s on rank %d, imbalance %.1f s\n", float64(r.Max.Value)/1e9, r.Max.Rank, r.Imbalance()/1e9)
	// Output:
	// dynamics: 2 of 3 ranks, missing [2]
	// mean over these 3.0 s, over all 2.0 s
	// max 4.0 s on rank 1, imbalance 1.0 s
}
