package pagetest

import "github.com/go-hpc/timers/stats"

// Waiting returns ranks of which each computes longer than the one before, and the others wait for the last in a barrier of MPI.
func Waiting(size int) (list []*stats.Profile) {
	for rank := range size {
		p := &stats.Profile{
			Rank: rank, Size: size, Host: "node", Program: "uneven", To: 10e9, Tracks: []string{"main"},
			Environments: []stats.Environment{{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
		}
		waits := 8e9 * float64(size-1-rank) / float64(size)
		root := Add(p, -1, "Total", 0, 1, 10e9)
		step := Add(p, root, "step", 0, 100, 9e9)
		Add(p, step, "MPI_Barrier", 0, 100, waits+1e8)
		for i := range p.Nodes {
			fill(&p.Nodes[i])
		}
		list = append(list, p)
	}
	return list
}
