package tree_test

import (
	"log"
	"os"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

func Example() {
	rank := func(r int, flux int64) *stats.Profile {
		call := func(parent int, name string, n uint64, ns int64) stats.Node {
			return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: n, Timed: n, Total: ns, Min: ns, Max: ns}}
		}
		return &stats.Profile{
			Rank: r, Size: 2, Host: "node1", Program: "solver", To: 2_000_000_000,
			Clock:        stats.Clock{Name: "tsc", Resolution: 8, PairCost: 38.2},
			Environments: []stats.Environment{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
			Tracks:       []string{"main"},
			Nodes: []stats.Node{
				call(-1, "Total", 1, 2_000_000_000),
				call(0, "step", 100, 1_900_000_000),
				call(1, "flux", 300, flux),
				call(1, "halo", 300, 1_850_000_000-flux),
			},
		}
	}
	s, err := stats.Merge([]*stats.Profile{rank(0, 1_000_000_000), rank(1, 1_500_000_000)})
	if err != nil {
		log.Fatal(err)
	}
	if err := tree.Write(os.Stdout, s, tree.Options{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// solver: 2 ranks on 1 host, wall time 2.000 s
	// clock tsc: resolution 8 ns, a start and stop cost 38.2 ns, drift 0 ppm
	//
	// region        calls  ranks     min   (rank)    mean       max   (rank)  imbalance   share  % parent  % total
	// Total             2    2/2  2.000 s  (0)     2.000 s   2.000 s  (0)          0 s    0.0 %         -    100.0
	// ├ step          200    2/2  1.900 s  (0)     1.900 s   1.900 s  (0)          0 s    0.0 %      95.0     95.0
	// │ ├ flux        600    2/2  1.000 s  (0)     1.250 s   1.500 s  (1)      250.0 ms  16.7 %      65.8     62.5
	// │ ├ halo        600    2/2  350.0 ms (1)     600.0 ms  850.0 ms (0)      250.0 ms  29.4 %      31.6     30.0
	// │ └ ~untimed      -      -  50.00 ms (0)     50.00 ms  50.00 ms (0)          0 s    0.0 %       2.6      2.5
	// └ ~untimed        -      -  100.0 ms (0)     100.0 ms  100.0 ms (0)          0 s    0.0 %       5.0      5.0
	//
	// mean: over the ranks that ran the region (k of the P in its environment). A rank's time is its slowest thread's.
	// imbalance: max − mean, the time lost to the slowest rank; share: imbalance as a share of max.
	// % parent, % total: the ranks' summed time as a share of the parent's and of Total's.
	// ~untimed: time of the parent outside the regions below it, shown from 1 %.
}
