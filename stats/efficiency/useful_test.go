package efficiency

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Ranks that are goroutines may wait for channels, which nothing records: where their times show that, useful time is not known, and
// no efficiency is made of it.
func TestUsefulTimeChannels(t *testing.T) {
	for _, c := range []struct {
		waited int64 // of 1 s in exchange, recorded
		known  bool
	}{{1e9, true}, {1e7, false}} {
		var list []*stats.Profile
		for rank := range 2 {
			kernel, exchange, waited := int64(1e9), int64(1e9), c.waited
			if rank == 1 {
				kernel, exchange, waited = 2e9, 1e6, 1e6
			}
			p := &stats.Profile{Rank: rank, Size: 2, Environments: []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}}
			add := func(parent int, name string, total, waited int64) {
				p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Waited: waited}})
			}
			add(-1, "Total", kernel+exchange, 0)
			add(0, "kernel", kernel, 0)
			add(0, "exchange", exchange, waited)
			list = append(list, p)
		}
		s, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		if Recorded(s) < 0 || UsefulTime(s) >= 0 != c.known || Of(s, slices.Values(list)).Whole != nil != c.known {
			t.Errorf("%d ns of waits recorded: column %d, useful time %d, %+v", c.waited, Recorded(s), UsefulTime(s), Of(s, slices.Values(list)).Whole)
		}
	}
}

// In a ring of channels ranks do not make up at once for the one that takes longest, which alone waits little.
func TestUsefulTimeRing(t *testing.T) {
	for _, c := range []struct {
		halo  []int64 // milliseconds, of which nothing is recorded
		known bool
	}{{[]int64{60, 90, 100, 4, 180, 150, 120, 80}, false}, {[]int64{100, 90, 100, 98, 180, 95, 97, 99}, true}} {
		var list []*stats.Profile
		for rank := range 8 {
			relax := int64(180)
			if rank == 3 {
				relax = 355
			}
			p := &stats.Profile{Rank: rank, Size: 8, Environments: []stats.Environment{{Name: "Default", Size: 8, Ranks: []stats.Range{{First: 0, Last: 7, Stride: 1}}}}}
			add := func(parent int, name string, ms, waited int64) {
				p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: ms * 1e6, Min: ms * 1e6, Max: ms * 1e6, Waited: waited * 1e6}})
			}
			add(-1, "Total", relax+c.halo[rank]+20, 0)
			add(0, "relax", relax, 0)
			add(0, "halo", c.halo[rank], 0)
			add(0, "norm", 20, 20)
			list = append(list, p)
		}
		s, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		if UsefulTime(s) >= 0 != c.known {
			t.Errorf("halo of %d: known %t", c.halo, !c.known)
		}
	}
}
