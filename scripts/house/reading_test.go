package house

import (
	"maps"
	"path"
	"slices"
	"testing"

	"github.com/go-hpc/timers/scripts/house/rooms"
	"github.com/go-hpc/timers/scripts/house/size"
)

// Files are read from the top: few call what stands in one that was read before. docs/architecture.md has their order.
func TestFilesAreReadFromTheTop(t *testing.T) {
	for directory, order := range rooms.Reading {
		arrows, err := size.Arrows(root, directory)
		if err != nil {
			t.Fatal(err)
		}
		if there, listed := slices.Sorted(maps.Keys(arrows)), slices.Sorted(slices.Values(order)); !slices.Equal(there, listed) {
			t.Errorf("%s has the files %q, and these are in the order of reading: %q", directory, there, listed)
			continue
		}
		_, upward := size.Upward(arrows, order)
		expectSize(t, "house/upward-"+path.Base(directory), "arrows to files that are read before in "+directory, upward)
	}
}

func TestUpwardArrowsBetweenFiles(t *testing.T) {
	arrows := map[string][]string{"a.go": {"b.go", "c.go"}, "b.go": {"a.go"}, "c.go": nil}
	for want, order := range map[int][]string{1: {"a.go", "b.go", "c.go"}, 2: {"c.go", "a.go", "b.go"}} {
		if all, upward := size.Upward(arrows, order); all != 3 || upward != want {
			t.Errorf("%q: %d of %d, want %d of 3", order, upward, all, want)
		}
	}
}
