package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// recursiveRunOf is A > B > A > C with 10 of own time in each call of A, and 10 in B, as the timers have it: the inner A has no
// call path, so that B has its time.
func recursiveRunOf(t *testing.T, below bool) Run {
	node := func(parent int, name string, calls, recursion uint64, total int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{
			Calls: calls, Recursion: recursion, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Mul(uint64(total), uint64(total)),
		}}
	}
	p := &stats.Profile{
		Size: 1, Program: "model", To: 1e9, Tracks: []string{"main"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Nodes:        []stats.Node{node(-1, "Total", 1, 0, 40), node(0, "A", 2, 1, 40)},
	}
	if below {
		p.Nodes = append(p.Nodes, node(1, "B", 1, 0, 30), node(2, "C", 1, 0, 10))
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	return Run{Summary: s}
}

// Where the self time of a recursive call may stand in a region below, a form says so, or convert names it among what is lost;
// a region that can only call itself has all of it.
func TestSelfTimeOfRecursiveCalls(t *testing.T) {
	note := "self time of recursive calls stands in the region that made them, which may be one below: A (1 of 2 calls)."
	for _, below := range []bool{true, false} {
		r := recursiveRunOf(t, below)
		if got := RecursionNote(r.Summary); (got == note) != below || (got == "") == below {
			t.Errorf("below %v: the note is %q", below, got)
		}
		p, err := profile.Parse(bytes.NewReader(written(t, "pprof", r)))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(p.Comments, note) != below {
			t.Errorf("below %v: comments of pprof are %q", below, p.Comments)
		}
		for _, format := range []string{"folded", "speedscope", "hatchet", "caliper", "cube", "chrome", "openmetrics", "textfile", "extrap", "extrap-lines"} {
			f, _ := ByName(format)
			if said := strings.Contains(strings.Join(f.Lost(r), "; "), "that self time of recursive calls"); said != below {
				t.Errorf("below %v: %s loses %q", below, format, f.Lost(r))
			}
		}
	}
}
