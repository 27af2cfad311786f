package predecessor

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// profiles draws a profile in which the times are those of the calls, so that sums can be checked.
func profiles(t *rapid.T, label string) *stats.Profile {
	p := &stats.Profile{Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}, Tracks: []string{"main", "goroutine 1"}}
	seen := map[string]bool{}
	var nodes []stats.Node
	for range rapid.IntRange(0, 12).Draw(t, label+" nodes") {
		n := stats.Node{Parent: rapid.IntRange(-1, len(nodes)-1).Draw(t, "parent"), Name: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")}
		if id := fmt.Sprint(n.Parent, n.Name); seen[id] {
			continue
		} else {
			seen[id] = true
		}
		for track := range 2 {
			calls := rapid.Uint64Range(0, 3).Draw(t, "calls")
			if calls == 0 {
				continue
			}
			m := stats.Measure{Calls: calls, Timed: calls, Total: 10 * int64(calls), Min: 10, Max: 10, Histogram: stats.NewHistogram([]uint64{0, 0, calls})}
			if rapid.Bool().Draw(t, "running") {
				m.Running, m.Open = 1, 5
				m.Total += 5
			}
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
		}
		nodes = append(nodes, n)
	}
	p.Nodes = snapshot.InOrder(nodes)
	return p
}

// What two runs measured is, path by path and track by track, the sum of what each did; nothing of the
// earlier one still runs, and neither is changed.
func TestJoinAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now, before := profiles(t, "now"), profiles(t, "before")
		nowText, beforeText := fmt.Sprint(now), fmt.Sprint(before)
		joined := join(now, before)
		if err := joined.Check(); err != nil {
			t.Fatal(err)
		}
		sum := func(p *stats.Profile, into map[string][5]int64, running bool) map[string][5]int64 {
			for i := range p.Nodes {
				tracks := p.Nodes[i].ByTrack
				if tracks == nil {
					tracks = []stats.TrackMeasure{{Measure: p.Nodes[i].Measure}}
				}
				for _, tr := range tracks {
					if tr.Calls == 0 {
						continue
					}
					key := fmt.Sprint(p.Path(i), tr.Track)
					s := into[key]
					s[0] += int64(tr.Calls)
					s[1] += tr.Total
					s[2] += int64(tr.Histogram.Total())
					if running {
						s[3] += int64(tr.Running)
						s[4] += tr.Open
					}
					into[key] = s
				}
			}
			return into
		}
		want := sum(before, sum(now, map[string][5]int64{}, true), false)
		if got := sum(joined, map[string][5]int64{}, true); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
		if fmt.Sprint(now) != nowText || fmt.Sprint(before) != beforeText {
			t.Fatal("join has changed what it was given")
		}
	})
}
