// Package rankset has sets of ranks: all ranks but a few are a few ranges, however many they are.
package rankset

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/internal/order"
)

// A Set is ranks as ascending ranges that neither meet nor overlap.
type Set []Range

// A Range is the ranks from First to Last.
type Range struct{ First, Last int }

// One returns the set of one rank.
func One(rank int) Set { return Set{{rank, rank}} }

// UpTo returns the set of the ranks 0 to size − 1.
func UpTo(size int) Set { return Set{{0, size - 1}} }

// Of returns the set of a list of ranks.
func Of(ranks []int) Set {
	var list Set
	for _, r := range ranks {
		list = append(list, Range{r, r})
	}
	order.By(list, func(a, b Range) int { return cmp.Compare(a.First, b.First) })
	return list.With(nil)
}

// Len returns the number of ranks.
func (s Set) Len() int {
	n := 0
	for _, r := range s {
		n += r.Last - r.First + 1
	}
	return n
}

// At returns the i-th rank, −1 if there are fewer.
func (s Set) At(i int) int {
	for _, r := range s {
		if i <= r.Last-r.First {
			return r.First + i
		}
		i -= r.Last - r.First + 1
	}
	return -1
}

// Index is the inverse of At; −1 for a rank that is not in the set.
func (s Set) Index(rank int) int {
	before := 0
	for _, r := range s {
		if rank <= r.Last {
			if rank < r.First {
				return -1
			}
			return before + rank - r.First
		}
		before += r.Last - r.First + 1
	}
	return -1
}

// Has reports whether a rank is in the set.
func (s Set) Has(rank int) bool { return s.Index(rank) >= 0 }

// With returns the union of two sets.
func (s Set) With(t Set) Set {
	joined := make(Set, 0, len(s)+len(t))
	for len(s) > 0 || len(t) > 0 {
		if len(s) == 0 || len(t) > 0 && t[0].First < s[0].First {
			s, t = t, s
		}
		if n := len(joined); n > 0 && s[0].First <= joined[n-1].Last+1 {
			joined[n-1].Last = max(joined[n-1].Last, s[0].Last)
		} else {
			joined = append(joined, s[0])
		}
		s = s[1:]
	}
	return joined
}

// And returns the set with one more rank.
func (s Set) And(rank int) Set { return s.With(One(rank)) }

// Shared returns the lowest rank that both sets have, −1 for none.
func (s Set) Shared(t Set) int {
	for len(s) > 0 && len(t) > 0 {
		if t[0].First < s[0].First {
			s, t = t, s
		}
		if t[0].First <= s[0].Last {
			return t[0].First
		}
		s = s[1:]
	}
	return -1
}

// Without lists the ranks of s that are not in t.
func (s Set) Without(t Set) (list []int) {
	for _, r := range s {
		for rank := r.First; rank <= r.Last; rank++ {
			if i := slices.IndexFunc(t, func(o Range) bool { return o.First <= rank && rank <= o.Last }); i >= 0 {
				rank = t[i].Last // of 10⁵ ranks nearly all are in it
				continue
			}
			list = append(list, rank)
		}
	}
	return list
}
