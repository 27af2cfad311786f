package sheet

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/columns"
)

// Siblings that differ in their last letters, in the middle or in the first are told apart in a narrow table, and no number is cut.
func TestNamesCutWhereTheyAreAlike(t *testing.T) {
	for _, width := range []int{40, 60, 80} {
		table := &Table{Columns: []Column{{Title: "region", Least: 16, Names: true}, {Title: "calls", Right: true}, {Title: "mean", Right: true, Drop: 1}}}
		add := func(guides, name string) {
			table.Add(Text{{Text: guides}, {Text: name}, {Text: " @Ocean"}}, Plain("10 000 000"), Plain("10.000 s"))
		}
		for k := range 14 {
			add("│ ├ ", fmt.Sprintf("example.com/scalability/internal/model.(*State).advance_tracer_%02d", k))
		}
		for k := range 9 {
			add("│ │ └ ", fmt.Sprintf("example.com/scalability/internal/model.level_%d_of_the_multigrid_cycle_that_goes_up_and_down", k))
		}
		lines := table.Lines(width, None)
		seen := map[string]bool{}
		for _, line := range lines[1:] {
			if columns.Width(line) > width || !strings.Contains(line, "10 000 000") {
				t.Errorf("%d: %q", width, line)
			}
			if seen[line] {
				t.Errorf("%d: two rows are %q", width, line)
			}
			seen[line] = true
		}
		said := map[int]string{40: "region", 60: "(…: example.com/scalability/)", 80: "(…: example.com/scalability/internal/model.)"}[width] // as much as has room
		if t.Log(strings.Join(lines, "\n")); !strings.Contains(lines[0], said) {
			t.Errorf("the title is %q", lines[0])
		}
	}
}

// However deep a region lies, its name has 14 columns, and it is seen that guides are missing.
func TestNamesOfDeepTreesHaveRoom(t *testing.T) {
	table := &Table{Columns: []Column{{Title: "region", Least: 16, Names: true}, {Title: "calls", Right: true}}}
	for k := range 40 {
		table.Add(Text{{Text: strings.Repeat("  ", k) + "└ "}, {Text: fmt.Sprintf("solver.level_%02d_of_the_multigrid_cycle", k)}}, Plain("100000000000"))
	}
	for k, line := range table.Lines(60, None)[1:] {
		fields := strings.Fields(line)
		name := fields[len(fields)-2]
		if columns.Width(line) > 60 || columns.Width(name) < longName || !strings.Contains(line, "100000000000") || k > 20 && !strings.HasPrefix(line, "…") {
			t.Errorf("level %d: %q, of which the name has %q", k, line, name)
		}
	}
}

// However narrow, a number is whole or not there.
func TestNumbersWholeOrLeftOut(t *testing.T) {
	for width := 10; width < 60; width++ {
		table := &Table{Columns: []Column{{Title: "region", Least: 16, Names: true}, {Title: "calls", Right: true}, {Title: "k/P", Right: true}}}
		table.Add(Plain("a_region_with_a_long_name"), Plain("10000000"), Plain("10000/10000"))
		line := table.Lines(width, None)[1]
		for _, field := range strings.Fields(line)[1:] {
			if field != "10000000" && field != "10000/10000" {
				t.Errorf("%d: %q", width, line)
			}
		}
	}
}

func TestCutNameFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.StringMatching(`[a-c世é]{1,30}`), 1, 6).Draw(t, "names")
		same, width := differs(names), rapid.IntRange(1, 30).Draw(t, "width")
		for _, name := range names {
			cell := Text{{Text: "│ └ "}, {Text: name}}
			if got := cutName(cell, width, same); got.Width() > width || cell.Width() <= width && got.String() != cell.String() {
				t.Errorf("%q in %d columns: %q", cell.String(), width, got.String())
			}
		}
	})
}
