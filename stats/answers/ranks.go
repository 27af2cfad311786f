package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// apart is how many empty bins lie at least between ranks that are told apart from others.
const apart = stats.RankBins / 6

// slowest is the set of ranks that take longest in a region: those beyond the widest gap between ranks, if there is one.
func (r *run) slowest(i int) Ranks {
	g := &r.s.Regions[i]
	return r.beyond(i, g.RankHistogram, g.Max, g.Min, false)
}

// fastest is the set of those that take least.
func (r *run) fastest(i int) Ranks {
	g := &r.s.Regions[i]
	return r.beyond(i, g.RankHistogram, g.Min, g.Max, true)
}

// busiest is the set of those with the most useful time.
func (r *run) busiest(i int) Ranks {
	v := r.useful[i]
	return r.beyond(i, v.RankHistogram, v.Max, v.Min, false)
}

// beyond is the set with one extreme and without the other, above the gap of a histogram or below it.
func (r *run) beyond(i int, histogram []uint32, with, other stats.Extreme, below bool) Ranks {
	g := &r.s.Regions[i]
	first := with.Rank
	set := Ranks{Of: g.Ranks, First: first}
	if all := r.of(i); all > g.Ranks && !below { // the others have nothing to do there
		if set.Of, set.Count = all, g.Ranks; g.Ranks == 1 {
			set.Ranges = []stats.Range{{First: first, Last: first, Stride: 1}}
		}
		return set
	}
	n, beyondMean := gap(histogram, below)
	switch {
	case g.Ranks == 2 && first != other.Rank:
		set.Count = 1
	case n == 0 || !beyondMean:
		return set
	case below:
		set.Count = n
	default:
		set.Count = g.Ranks - n
	}
	switch {
	case set.Count == 1:
		set.Ranges = []stats.Range{{First: first, Last: first, Stride: 1}}
	case set.Count == g.Ranks-1 && r.ranAll(g):
		set.Ranges = without(r.s.Environments[g.Environment].Ranks, other.Rank)
	}
	return set
}

// same reports whether two sets may be one, as far as they are known.
func (r *Ranks) same(o Ranks) bool {
	return r.First == o.First || r.Ranges != nil && slices.Equal(r.Ranges, o.Ranges)
}

// gap counts the ranks below the widest gap between them; 0 if there is none that tells them apart. All beyond it may be beyond the
// mean, too.
func gap(histogram []uint32, below bool) (n int, beyondMean bool) {
	widest, seen, last := apart, 0, -1
	edge, sum := 0, 0.0 // the bin beyond the gap
	for bin, ranks := range histogram {
		if ranks == 0 {
			continue
		}
		if last >= 0 && bin-last-1 > widest {
			widest, n, edge = bin-last-1, seen, bin
			if below {
				edge = last
			}
		}
		seen, last = seen+int(ranks), bin
		sum += float64(ranks) * (float64(bin) + 0.5)
	}
	if mean := sum / float64(max(seen, 1)); below {
		return n, float64(edge+1) <= mean
	} else {
		return n, float64(edge) >= mean
	}
}

// ranAll reports whether all ranks of its environment, which are known, ran a region.
func (r *run) ranAll(g *stats.Region) bool {
	e := &r.s.Environments[g.Environment]
	return g.Ranks == e.Size && len(e.Ranks) > 0
}

// without are ranges without a rank.
func without(list []stats.Range, rank int) (rest []stats.Range) {
	for _, each := range list {
		if !each.Has(rank) {
			rest = append(rest, each)
			continue
		}
		if each.First < rank {
			rest = append(rest, stats.Range{First: each.First, Last: rank - each.Stride, Stride: each.Stride})
		}
		if rank < each.Last {
			rest = append(rest, stats.Range{First: rank + each.Stride, Last: each.Last, Stride: each.Stride})
		}
	}
	return rest
}
