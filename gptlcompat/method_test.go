package gptlcompat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
)

// twoParents is halo below dyn, phys and the top, and two timers that call each other in turn.
func twoParents() *stats.Profile {
	p := profile(
		stats.Node{Parent: -1, Name: "run", Measure: measure(1, 9e9)},
		stats.Node{Parent: 0, Name: "dyn", Measure: measure(2, 2e9)},
		stats.Node{Parent: 1, Name: "halo", Measure: measure(4, 1e8)},
		stats.Node{Parent: 0, Name: "phys", Measure: measure(3, 1e9)},
		stats.Node{Parent: 3, Name: "halo", Measure: measure(6, 2e8)},
		stats.Node{Parent: -1, Name: "halo", Measure: measure(1, 3e8)},
		stats.Node{Parent: 0, Name: "a", Measure: measure(1, 5e8)},
		stats.Node{Parent: 6, Name: "b", Measure: measure(5, 5e7)},
		stats.Node{Parent: 0, Name: "b", Measure: measure(1, 4e8)},
		stats.Node{Parent: 8, Name: "a", Measure: measure(7, 5e7)},
	)
	onRank(p, 0, 1)
	return p
}

// onRank makes a Profile one of size that can be merged.
func onRank(p *stats.Profile, rank, size int) {
	p.Rank, p.Size = rank, size
	p.Contexts = []stats.Context{{Name: "default", Size: size, Ranks: []stats.Span{{First: 0, Last: size - 1, Stride: 1}}}}
}

func TestPrintMethods(t *testing.T) {
	for _, c := range []struct {
		method PrintMethod
		want   string // rows as depth, name and calls
	}{
		{CallPath, "0run1 1dyn2 2halo4 1phys3 2halo6 1a1 2b5 1b1 2a7 0halo1"},
		{PathNames, "0run1 1run:dyn2 2run:dyn:halo4 1run:phys3 2run:phys:halo6 1run:a1 2run:a:b5 1run:b1 2run:b:a7 0halo1"},
		{FirstParent, "0run1 1dyn2 2halo11 1phys3 1a8 2b6"},
		{LastParent, "0run1 1dyn2 1phys3 1b6 2a8 0halo11"},
		{MostFrequent, "0run1 1dyn2 1phys3 2halo11 1b6 2a8"},
		{FullTree, "0run1 1dyn2 2halo11 1phys3 2halo11 1a8 1b6 2a8 0halo11"},
	} {
		tables, err := tablesOf(twoParents(), c.method)
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, r := range tables[0].rows {
			rows = append(rows, fmt.Sprintf("%d%s%d", r.depth, r.name, r.m.Calls))
		}
		if d := cmp.Diff(c.want, strings.Join(rows, " ")); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.method, d)
		}
	}
	if _, err := tablesOf(twoParents(), 17); err == nil || !strings.Contains(err.Error(), "17") {
		t.Errorf("method 17: %v", err)
	}
}

func TestParentBlocks(t *testing.T) {
	got := writeRank(t, twoParents(), RankOptions{Method: MostFrequent})
	golden(t, "parents.rank", got)
	want := "       4 dyn                             \n" +
		"       6 phys                            \n" +
		"       1 GPTL_ROOT                       \n" +
		"      11   halo                            \n\n"
	if !strings.Contains(got, want) {
		t.Errorf("no block\n%sin\n%s", want, got)
	}
	if got := writeRank(t, twoParents(), RankOptions{}); strings.Contains(got, "parent info for thread") || strings.Contains(got, "\n* ") {
		t.Errorf("call paths have no parents to list:\n%s", got)
	}
}

// The inner call of a recursion is not on GPTL's stack: what it calls belongs to the innermost timer
// that is.
func TestRecursionHasNoParent(t *testing.T) {
	tables, err := tablesOf(profile(
		stats.Node{Parent: -1, Name: "solve", Measure: measure(1, 1000)},
		stats.Node{Parent: 0, Name: "level", Measure: measure(4, 200)},
		stats.Node{Parent: 1, Name: "solve", Measure: measure(4, 150)},
		stats.Node{Parent: 2, Name: "smooth", Measure: measure(8, 10)},
	), MostFrequent)
	if err != nil {
		t.Fatal(err)
	}
	records := tables[0].records
	if p := records[0].parents; len(p) != 1 || p[0].parent != rootRecord || records[0].m.Recursion != 4 {
		t.Errorf("solve: %+v", records[0])
	}
	if p := records[2].parents; len(p) != 1 || p[0].parent != 1 || p[0].calls != 8 {
		t.Errorf("smooth: %+v", records[2])
	}
}

// Each timer below both of the last: every further pair doubles the rows of the full tree.
func TestFullTreeHasAnEnd(t *testing.T) {
	nodes := []stats.Node{{Parent: -1, Name: "top", Measure: measure(1, 1e9)}}
	left, right := 0, 0
	for k := range 30 {
		at := len(nodes)
		name := func(side string) string { return fmt.Sprint(side, k) }
		nodes = append(nodes,
			stats.Node{Parent: left, Name: name("left"), Measure: measure(1, 1)},
			stats.Node{Parent: left, Name: name("right"), Measure: measure(1, 1)},
			stats.Node{Parent: right, Name: name("left"), Measure: measure(1, 1)},
			stats.Node{Parent: right, Name: name("right"), Measure: measure(1, 1)})
		left, right = at, at+3
	}
	p := profile(nodes...)
	if err := WriteRank(io.Discard, p, RankOptions{Method: FullTree}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	writeRank(t, p, RankOptions{Method: MostFrequent})
}

func TestSingleFile(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 3 {
		p := twoParents()
		onRank(p, rank, 3)
		profiles = append(profiles, p)
	}
	var b bytes.Buffer
	o := SingleOptions{Ranks: func(rank int) bool { return OutputRank(rank, 3, 2, 2) }}
	if err := WriteSingle(&b, profiles, o); err != nil {
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
	full := errors.New("no space left")
	if err := WriteSingle(failing{full}, profiles, o); !errors.Is(err, full) {
		t.Errorf("WriteSingle: %v", err)
	}
	b.Reset()
	if err := WriteSingleJSON(&b, profiles, o); err != nil {
		t.Fatal(err)
	}
	golden(t, "single.jsonl", b.String())
	if err := WriteSingleJSON(failing{full}, profiles, o); !errors.Is(err, full) {
		t.Errorf("WriteSingleJSON: %v", err)
	}
}

func TestOutputRank(t *testing.T) {
	for _, c := range []struct {
		num, stride int
		want        string
	}{{0, 1, ""}, {1, 0, "0"}, {2, 2, "0 2"}, {9, 2, "0 2 4 6"}, {-1, 3, "0 3 6"}, {-1, -5, "0 1 2 3 4 5 6 7"}} {
		var ranks []string
		for rank := -1; rank < 10; rank++ {
			if OutputRank(rank, 8, c.num, c.stride) {
				ranks = append(ranks, fmt.Sprint(rank))
			}
		}
		if got := strings.Join(ranks, " "); got != c.want {
			t.Errorf("%d with stride %d: ranks %s, want %s", c.num, c.stride, got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	p := twoParents()
	p.Nodes[0].Calls, p.Nodes[0].Name = math.MaxUint64, "run \"it\"\xff"
	var b bytes.Buffer
	if err := WriteRankJSON(&b, p, RankOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "paths.rank.json", b.String())
	b.Reset()
	if err := WriteRankJSON(&b, p, RankOptions{Method: LastParent}); err != nil {
		t.Fatal(err)
	}
	golden(t, "parents.rank.json", b.String())
	var got rankJSON
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got.Threads[0].Rows[0].Count != math.MaxUint64 {
		t.Errorf("%v, %+v", err, got)
	}
	b.Reset()
	p.Nodes[0].Total = 3
	s := merged(t, []*stats.Profile{ByName(p)})
	s.Regions[0].Total = stats.Mul(math.MaxUint64, 10)
	if err := WriteGlobalJSON(&b, s, GlobalOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "global.json", b.String())
	if !strings.Contains(b.String(), `"walltotal_ns": 184467440737095516150,`) {
		t.Error("a total of 68 bits is not whole")
	}
	if err := WriteGlobalJSON(&b, merged(t, []*stats.Profile{p}), GlobalOptions{}); !errors.Is(err, ErrPerPath) {
		t.Errorf("got %v, want ErrPerPath", err)
	}
}
