package order

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type pair struct{ key, place int }

func TestSameAsSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Custom(func(t *rapid.T) pair { return pair{key: rapid.IntRange(0, 9).Draw(t, "key")} })).Draw(t, "list")
		for i := range list {
			list[i].place = i
		}
		byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		want, stable, sorted := slices.Clone(list), slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if Stably(stable, byKey); !slices.Equal(stable, want) {
			t.Fatalf("Stably(%v) = %v, want %v", list, stable, want)
		}
		By(sorted, func(a, b pair) int { return cmp.Or(byKey(a, b), cmp.Compare(a.place, b.place)) })
		if !slices.Equal(sorted, want) {
			t.Fatalf("By(%v) = %v, want %v", list, sorted, want)
		}
	})
}
