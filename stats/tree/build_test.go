package tree_test

import (
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// started is when the runs of these tests began.
var started = time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC).UnixNano()

// leaf is a node that was called n times, for ms milliseconds in all, on the main thread.
func leaf(parent int, name string, n uint64, ms float64) stats.Node {
	total := int64(ms * 1e6)
	return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{
		Calls: n, Timed: n, Total: total, Min: total / int64(max(n, 1)), Max: total / int64(max(n, 1))}}
}

// solver is a rank of a small run: four ranks, of which 0 and 2 write; rank 3 has more to do.
func solver(rank int) *stats.Profile {
	slow := 1.0
	if rank == 3 {
		slow = 1.4
	}
	p := &stats.Profile{
		Rank: rank, Size: 4, Host: "node1", Program: "shallowwater", Start: started, To: 12_346_000_000,
		Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 38.2, Drift: 0.31},
		Environments: []stats.Environment{
			{Name: "default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}},
			{Name: "writers", Size: 2, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 2}}},
		},
		Tracks: []string{"main", "g1", "g2"},
		Nodes: []stats.Node{
			leaf(-1, "Total", 1, 12345+float64(rank)),
			leaf(0, "init", 1, 812.3),
			leaf(0, "run", 1, 11200),
			leaf(2, "step", 1000, 11100),
			leaf(3, "flux", 3000, 5200*slow),
			leaf(3, "halo", 3000, 3100/slow),
			leaf(5, "pack", 3000, 21.5),
			leaf(5, "exchange", 3000, 3000/slow),
			leaf(3, "update", 1000, 1400),
			leaf(2, "diagnose", 100, 0.0042),
		},
	}
	tracks := []stats.TrackMeasure{{Track: 1, Measure: leaf(0, "", 1500, 600).Measure}, {Track: 2, Measure: leaf(0, "", 1500, 640).Measure}}
	update := leaf(8, "tile", 3000, 1240)
	update.ByTrack = tracks
	p.Nodes = append(p.Nodes, update)
	if rank%2 == 0 {
		write := leaf(2, "write", 10, 61.7+float64(rank))
		write.Environment = 1
		p.Nodes = append(p.Nodes, write)
	}
	if rank == 3 {
		p.Warnings = []stats.Warning{{Kind: "stop without start", Path: "Total/run/step/halo", Caller: "halo.go:42", Count: 12}}
	}
	return p
}

// merged is the Summary of n ranks.
func merged(t rapid.TB, rank func(int) *stats.Profile, n int) *stats.Summary {
	var profiles []*stats.Profile
	for r := range n {
		profiles = append(profiles, rank(r))
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// big is a run of 400 000 ranks, of which some were lost; two environments, sampled and running regions.
func big() *stats.Summary {
	const size, alive = 400_000, 399_990
	region := func(parent int, name string, k int, calls uint64, least, mean, most float64) stats.Region {
		ns := func(s float64) uint64 { return uint64(s * 1e9) }
		return stats.Region{
			Parent: parent, Name: name, Ranks: k, Completed: k, Tracks: k, Calls: calls * uint64(k), Timed: calls * uint64(k),
			Wall: stats.Mul(ns(mean), uint64(k)), Total: stats.Mul(ns(mean), uint64(k)),
			Min: stats.Extreme{Value: int64(ns(least)), Rank: 123_456}, Max: stats.Extreme{Value: int64(ns(most)), Rank: 399_999},
		}
	}
	s := &stats.Summary{
		Size: size, Ranks: alive, Hosts: 3125, Program: "omega", Start: started, From: 3_600_000_000_000, To: 90_000_000_000_000,
		Missing: []stats.Range{{First: 17, Last: 17, Stride: 1}, {First: 1000, Last: 1008, Stride: 1}},
		Clocks: []stats.ClockSummary{
			{Name: "tsc", Ranks: alive - 5, Resolution: 8, PairCost: 41.27, Drift: -0.0213},
			{Name: "monotonic", Ranks: 5, Resolution: 30, PairCost: 112},
		},
		Environments: []stats.EnvironmentSummary{
			{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}},
			{Name: "writers", Size: 3125, Ranks: []stats.Range{{First: 0, Last: 399_872, Stride: 128}}},
		},
		Warnings: []stats.WarningSummary{
			{Warning: stats.Warning{Kind: "left open", Path: "Total/Ocean/Tend:flux", Caller: "ocean/tend.go:118", Count: 400_000}, Ranks: 399_990, FirstRank: 0},
			{Warning: stats.Warning{Kind: "stop without start", Path: "Total/final", Count: 1}, Ranks: 1, FirstRank: 71_903},
		},
		Warned: 400_004,
		Regions: []stats.Region{
			region(-1, "Total", alive, 1, 86398.2, 86399.1, 86400),
			region(0, "Ocean", alive, 1_000_000, 80100.5, 81234.5, 82345.25),
			region(1, "Tend:flux", alive, 4_000_000, 30123, 31234, 45678.9),
			region(1, "halo", alive, 12_000_000, 20123, 40100, 41200),
			region(1, "EOS", alive, 4_000_000, 8000, 9000, 9100),
			region(0, "write", 3125, 365, 0.0000123, 1200, 1800.5),
		},
	}
	s.Regions[0].Running, s.Regions[2].Running = alive, 12
	s.Regions[4].Estimated = true
	s.Regions[5].Environment = 1
	return s
}
