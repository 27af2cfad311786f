package auto

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A program of which much is in no region is told how to find out where, and others are not.
func TestTellUntimed(t *testing.T) {
	node := func(parent int, seconds float64) stats.Node {
		return stats.Node{Parent: parent, Name: "n", Measure: stats.Measure{Calls: 1, Timed: 1, Total: int64(seconds * 1e9)}}
	}
	for _, c := range []struct {
		nodes []stats.Node
		want  string
	}{
		{nil, ""},
		{[]stats.Node{node(-1, 10)}, "100 % of the time of rank 3"},
		{[]stats.Node{node(-1, 0.5)}, ""}, // too short
		{[]stats.Node{node(-1, 10), node(0, 8.9)}, ""},
		{[]stats.Node{node(-1, 10), node(0, 30)}, ""}, // of several goroutines
		{[]stats.Node{node(-1, 10), node(0, 9.9), node(1, 8.9)}, ""},
		{[]stats.Node{node(-1, 10), node(0, 9.9), node(1, 9.2)}, "92 % of the time of rank 3 is in n, which has no regions below it: MPITIMER_SAMPLE=true"},
		{[]stats.Node{node(-1, 10), node(0, 5)}, "50 %"},
		{[]stats.Node{node(-1, 10), node(0, 9), node(1, 3), node(1, 2)}, "50 %"}, // 1 s and 4 s
	} {
		var out strings.Builder
		tellUntimed(&out, &stats.Profile{Rank: 3, Nodes: c.nodes})
		if got := out.String(); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q, want %q", c.nodes, got, c.want)
		}
	}
}

// A region that waits for goroutines, one after the other, whose regions are timed is not untimed.
func TestUntimedGoroutines(t *testing.T) {
	const ms = 1_000_000
	node := func(parent int, tracks ...int) stats.Node {
		n := stats.Node{Parent: parent, Name: "n"}
		for _, track := range tracks {
			total := int64(10 * ms)
			if track == 0 {
				total = 10_000 * ms
			}
			m := stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}
			n.Calls, n.Total = n.Calls+1, n.Total+total
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
		}
		if len(tracks) == 1 && tracks[0] == 0 {
			n.ByTrack = nil
		}
		return n
	}
	var many []int
	for track := range 999 {
		many = append(many, track+1)
	}
	p := &stats.Profile{Nodes: []stats.Node{node(-1, 0), node(0, 0), node(1, many...)}}
	if share, _ := untimed(p); share > 0.002 {
		t.Errorf("%g of the time is called untimed, while 999 of 1000 parts of it are on goroutines", share)
	}
	p.Nodes[2] = node(1, many[:99]...)
	if share, _ := untimed(p); share < 0.9 || share > 0.91 {
		t.Errorf("%g of the time is untimed, want 0.901", share)
	}
}

// A region is an innermost one whatever samples say of the functions inside it.
func TestSamplesMakeNothingUntimed(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 900), region(1, insidePrefix+"fmt.Println", 100))
	if share, _ := untimed(p); share > 0.11 {
		t.Errorf("untimed %g, want what Total leaves", share)
	}
}

// What waits makes nothing around it untimed, and goroutines beside each other have more time than there is.
func TestUntimedOfGoroutinesThatWait(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.work", 900), region(1, stats.Waits+"range in", 100))
	if share, _ := untimed(p); share > 0.11 {
		t.Errorf("untimed %g, want what Total leaves", share)
	}
	on := func(parent int, name string, ms int64, track int) stats.Node {
		n := region(parent, name, ms)
		n.ByTrack = []stats.TrackMeasure{{Track: track, Measure: n.Measure}}
		return n
	}
	p = treeOf(region(-1, "Total", 1000))
	for track := 1; track <= 4; track++ {
		above := len(p.Nodes)
		p.Nodes = append(p.Nodes, on(0, "main.work", 1000, track), on(above, "main.part", 800, track))
	}
	if share, _ := untimed(p); share < 0.19 || share > 0.21 {
		t.Errorf("untimed %g, want 0.2 of what four goroutines do", share)
	}
}
