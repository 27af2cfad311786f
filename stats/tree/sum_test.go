package tree

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// Whatever is folded, sorted and closed, each region is in one row or behind one, and the rows below a region add up to
// its time.
func TestRowsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &stats.Summary{Size: 1, Ranks: 1, To: 1e9, Environments: []stats.EnvironmentSummary{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}}
		n := rapid.IntRange(1, 20).Draw(t, "regions")
		for i := range n {
			ns := uint64(rapid.IntRange(1, 1000).Draw(t, "time"))
			s.Regions = append(s.Regions, stats.Region{Parent: rapid.IntRange(min(i, 1)-1, i-1).Draw(t, "parent"), Name: fmt.Sprint("r", i),
				Ranks: 1, Completed: 1, Tracks: 1, Calls: 1, Wall: stats.Uint128{Lo: ns}, Total: stats.Uint128{Lo: ns},
				Min: stats.Extreme{Value: int64(ns)}, Max: stats.Extreme{Value: int64(ns)}})
		}
		closed := rapid.IntRange(0, n).Draw(t, "closed")
		o := Options{MinShare: rapid.Float64Range(0, 0.5).Draw(t, "share"), Closed: func(i int) bool { return i == closed },
			Order: func(a, b *stats.Region) int { return b.Wall.Cmp(a.Wall) }}
		tree, err := New(s, o)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		below := make([]stats.Uint128, n+1)
		for _, r := range tree.Rows() {
			switch r.Part {
			case Whole:
				parent := s.Regions[r.Region].Parent
				if parent < 0 {
					parent = n
				}
				below[parent] = below[parent].Add(s.Regions[r.Region].Wall)
				seen += 1 + r.Hidden
			case Small:
				if r.Region < 0 {
					r.Region = n
				}
				below[r.Region] = below[r.Region].Add(r.sum)
				var count int
				if _, err := fmt.Sscanf(r.Name, "… %d region", &count); err != nil {
					t.Fatalf("%q: %v", r.Name, err)
				}
				seen += count
			}
		}
		if seen != n {
			t.Errorf("%d regions are shown or counted, want %d", seen, n)
		}
		for i, sum := range below {
			var want stats.Uint128
			for _, k := range tree.children[i] {
				want = want.Add(s.Regions[k].Wall)
			}
			if sum != (stats.Uint128{}) && sum != want {
				t.Errorf("the rows below %d add up to %v, want %v", i, sum, want)
			}
		}
	})
}

// Kept rows are those that are wanted and those above them.
func TestKeep(t *testing.T) {
	s := &stats.Summary{Size: 1, Ranks: 1, To: 1e9, Environments: []stats.EnvironmentSummary{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}}
	for i, name := range []string{"Total", "step", "halo", "init"} {
		s.Regions = append(s.Regions, stats.Region{Parent: []int{-1, 0, 1, 0}[i], Name: name, Ranks: 1, Completed: 1, Tracks: 1, Calls: 1,
			Wall: stats.Uint128{Lo: 8 >> i}, Total: stats.Uint128{Lo: 8 >> i}, Min: stats.Extreme{Value: 8 >> i}, Max: stats.Extreme{Value: 8 >> i}})
	}
	tree, err := New(s, Options{Keep: func(i int) bool { return s.Regions[i].Name == "halo" }})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range tree.Rows() {
		got = append(got, fmt.Sprint(tree.Label(&r), " ", r.Faint))
	}
	if want := []string{"Total true", "└ step true", "  └ halo false"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
