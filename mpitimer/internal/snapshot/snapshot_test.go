package snapshot

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

func TestScaleOfASample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		timed := rapid.Uint64Range(1, 1<<40).Draw(t, "timed")
		calls := timed * rapid.Uint64Range(1, 1000).Draw(t, "sample")
		total := rapid.Uint64Range(0, 1<<50).Draw(t, "total")
		high, low := rapid.Uint64Range(0, 1<<50).Draw(t, "high"), rapid.Uint64().Draw(t, "low")
		gotTotal, gotHigh, gotLow := scale(total, high, low, calls, timed)
		number := func(hi, lo uint64) *big.Int {
			n := new(big.Int).SetUint64(hi)
			return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(lo))
		}
		grown := func(n *big.Int) *big.Int {
			n = new(big.Int).Mul(n, new(big.Int).SetUint64(calls))
			return n.Div(n, new(big.Int).SetUint64(timed))
		}
		if want := grown(number(0, total)); want.Cmp(number(0, gotTotal)) != 0 {
			t.Fatalf("total %d, want %s", gotTotal, want)
		}
		if want := grown(number(high, low)); want.Cmp(number(gotHigh, gotLow)) != 0 {
			t.Fatalf("squares %s, want %s", number(gotHigh, gotLow), want)
		}
	})
}

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
	p.Nodes = inOrder(nodes)
	return p
}

// What two runs measured is, path by path and track by track, the sum of what each did; nothing of the
// earlier one still runs, and neither is changed.
func TestJoinAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now, before := profiles(t, "now"), profiles(t, "before")
		nowText, beforeText := fmt.Sprint(now), fmt.Sprint(before)
		joined := Join(now, before)
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
			t.Fatal("Join has changed what it was given")
		}
	})
}
