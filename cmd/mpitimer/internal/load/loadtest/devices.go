package loadtest

import "github.com/go-hpc/timers/stats"

// Devices returns the profiles of two ranks, each with a device that is busy for longer than the run; without devices,
// those of their host alone.
func Devices(devices bool) (list []*stats.Profile) {
	for rank := range 2 {
		measure := func(ms int64) stats.Measure {
			return stats.Measure{Calls: 1, Timed: 1, Total: ms * 1e6, Min: ms * 1e6, Max: ms * 1e6, Squares: stats.Square(uint64(ms * 1e6))}
		}
		p := &stats.Profile{
			Rank: rank, Size: 2, Host: "node1", Program: "model", Start: 1.7e18, To: 2e9,
			Clock:        stats.Clock{Name: "tsc", Hz: 1e9},
			Environments: []stats.Environment{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
			Tracks:       []string{"main"},
		}
		add := func(parent int, name string, track int, ms int64) {
			m := measure(ms)
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: m, ByTrack: []stats.TrackMeasure{{Track: track, Measure: m}}})
		}
		add(-1, "Total", 0, 1500)
		add(0, "step", 0, 1000)
		if devices {
			p.Tracks = []string{"main", "gpu0", "gpu0 stream 0"}
			add(1, "gpu0:flux", 2, 4000+int64(rank)*1000)
			add(2, "gpu0:inner", 2, 2500)
			add(1, "gpu0:overlap", 1, 400)
		}
		add(1, "halo", 0, 100+int64(rank)*50)
		list = append(list, p)
	}
	return list
}
