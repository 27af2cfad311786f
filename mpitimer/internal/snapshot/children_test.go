package snapshot_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
)

// Each call path has one node, whatever others there are, and in the order in which they were first met.
func TestEachCallPathHasOneNode(t *testing.T) {
	type path struct {
		name                string
		parent, environment int
	}
	rapid.Check(t, func(t *rapid.T) {
		var b snapshot.Builder
		known := map[path]int{}
		for range rapid.IntRange(1, 200).Draw(t, "paths") {
			p := path{rapid.StringN(0, 2, -1).Draw(t, "name"), rapid.IntRange(-1, len(known)-1).Draw(t, "parent"), rapid.IntRange(0, 2).Draw(t, "environment")}
			want, met := known[p]
			if !met {
				want = len(known)
				known[p] = want
			}
			if n := b.Child(p.name, p.parent, p.environment); n != want || b.Made(n).Name != p.name || b.Made(n).Parent != p.parent {
				t.Fatalf("%v is node %d, want %d", p, n, want)
			}
		}
	})
}
