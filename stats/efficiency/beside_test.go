package efficiency

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// measured returns the measure of a call.
func measured(ns int64) stats.Measure {
	return stats.Measure{Calls: 1, Total: ns, Timed: 1, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}
}

// beside returns the profile of a rank as rank does, where threads also take those times in rows, inside step, and the device those of kernels, of
// which the second, if there is one, is in another stream. Overlap is how long it worked during step; negative: it has no such row.
func beside(number, size int, computes, waits int64, threads, kernels []int64, overlap int64) *stats.Profile {
	p := rank(number, size, "a", computes, waits)
	p.Tracks = []string{"main", "1", "2", "3", "gpu0 stream 0", "gpu0 stream 1"}
	add := func(name string, tracks []stats.TrackMeasure) {
		n := stats.Node{Parent: 1, Name: name, ByTrack: tracks}
		for i, t := range tracks {
			n.Calls, n.Timed, n.Total, n.Squares = n.Calls+1, n.Timed+1, n.Total+t.Total, n.Squares.Add(t.Squares)
			if n.Max = max(n.Max, t.Max); i == 0 || t.Min < n.Min {
				n.Min = t.Min
			}
		}
		p.Nodes = append(p.Nodes, n)
	}
	var tracks []stats.TrackMeasure
	for i, ns := range threads {
		tracks = append(tracks, stats.TrackMeasure{Track: i, Measure: measured(ns)})
	}
	if len(tracks) > 0 {
		add("rows", tracks)
	}
	for i, ns := range kernels {
		add([]string{"gpu0:flux", "gpu0:copy"}[i], []stats.TrackMeasure{{Track: 4 + i, Measure: measured(ns)}})
	}
	if overlap >= 0 {
		add("gpu0:overlap", []stats.TrackMeasure{{Track: 4, Measure: measured(overlap)}})
	}
	return p
}

func shares(t *testing.T, g *Region, want map[Kind][2]float64) {
	t.Helper()
	for k, w := range want {
		share, known := g.Share(k)
		costs, _ := g.Costs(k)
		if !known || math.Abs(share-w[0]) > 1e-9 || math.Abs(costs-w[1]) > 1 {
			t.Errorf("%s: %g, costs %g (known: %t), want %v", k, share, costs, known, w)
		}
	}
}

// Two ranks compute for 8 of 10 s, 4 of them on two threads, of which one has 4 s and one 2: 4 s on one thread are 2 on both, and of 6 s 5 are left.
func TestThreads(t *testing.T) {
	var list []*stats.Profile
	for i := range 2 {
		list = append(list, beside(i, 2, 8e9, 2e9, []int64{4e9, 2e9}, nil, -1))
	}
	r := Of(merged(t, list), nil)
	if !r.Threads || r.Devices {
		t.Errorf("%+v", r)
	}
	for i := range 2 { // Total and step
		shares(t, r.At(i), map[Kind][2]float64{Parallel: {0.8, 2e9}, Threads: {5.0 / 8, 3e9}, ThreadSerialisation: {6.0 / 8, 2e9}, ThreadBalance: {5.0 / 6, 1e9}})
	}
	shares(t, r.At(3), map[Kind][2]float64{Threads: {0.75, 1e9}, ThreadSerialisation: {1, 0}, ThreadBalance: {0.75, 1e9}})
}

// Threads that take longer than the main one has time for ran beside it, and nothing is said of them; nor is there of a single track.
func TestThreadsUnknown(t *testing.T) {
	for _, threads := range [][]int64{nil, {4e9}, {9e9, 9e9}} {
		r := Of(merged(t, []*stats.Profile{beside(0, 2, 8e9, 2e9, threads, nil, -1), beside(1, 2, 8e9, 2e9, threads, nil, -1)}), nil)
		if _, known := r.Whole.Share(Threads); known || r.Threads != (len(threads) > 1) {
			t.Errorf("threads %v: known: %t, %+v", threads, known, r.Whole)
		}
	}
}

// Two devices have worked for 4 and 2 of 10 s of step by their row of overlap, and for 5 and 3 by their kernels, which the run is told by.
func TestDevices(t *testing.T) {
	r := Of(merged(t, []*stats.Profile{beside(0, 2, 8e9, 2e9, nil, []int64{5e9}, 4e9), beside(1, 2, 8e9, 2e9, nil, []int64{3e9}, 2e9)}), nil)
	shares(t, r.At(1), map[Kind][2]float64{Devices: {0.3, 7e9}, DeviceBalance: {0.75, 1e9}, DeviceOrchestration: {0.4, 6e9}})
	shares(t, r.Whole, map[Kind][2]float64{Devices: {0.4, 6e9}, DeviceBalance: {0.8, 1e9}, DeviceOrchestration: {0.5, 5e9}})
	if !r.Devices || r.Threads {
		t.Errorf("%+v", r)
	}
}

// Nothing is said of devices of which streams may have worked at one time, or that went on after the region; of two devices with several kernels
// it is not known which has worked longest.
func TestDevicesUnknown(t *testing.T) {
	for _, kernels := range [][]int64{{2e9, 2e9}, {11e9}} {
		r := Of(merged(t, []*stats.Profile{beside(0, 1, 8e9, 2e9, nil, kernels, -1)}), nil)
		if _, known := r.Whole.Share(Devices); known || !r.Devices {
			t.Errorf("kernels %v: %+v", kernels, r.Whole)
		}
	}
	var list []*stats.Profile
	for i := range 2 {
		p := beside(i, 2, 8e9, 2e9, nil, []int64{2e9, 1e9}, -1)
		p.Nodes[len(p.Nodes)-1].ByTrack[0].Track = 4
		list = append(list, p)
	}
	r := Of(merged(t, list), nil)
	if _, known := r.Whole.Share(DeviceBalance); known || r.Whole.Device != 3e9 {
		t.Errorf("%+v", r.Whole)
	}
}

// The devices of two environments, two ranks each, are four, and those of ranks that are not known to be others are not counted.
func TestDevicesOfEnvironments(t *testing.T) {
	for _, all := range []bool{true, false} {
		var list []*stats.Profile
		for i := range 4 {
			p := beside(i, 4, 8e9, 2e9, nil, []int64{2e9}, -1)
			half := i / 2
			p.Environments = append(p.Environments, stats.Environment{Name: []string{"ocean", "ice"}[half], Size: 2, Ranks: []stats.Range{{First: 2 * half, Last: 2*half + 1, Stride: 1}}})
			if last := &p.Nodes[len(p.Nodes)-1]; all {
				last.Environment = 1
			} else {
				last.Name = []string{"gpu0:a", "gpu0:b"}[half]
			}
			list = append(list, p)
		}
		r := Of(merged(t, list), nil)
		if _, known := r.Whole.Share(Devices); known != all || all && r.Whole.Device != 2e9 {
			t.Errorf("%+v, expected 2 s: %t", r.Whole, all)
		}
	}
}

// Whatever threads and devices do, their efficiencies are from 0 to 1 and the products of their factors.
func TestBesideProductsAndSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, ns := rapid.IntRange(1, 5).Draw(t, "size"), rapid.Int64Range(0, 1e10)
		var list []*stats.Profile
		for i := range size {
			list = append(list, beside(i, size, ns.Draw(t, "computes"), 1+ns.Draw(t, "waits"), rapid.SliceOfN(ns, 0, 4).Draw(t, "threads"), rapid.SliceOfN(ns, 0, 2).Draw(t, "kernels"), ns.Draw(t, "overlap")-1))
		}
		r := Of(merged(t, list), nil)
		for i := range r.Regions {
			checkRegion(t, &r.Regions[i])
		}
	})
}
