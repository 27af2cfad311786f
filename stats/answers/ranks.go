package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// apart is how many empty bins lie at least between ranks that are told apart from others.
const apart = stats.RankBins / 6

// slowest is the set of ranks that take longest in a region: those beyond the widest gap between ranks, if there is one.
func (r *run) slowest(i int) Ranks { return r.beyond(i, true) }

// fastest is the set of those that take least.
func (r *run) fastest(i int) Ranks { return r.beyond(i, false) }

func (r *run) beyond(i int, above bool) Ranks {
	g := &r.s.Regions[i]
	set, others := Ranks{Of: g.Ranks, First: g.Max.Rank}, g.Min.Rank
	if !above {
		set.First, others = others, set.First
	}
	below := gap(g.RankHistogram)
	switch {
	case below == 0 && g.Ranks > 2:
		return set
	case above:
		set.Count = g.Ranks - below
	default:
		set.Count = below
	}
	if g.Ranks == 2 {
		set.Count = 1
	}
	switch {
	case set.Count == 1:
		set.Ranges = []stats.Range{{First: set.First, Last: set.First, Stride: 1}}
	case set.Count == g.Ranks-1 && r.ranAll(g):
		set.Ranges = without(r.s.Environments[g.Environment].Ranks, others)
	}
	return set
}

// same reports whether two sets may be one, as far as they are known.
func (r *Ranks) same(o *Ranks) bool {
	return r.First == o.First || r.Ranges != nil && slices.Equal(r.Ranges, o.Ranges)
}

// gap counts the ranks below the widest gap between them; 0 if there is none that tells them apart.
func gap(histogram []uint32) (below int) {
	widest, seen, last := apart, 0, -1
	for bin, n := range histogram {
		if n == 0 {
			continue
		}
		if last >= 0 && bin-last-1 > widest {
			widest, below = bin-last-1, seen
		}
		seen, last = seen+int(n), bin
	}
	return below
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
