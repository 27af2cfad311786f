package main

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
)

// Rows of a deep tree are no wider than others, in top and in stacks.
func TestDeepRows(t *testing.T) {
	const levels = 1000
	s := &sample{moment: &moment{}}
	root := &level{}
	in := root
	for i := range levels {
		name := fmt.Sprintf("f%d", i)
		r := region{Region: &stats.Region{Parent: i - 1, Name: name}, index: i, key: name, name: name}
		if i < levels-1 {
			r.children = []int{i + 1}
		}
		s.regions = append(s.regions, r)
		in.inner = []*level{{name: name, ranks: []int{0}}}
		in = in.inner[0]
	}
	const widest = 100
	rows := newView().rows(s)
	if len(rows) != levels {
		t.Fatalf("%d rows, want %d", len(rows), levels)
	}
	for i, r := range rows {
		if width := utf8.RuneCountInString(r.guides); width > widest {
			t.Fatalf("top: row %d has %d columns before its name, want at most %d", i, width, widest)
		}
	}
	lines := levelsGrid(root.inner).text(0)
	if len(lines) != levels+1 {
		t.Errorf("stacks: %d lines, want %d", len(lines), levels+1)
	}
	for i, line := range lines {
		if width := utf8.RuneCountInString(line); width > 2*widest {
			t.Fatalf("stacks: line %d has %d columns, want at most %d", i, width, 2*widest)
		}
	}
}
