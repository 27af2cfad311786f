package answers

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

type fatal interface {
	Fatalf(format string, args ...any)
}

// workers is a run in which each call of a region starts a goroutine for each of times, on each rank, and waits for all of them.
func workers(t fatal, ranks, steps int, times []int64, calls uint64) *stats.Summary {
	measure := func(calls uint64, each int64) stats.Measure {
		total := int64(calls) * each
		return stats.Measure{Calls: calls, Timed: calls, Total: total, Min: each, Max: each}
	}
	longest := slices.Max(times)
	var profiles []*stats.Profile
	for rank := range ranks {
		p := &stats.Profile{Rank: rank, Size: ranks, Environments: []stats.Environment{{Name: "all", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}, Tracks: []string{"main"}}
		push := stats.Node{Parent: 1, Name: "push"}
		for i, v := range times {
			m := measure(calls*uint64(steps), v/int64(calls))
			p.Tracks = append(p.Tracks, "goroutine")
			push.ByTrack = append(push.ByTrack, stats.TrackMeasure{Track: i + 1, Measure: m})
			push.Calls, push.Timed, push.Total = push.Calls+m.Calls, push.Timed+m.Timed, push.Total+m.Total
			if push.Max = max(push.Max, m.Max); i == 0 || m.Min < push.Min {
				push.Min = m.Min
			}
		}
		p.Nodes = []stats.Node{{Parent: -1, Name: "Total", Measure: measure(1, int64(steps)*longest)}, {Parent: 0, Name: "particles", Measure: measure(uint64(steps), longest)}, push}
		profiles = append(profiles, p)
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// Where the goroutines of all ranks are uneven, balance between ranks wins nothing, and balance within them what the slowest takes
// longer than the mean. Goroutines that come and go have no number of their own: of these nothing is said.
func TestUnevenGoroutines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks, steps := rapid.IntRange(1, 5).Draw(t, "ranks"), rapid.IntRange(1, 9).Draw(t, "steps")
		times := make([]int64, rapid.IntRange(2, 6).Draw(t, "goroutines"))
		even := rapid.Bool().Draw(t, "even")
		sum := int64(0)
		for i := range times {
			if times[i] = 1000; !even && i == 0 {
				times[i] = 3000
			}
			sum += times[i]
		}
		calls := uint64(rapid.IntRange(1, 2).Draw(t, "calls of each"))
		s := workers(t, ranks, steps, times, calls)
		list := Find(s)
		if list[0].Kind != Balanced {
			t.Fatalf("%q", shown(s))
		}
		if even || calls > 1 {
			if len(list) != 1 {
				t.Fatalf("%q", shown(s))
			}
			return
		}
		want := float64(int64(steps)*3000) - float64(int64(steps)*sum)/float64(len(times))
		if len(list) != 2 || list[1].Kind != Within || s.Regions[list[1].Region].Name != "push" || list[1].Saves < want-1 || list[1].Saves > want+1 || list[1].Sure != Inferred {
			t.Fatalf("%q, want %g", shown(s), want)
		}
	})
	s := workers(t, 4, 10, []int64{6e6, 2e6, 2e6, 2e6}, 1)
	const want = "The threads in particles / push are uneven on every rank: the slowest of a rank takes 60 ms or more, the mean is 30 ms. If ranks wait for all of them, balance between them would save 30 ms, 50 % of the run."
	list := Find(s)
	if got := list[len(list)-1].Text(s); got != want {
		t.Errorf("%s", got)
	}
	alone := workers(t, 1, 10, []int64{6e6, 2e6, 2e6, 2e6}, 1)
	if got := texts(Find(alone), alone); got[0] != "There is nothing to balance between ranks: there is only one." {
		t.Errorf("%q", got)
	}
}
