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
		{[]stats.Node{node(-1, 10), node(0, 9)}, ""},
		{[]stats.Node{node(-1, 10), node(0, 5)}, "50 %"},
		{[]stats.Node{node(-1, 10), node(0, 9), node(1, 3), node(1, 2)}, "50 %"}, // 1 s and 4 s
		{[]stats.Node{node(-1, 10), node(0, 30)}, ""},                            // of several goroutines
	} {
		var out strings.Builder
		tellUntimed(&out, &stats.Profile{Rank: 3, Nodes: c.nodes})
		if got := out.String(); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q, want %q", c.nodes, got, c.want)
		}
	}
}
