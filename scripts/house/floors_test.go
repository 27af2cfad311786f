package house

import (
	"slices"
	"strings"
	"testing"
)

// floors are the directories at the top, from the ground up: what stands on one imports nothing of those
// above it.
var floors = []string{"internal", "machenv", "stats", "gptlcompat", "mpitimer", "examples cmd scripts"}

func floor(dir string) int {
	top, _, _ := strings.Cut(dir, "/")
	return slices.IndexFunc(floors, func(f string) bool { return slices.Contains(strings.Fields(f), top) })
}

// upward reports whether an import leads from a top-level directory to one above it.
func upward(dir, name string) bool { return floor(name) > floor(dir) }

func TestNoArrowUpBetweenTopFolders(t *testing.T) {
	for _, f := range sources(t) {
		if floor(f.dir()) < 0 {
			t.Errorf("%s stands on no floor: say in floors on which", f.name)
		}
		for _, name := range f.imports {
			if ours(name) && upward(f.dir(), name) {
				t.Errorf("%s imports %s, which stands above it", f.name, name)
			}
		}
	}
}

func TestUpwardArrowsAreFound(t *testing.T) {
	for arrow, want := range map[[2]string]bool{
		{"gptlcompat/gptl", "mpitimer"}:  true,
		{"stats/geopm", "mpitimer/x"}:    true,
		{"internal/columns", "machenv"}:  true,
		{"mpitimer", "cmd/mpitimer"}:     true,
		{"mpitimer/gptl", "gptlcompat"}:  false,
		{"stats/tree", "stats"}:          false,
		{"cmd/mpitimer", "examples"}:     false,
		{"machenv/mpi", "internal/text"}: false,
	} {
		if got := upward(arrow[0], arrow[1]); got != want {
			t.Errorf("%s to %s: %t, want %t", arrow[0], arrow[1], got, want)
		}
	}
}
