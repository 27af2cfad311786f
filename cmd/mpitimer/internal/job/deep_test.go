package job

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// Rows of a deep tree of open regions are no wider than others.
func TestDeepLevels(t *testing.T) {
	const levels, widest = 1000, 200
	root := &level{}
	in := root
	for i := range levels {
		in.inner = []*level{{name: fmt.Sprintf("f%d", i), ranks: []int{0}}}
		in = in.inner[0]
	}
	lines := levelTable(root.inner).Lines(0, sheet.None)
	if len(lines) != levels+1 {
		t.Errorf("%d lines, want %d", len(lines), levels+1)
	}
	for i, line := range lines {
		if width := utf8.RuneCountInString(line); width > widest {
			t.Fatalf("line %d has %d columns, want at most %d", i, width, widest)
		}
	}
}
