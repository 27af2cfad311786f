package answers

import (
	"math/bits"

	"github.com/go-hpc/timers/stats"
)

// spreadOut is how ranks lie between the least and the most of something.
type spreadOut struct {
	histogram []uint32
	sets      []stats.RankSet
}

// ranks is how many they are: those that ran a region, but for those of which the time is not known.
func (s spreadOut) ranks(ran int) int {
	sum := 0
	for _, n := range s.histogram {
		sum += int(n)
	}
	if sum == 0 { // there is no histogram
		return ran
	}
	return min(sum, ran)
}

// from are the ranks of the sets from one on, as one.
func (s spreadOut) from(set int) stats.RankSet { return union(s.sets[min(set, len(s.sets)):]) }

// to are those of the sets before it.
func (s spreadOut) to(set int) stats.RankSet { return union(s.sets[:min(set, len(s.sets))]) }

func union(sets []stats.RankSet) (all stats.RankSet) {
	for i := range sets {
		all.Add(&sets[i])
	}
	return all
}

// named are the ranks of a set of so many; nil if what is known of it does not tell. In a run of up to 64 ranks it always does; of
// more it tells ranks at equal distances, and few.
func (r *run) named(set stats.RankSet, count int) []stats.Range {
	first, last := int(set.First), int(set.Last)
	switch {
	case set.Sum == 0 || count <= 0 || first < 0 || last < first || last >= r.s.Size:
		return nil
	case r.s.Size <= 64:
		var list []int
		for left := set.Sum; left != 0; left &= left - 1 {
			list = append(list, bits.TrailingZeros64(left))
		}
		if len(list) != count {
			return nil
		}
		return ranges(list)
	case count == 1:
		return []stats.Range{{First: first, Last: first, Stride: 1}}
	case last > first && (last-first)%(count-1) == 0:
		even := stats.Range{First: first, Last: last, Stride: (last - first) / (count - 1)}
		sum := uint64(0)
		for rank := first; rank <= last; rank += even.Stride {
			sum += r.weight(rank)
		}
		if sum == set.Sum {
			return []stats.Range{even}
		}
	}
	return r.few(first, last, set.Sum, count)
}

func (r *run) weight(rank int) uint64 { return stats.RankWeight(rank, r.s.Size) }

// few are the ranks of a set of three or four: the first, the last, and those between whose weights make up its sum.
func (r *run) few(first, last int, sum uint64, count int) []stats.Range {
	if count != 3 && count != 4 {
		return nil
	}
	rest := sum - r.weight(first) - r.weight(last)
	seen := make(map[uint64]int)
	for rank := first + 1; rank < last; rank++ {
		w := r.weight(rank)
		if count == 3 && w == rest {
			return ranges([]int{first, rank, last})
		}
		if before, there := seen[rest-w]; count == 4 && there {
			return ranges([]int{first, before, rank, last})
		}
		seen[w] = rank
	}
	return nil
}

// ranges makes ranges of ascending ranks: of neighbours, and of three or more at equal distances.
func ranges(list []int) (all []stats.Range) {
	for i := 0; i < len(list); {
		one := stats.Range{First: list[i], Last: list[i], Stride: 1}
		n := 1
		if i+1 < len(list) {
			stride := list[i+1] - list[i]
			for i+n < len(list) && list[i+n]-list[i+n-1] == stride {
				n++
			}
			if stride > 1 && n < 3 {
				n = 1
			} else {
				one.Last, one.Stride = list[i+n-1], stride
			}
		}
		all, i = append(all, one), i+n
	}
	return all
}

// without are the ranks of some ranges that are in none of others.
func without(list []stats.Range, others ...stats.Range) []stats.Range {
	var rest []int
	for _, each := range list {
		for rank := each.First; rank <= each.Last; rank += max(each.Stride, 1) {
			if !hasRank(others, rank) {
				rest = append(rest, rank)
			}
		}
	}
	return ranges(rest)
}
