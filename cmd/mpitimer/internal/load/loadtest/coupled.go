package loadtest

import "github.com/go-hpc/timers/stats"

// Coupled is a run of two components: four ranks of an ocean, of which rank 2 is slow, and two of ice, which wait for it.
func Coupled() (list []*stats.Profile) {
	const ms = 1e6
	all := func(first, last int) []stats.Range { return []stats.Range{{First: first, Last: last, Stride: 1}} }
	for rank := range 6 {
		p := &stats.Profile{Rank: rank, Size: 6, Program: "coupled", To: 250 * ms, Environments: []stats.Environment{{Name: "Default", Size: 6, Ranks: all(0, 5)}}}
		add := func(parent int, name string, environment int, total int64) {
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Environment: environment, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		add(-1, "Total", 0, 250*ms)
		if rank < 4 {
			solve := int64(100 * ms)
			if rank == 2 {
				solve = 220 * ms
			}
			p.Environments = append(p.Environments, stats.Environment{Name: "ocean", Size: 4, Ranks: all(0, 3)})
			add(0, "ocean", 1, 240*ms)
			add(1, "solve", 1, solve)
			add(1, "MPI_Allreduce", 1, 240*ms-solve)
			add(0, "couple", 0, 10*ms)
			add(4, "MPI_Recv", 0, 10*ms)
		} else {
			p.Environments = append(p.Environments, stats.Environment{Name: "ice", Size: 2, Ranks: all(4, 5)})
			add(0, "ice", 1, 60*ms)
			add(0, "couple", 0, 190*ms)
			add(2, "MPI_Recv", 0, 190*ms)
		}
		list = append(list, p)
	}
	return list
}
