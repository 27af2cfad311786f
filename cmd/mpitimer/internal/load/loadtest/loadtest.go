// Package loadtest makes runs for tests of code that uses load.Run.
package loadtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// region is a call path of the model: how often it is called, how long a call takes, and how much longer on
// the slow rank.
type region struct {
	parent      int
	name        string
	calls       int
	call        int64
	slow        int64
	environment int
	variable    bool // every tenth call takes five times as long
}

// Of an ocean model whose rank Slow has more columns to compute, for which others wait in halo.
var regions = []region{
	{-1, "ocean", 1, 2_000e6, 0, 0, false},
	{0, "init", 1, 100e6, 0, 0, false},
	{0, "step", 100, 18e6, 0, 0, false},
	{2, "tendencies", 100, 8e6, 6e6, 0, false},
	{3, "vertical", 100, 3e6, 5e6, 0, true},
	{3, "tracer \x1b[31m|", 100, 2e6, 0, 0, false},
	{2, "halo", 200, 4e6, -3e6, 0, true},
	{0, "write", 2, 20e6, 0, 1, false},
}

// Slow is the rank with the most work.
const Slow = 5

// Ocean returns the profiles of a run on the given number of ranks. Between two runs all times differ by a
// share.
func Ocean(size int, share float64) (list []*stats.Profile) {
	all := func(n int) []stats.Range { return []stats.Range{{First: 0, Last: n - 1, Stride: 1}} }
	for rank := range size {
		p := &stats.Profile{
			Rank: rank, Size: size, Host: fmt.Sprintf("node%d", rank/4), Program: "ocean", Start: 1787320991e9, To: int64(2.1e9 * share),
			Clock:        stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 38},
			Environments: []stats.Environment{{Name: "default", Size: size, Ranks: all(size)}, {Name: "writers", Size: 2, Ranks: all(2)}},
			Tracks:       []string{"main"},
			Counters:     []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "CPU_ENERGY", Unit: "J", Step: 1e-6, Domain: "board"}},
		}
		for i := range regions {
			if r := &regions[i]; r.environment == 0 || rank < 2 {
				p.Nodes = append(p.Nodes, node(r, rank, share))
			}
		}
		list = append(list, p)
	}
	return list
}

func node(r *region, rank int, share float64) stats.Node {
	n := stats.Node{Parent: r.parent, Name: r.name, Environment: r.environment}
	for call := range r.calls {
		t := r.call + int64(rank)*1e3
		if rank == Slow {
			t += r.slow
		}
		if r.variable && call%10 == 9 {
			t *= 5
		}
		t = int64(float64(t) * share)
		n.Total += t
		if n.Timed == 0 || t < n.Min {
			n.Min = t
		}
		n.Max = max(n.Max, t)
		n.Timed++
		n.Squares = n.Squares.Add(stats.Square(uint64(t)))
		n.Histogram.Add(uint64(t))
	}
	n.Calls = n.Timed
	n.Values = []int64{n.Total * 2, n.Total * 100}
	return n
}

// File writes things in their own form, and returns the name of the file.
func File[T interface{ MarshalBinary() ([]byte, error) }](t testing.TB, folder, name string, things ...T) string {
	t.Helper()
	var all []byte
	for _, x := range things {
		b, err := x.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, all, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Merged returns the Summary of profiles.
func Merged(t testing.TB, list []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Huge returns the Summary of many ranks with many regions, nested ten deep. Times of a region grow from rank
// to rank.
func Huge(ranks, regions int) *stats.Summary {
	all := []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}
	s := &stats.Summary{
		Size: ranks, Ranks: ranks, Hosts: ranks / 64, Program: "huge", To: 3600e9,
		Clocks: []stats.ClockSummary{{Name: "tsc", Ranks: ranks}}, Environments: []stats.EnvironmentSummary{{Name: "default", Size: ranks, Ranks: all}},
	}
	for i := range regions {
		r := stats.Region{Parent: i - 1, Name: fmt.Sprintf("region %d", i), Ranks: ranks, Completed: ranks, Tracks: ranks, Calls: uint64(ranks), Timed: uint64(ranks)}
		least, most := int64(3600e9)/int64(i%10+1), int64(3601e9)/int64(i%10+1)
		if i%10 == 0 {
			r.Parent = min(i, 1) - 1
			least, most = 3e9, 4e9
		}
		if i == 0 {
			least, most = 3600e9, 3601e9
		}
		r.Min, r.Max = stats.Extreme{Value: least}, stats.Extreme{Value: most, Rank: (i * 997) % ranks}
		r.TrackMin, r.TrackMax, r.CallMin, r.CallMax = r.Min, r.Max, r.Min, r.Max
		mean := uint64(least+most) / 2
		r.Wall = stats.Mul(mean, uint64(ranks))
		r.Total, r.Self = r.Wall, stats.Mul(mean/3, uint64(ranks))
		r.RankHistogram = make([]uint32, stats.RankBins)
		for bin := range r.RankHistogram {
			r.RankHistogram[bin] = uint32((ranks + bin) / stats.RankBins) // so that they add up to the ranks
		}
		r.CallHistogram.Add(mean)
		s.Regions = append(s.Regions, r)
	}
	return s
}
