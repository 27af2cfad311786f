package gptlcompat_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
)

func TestPrintMethods(t *testing.T) {
	for _, c := range []struct {
		method gptlcompat.PrintMethod
		want   string // rows as depth, name and calls
	}{
		{gptlcompat.CallPath, "0run1 1dyn2 2halo4 1phys3 2halo6 1a1 2b5 1b1 2a7 0halo1"},
		{gptlcompat.PathNames, "0run1 1run:dyn2 2run:dyn:halo4 1run:phys3 2run:phys:halo6 1run:a1 2run:a:b5 1run:b1 2run:b:a7 0halo1"},
		{gptlcompat.FirstParent, "0run1 1dyn2 2halo11 1phys3 1a8 2b6"},
		{gptlcompat.LastParent, "0run1 1dyn2 1phys3 1b6 2a8 0halo11"},
		{gptlcompat.MostFrequent, "0run1 1dyn2 1phys3 2halo11 1b6 2a8"},
		{gptlcompat.FullTree, "0run1 1dyn2 2halo11 1phys3 2halo11 1a8 1b6 2a8 0halo11"},
	} {
		tables, err := rows.Of(gptltest.TwoParents(), rows.Method(c.method), false, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range tables[0].Rows {
			got = append(got, fmt.Sprintf("%d%s%d", r.Depth, r.Name, r.Calls))
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.method, d)
		}
	}
	if _, err := rows.Of(gptltest.TwoParents(), 17, false, 0); err == nil || !strings.Contains(err.Error(), "17") {
		t.Errorf("method 17: %v", err)
	}
}

func TestParentBlocks(t *testing.T) {
	got := gptltest.Rank(t, gptltest.TwoParents(), gptlcompat.RankOptions{Method: gptlcompat.MostFrequent})
	golden.Check(t, "parents.rank", got)
	want := "       4 dyn                             \n" +
		"       6 phys                            \n" +
		"       1 GPTL_ROOT                       \n" +
		"      11   halo                            \n\n"
	if !strings.Contains(got, want) {
		t.Errorf("no block\n%sin\n%s", want, got)
	}
	if got := gptltest.Rank(t, gptltest.TwoParents(), gptlcompat.RankOptions{Method: gptlcompat.CallPath}); strings.Contains(got, "parent info for thread") || strings.Contains(got, "\n* ") {
		t.Errorf("call paths have no parents to list:\n%s", got)
	}
}

// The inner call of a recursion is not on GPTL's stack: what it calls belongs to the innermost timer
// that is.
func TestRecursionHasNoParent(t *testing.T) {
	tables, err := rows.Of(gptltest.Profile(
		stats.Node{Parent: -1, Name: "solve", Measure: gptltest.Measure(1, 1000)},
		stats.Node{Parent: 0, Name: "level", Measure: gptltest.Measure(4, 200)},
		stats.Node{Parent: 1, Name: "solve", Measure: gptltest.Measure(4, 150)},
		stats.Node{Parent: 2, Name: "smooth", Measure: gptltest.Measure(8, 10)},
	), rows.MostFrequent, false, 0)
	if err != nil {
		t.Fatal(err)
	}
	records := tables[0].Records
	if p := records[0].Parents; len(p) != 1 || p[0].Parent != rows.Root || records[0].Recursion != 4 {
		t.Errorf("solve: %+v", records[0])
	}
	if p := records[2].Parents; len(p) != 1 || p[0].Parent != 1 || p[0].Calls != 8 {
		t.Errorf("smooth: %+v", records[2])
	}
}

// Each timer below both of the last: every further pair doubles the rows of the full tree.
func TestFullTreeHasAnEnd(t *testing.T) {
	nodes := []stats.Node{{Parent: -1, Name: "top", Measure: gptltest.Measure(1, 1e9)}}
	left, right := 0, 0
	for k := range 30 {
		at := len(nodes)
		name := func(side string) string { return fmt.Sprint(side, k) }
		nodes = append(nodes,
			stats.Node{Parent: left, Name: name("left"), Measure: gptltest.Measure(1, 1)},
			stats.Node{Parent: left, Name: name("right"), Measure: gptltest.Measure(1, 1)},
			stats.Node{Parent: right, Name: name("left"), Measure: gptltest.Measure(1, 1)},
			stats.Node{Parent: right, Name: name("right"), Measure: gptltest.Measure(1, 1)})
		left, right = at, at+3
	}
	p := gptltest.Profile(nodes...)
	if err := gptlcompat.WriteRank(io.Discard, p, gptlcompat.RankOptions{Method: gptlcompat.FullTree}); !errors.Is(err, gptlcompat.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	gptltest.Rank(t, p, gptlcompat.RankOptions{Method: gptlcompat.MostFrequent})
}

func TestSingleFile(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 3 {
		p := gptltest.TwoParents()
		gptltest.OnRank(p, rank, 3)
		profiles = append(profiles, p)
	}
	var b bytes.Buffer
	even := func(rank int) *gptlcompat.RankOptions {
		if gptlcompat.IsOutputRank(rank, 3, 2, 2) {
			return &gptlcompat.RankOptions{}
		}
		return nil
	}
	if err := gptltest.Single(&b, profiles, &gptlcompat.GlobalOptions{}, even); err != nil {
		t.Fatal(err)
	}
	for text, n := range map[string]int{"GLOBAL STATISTICS (     3 MPI TASKS)": 1, "PROCESS      0 (     0)": 1,
		"PROCESS      1": 0, "PROCESS      2 (     2)": 1} {
		if got := strings.Count(b.String(), text); got != n {
			t.Errorf("%q %d times, want %d", text, got, n)
		}
	}
	if err := check.SingleFile(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
}

func TestOutputRank(t *testing.T) {
	for _, c := range []struct {
		num, stride int
		want        string
	}{{0, 1, ""}, {1, 0, "0"}, {2, 2, "0 2"}, {9, 2, "0 2 4 6"}, {-1, 3, "0 3 6"}, {-1, -5, "0 1 2 3 4 5 6 7"}} {
		var ranks []string
		for rank := -1; rank < 10; rank++ {
			if gptlcompat.IsOutputRank(rank, 8, c.num, c.stride) {
				ranks = append(ranks, fmt.Sprint(rank))
			}
		}
		if got := strings.Join(ranks, " "); got != c.want {
			t.Errorf("%d with stride %d: ranks %s, want %s", c.num, c.stride, got, c.want)
		}
	}
}
