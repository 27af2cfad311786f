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
