package rankset

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Sets do what maps of ranks do, and are kept in as few ranges as possible.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 24
		draw := func(name string) (Set, map[int]bool) {
			list, is := rapid.SliceOf(rapid.IntRange(0, size-1)).Draw(t, name), map[int]bool{}
			for _, rank := range list {
				is[rank] = true
			}
			return Of(list), is
		}
		a, inA := draw("a")
		b, inB := draw("b")
		one := rapid.IntRange(0, size-1).Draw(t, "one")
		both, shared := maps.Clone(inA), -1
		maps.Copy(both, inB)
		var without []int
		for rank := size - 1; rank >= 0; rank-- {
			if inA[rank] && inB[rank] {
				shared = rank
			}
			if inA[rank] && !inB[rank] {
				without = append([]int{rank}, without...)
			}
		}
		expect(t, "a", a, inA, size)
		expect(t, "a with b", a.With(b), both, size)
		if got := a.Shared(b); got != shared {
			t.Errorf("%v and %v share %d, want %d", a, b, got, shared)
		}
		if got := a.Without(b); !slices.Equal(got, without) {
			t.Errorf("%v without %v is %v, want %v", a, b, got, without)
		}
		inA[one] = true
		expect(t, "a and one", a.And(one), inA, size)
	})
}

// What two large sets do not share is found by their ranges: there is no time to look at each rank.
func TestWithoutOfLargeSets(t *testing.T) {
	const size, lost = math.MaxInt, math.MaxInt / 2
	present := UpTo(lost).With(Set{{lost + 1, size - 1}})
	if got := UpTo(size).Without(present); !slices.Equal(got, []int{lost}) {
		t.Errorf("got %v, want %d", got, lost)
	}
}

func expect(t *rapid.T, what string, s Set, want map[int]bool, size int) {
	ranks := slices.Sorted(maps.Keys(want))
	for i, r := range s {
		if r.Last < r.First || i > 0 && r.First <= s[i-1].Last+1 {
			t.Fatalf("%s: %v", what, s)
		}
	}
	for rank := range size {
		at, found := slices.BinarySearch(ranks, rank)
		if s.Has(rank) != found || found && (s.Index(rank) != at || s.At(at) != rank) {
			t.Errorf("%s: rank %d of %v is at %d, want %v", what, rank, s, s.Index(rank), ranks)
		}
	}
	if s.Len() != len(ranks) || s.At(len(ranks)) != -1 {
		t.Errorf("%s: %v has %d ranks, want %d", what, s, s.Len(), len(ranks))
	}
}
