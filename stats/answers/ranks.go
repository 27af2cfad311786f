package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// apart is how many empty bins lie at least between ranks that are told apart from others, but for one: some RankSet begins among
// them.
const apart = stats.SetBins - 2

// slowest is the set of ranks that take longest in a region: those beyond the widest gap between ranks, if there is one.
func (r *run) slowest(i int) Ranks {
	g := &r.s.Regions[i]
	return r.beyond(i, spreadOut{g.RankHistogram, g.RankSets}, g.Max, g.Min, false)
}

// fastest is the set of those that take least.
func (r *run) fastest(i int) Ranks {
	g := &r.s.Regions[i]
	return r.beyond(i, spreadOut{g.RankHistogram, g.RankSets}, g.Min, g.Max, true)
}

// busiest is the set of those with the most useful time.
func (r *run) busiest(i int) Ranks {
	v := r.useful[i]
	return r.beyond(i, spreadOut{v.RankHistogram, v.RankSets}, v.Max, v.Min, false)
}

// beyond is the set with one extreme and without the other, above the gap of a histogram or below it.
func (r *run) beyond(i int, all spreadOut, with, other stats.Extreme, below bool) Ranks {
	first, ranks := with.Rank, all.ranks(r.s.Regions[i].Ranks)
	set := Ranks{Of: ranks, First: first}
	if over := r.of(i); over > r.s.Regions[i].Ranks && !below { // the others have nothing to do there
		if set.Of, set.Count = over, ranks; ranks == 1 {
			set.Ranges = []stats.Range{{First: first, Last: first, Stride: 1}}
		} else {
			set.Ranges = r.named(all.from(0), set.Count)
		}
		return set
	}
	between := gap(all.histogram, below)
	switch {
	case ranks == 2 && first != other.Rank:
		set.Count = 1
	case between.below == 0:
		return set
	case below:
		set.Count = between.below
	default:
		set.Count = ranks - between.below
	}
	whole := r.ranAll(i) && ranks == r.s.Regions[i].Ranks
	switch {
	case set.Count == 1:
		set.Ranges = []stats.Range{{First: first, Last: first, Stride: 1}}
	case set.Count == ranks-1 && whole:
		set.Ranges = without(r.s.Environments[r.env[i]].Ranks, stats.Range{First: other.Rank, Last: other.Rank, Stride: 1})
	default:
		these, those := all.from(between.set), all.to(between.set)
		if below {
			these, those = those, these
		}
		if set.Ranges = r.named(these, set.Count); set.Ranges == nil && whole {
			if rest := r.named(those, ranks-set.Count); rest != nil {
				set.Ranges = without(r.s.Environments[r.env[i]].Ranks, rest...)
			}
		}
	}
	return set
}

// same reports whether two sets may be one, as far as they are known.
func (r *Ranks) same(o Ranks) bool {
	return r.First == o.First || r.Ranges != nil && slices.Equal(r.Ranges, o.Ranges)
}

// A gap lies between the times of ranks.
type between struct {
	below int // ranks below it; 0 if there is none that tells them apart
	set   int // the first RankSet above it
}

// gap finds the widest gap between ranks of those beyond the mean, or above several ranks if it is wider than all that lies above it: one
// that was measured for less is far below all others.
func gap(histogram []uint32, below bool) (found between) {
	mean, ranks := 0.0, 0
	for bin, n := range histogram {
		mean, ranks = mean+float64(n)*(float64(bin)+0.5), ranks+int(n)
	}
	mean /= float64(max(ranks, 1))
	widest, seen, last := apart, 0, -1
	for bin, n := range histogram {
		if n == 0 {
			continue
		}
		beyond := float64(bin) >= mean || seen > 1 && 2*(bin-last-1) > 3*(len(histogram)-bin)
		if below {
			beyond = float64(last+1) <= mean
		}
		if last >= 0 && beyond && bin-last-1 > widest {
			widest, found.below, found.set = bin-last-1, seen, (last+stats.SetBins)/stats.SetBins
		}
		seen, last = seen+int(n), bin
	}
	return found
}

// ranAll reports whether all ranks of its environment, which are known, ran a region.
func (r *run) ranAll(i int) bool {
	e := &r.s.Environments[r.env[i]]
	return r.s.Regions[i].Ranks == e.Size && len(e.Ranks) > 0
}
