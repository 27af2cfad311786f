package tree_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// deep is a chain of regions inside each other, with a warning in the innermost.
func deep(t testing.TB, levels int) *stats.Summary {
	t.Helper()
	p := &stats.Profile{Size: 1, Program: "deep", To: 1e9, Environments: []stats.Environment{
		{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}},
	}}
	for i := range levels {
		p.Nodes = append(p.Nodes, leaf(i-1, fmt.Sprintf("f%d", i), 1, float64(2*levels-i)))
	}
	path := strings.Join(p.Path(levels-1), "/")
	p.Warnings = []stats.Warning{{Kind: "left running at the end", Path: path, Count: 1}}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// However deep a tree is, its text and what it takes to write it grow as its rows.
func TestWriteDeep(t *testing.T) {
	sizes := make(map[int]uint64)
	for _, levels := range []int{1000, 5000, 20_000} {
		s := deep(t, levels)
		for _, ascii := range []bool{levels < 5000, false} {
			var before, after runtime.MemStats
			var text bytes.Buffer
			runtime.ReadMemStats(&before)
			err := tree.Write(&text, s, tree.Options{ASCII: ascii, MinShare: 1e-6})
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if perRow := text.Len() / levels; perRow > 200 {
				t.Errorf("%d levels: %d bytes a row, want at most 200", levels, perRow)
			}
			checkDeep(t, text.String(), levels, ascii)
			sizes[levels] = after.TotalAlloc - before.TotalAlloc
		}
	}
	for _, grown := range [][2]int{{1000, 5000}, {5000, 20_000}} {
		allowed := 1.5 * float64(grown[1]) / float64(grown[0])
		if factor := float64(sizes[grown[1]]) / float64(sizes[grown[0]]); factor > allowed {
			t.Errorf("from %d to %d levels the memory grows %.1f fold, want at most %.1f", grown[0], grown[1], factor, allowed)
		}
	}
}

// checkDeep looks for the rows of a chain: where they stand, and how wide they are.
func checkDeep(t *testing.T, text string, levels int, ascii bool) {
	t.Helper()
	last := fmt.Sprintf("[%d] f%d ", levels, levels-1)
	for _, want := range []string{"f39 ", "[41] f40 ", last, fmt.Sprintf("[41] to [%d]: ", levels)} {
		if !strings.Contains(text, want) {
			t.Errorf("%d levels: the tree lacks %q", levels, want)
		}
	}
	if strings.Contains(text, "[40] ") {
		t.Errorf("%d levels: the level of a region that is indented is told", levels)
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, last) && !strings.Contains(line, map[bool]string{false: "¹", true: "[1]"}[ascii]) {
			t.Errorf("%d levels: the row of the warning does not refer to it: %s", levels, line)
		}
		if width := utf8.RuneCountInString(line); width > 250 {
			t.Fatalf("%d levels: a row of %d columns, want at most 250: %s", levels, width, line)
		}
	}
}
