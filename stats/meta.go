package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/internal/rankset"
)

// meta is what is known of some of the ranks besides their trees.
type meta struct {
	size    int // of the default environment; 0 in a partial of no rank
	ranks   rankset.Set
	program string
	start   int64
	from    int64
	to      int64
	seen    seen
	source  string
	hosts   []uint64 // hashes of the host names, ascending
	clocks  []ClockSummary

	resolution int64        // the coarsest
	counted    []countedHow // by name; what is not there was counted all the time

	countedView []countedHow // the same of the other view

	warnings []WarningSummary // the MaxWarnings smallest by kind, path and place
	warned   uint64
}

func newMeta(p *Profile) meta {
	m := meta{
		size:    p.Size,
		ranks:   rankset.One(p.Rank),
		program: p.Program,
		start:   p.Start,
		from:    p.From,
		to:      p.To,
		seen:    seenOf(p),
		source:  p.Source,
		clocks:  []ClockSummary{{p.Clock.Name, 1, finite(p.Clock.Resolution), finite(p.Clock.PairCost), finite(p.Clock.Drift)}},
	}
	m.resolution, m.counted = max(p.Resolution, 0), countedShares(p)
	if p.Host != "" {
		m.hosts = []uint64{textKey(p.Host)}
	}
	for _, w := range p.Warnings {
		m.warnings = append(m.warnings, WarningSummary{w, 1, p.Rank})
		m.warned = addBounded(m.warned, w.Count)
	}
	order.Stably(m.warnings, compareWarnings)
	out := m.warnings[:0]
	for _, w := range m.warnings {
		if last := len(out) - 1; last >= 0 && compareWarnings(out[last], w) == 0 {
			out[last].Count = addBounded(out[last].Count, w.Count)
		} else {
			out = append(out, w)
		}
	}
	m.warnings = out[:min(len(out), MaxWarnings)]
	return m
}

// finite leaves out what could not be compared, or compares equal without being so (−0).
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v + 0
}

// fits says why the ranks of o cannot be added to those of m.
func (m *meta) fits(o *meta) error {
	if m.size == 0 || o.size == 0 {
		return nil
	}
	if m.size != o.size {
		return fmt.Errorf("%w: rank %d is one of %d ranks and rank %d one of %d",
			ErrMismatch, m.ranks[0].First, m.size, o.ranks[0].First, o.size)
	}
	if twice := m.ranks.Shared(o.ranks); twice >= 0 {
		return fmt.Errorf("%w: rank %d of %d is there twice", ErrMismatch, twice, m.size)
	}
	return nil
}

// merge adds the ranks of o, which fit.
func (m *meta) merge(o *meta) {
	switch {
	case o.size == 0:
		return
	case m.size == 0:
		*m = *o
		return
	}
	if o.ranks[0].First < m.ranks[0].First {
		m.program = o.program
		m.source = o.source
	}
	m.ranks = m.ranks.With(o.ranks)
	m.start = min(m.start, o.start)
	m.from = min(m.from, o.from)
	m.to = max(m.to, o.to)
	m.seen.merge(&o.seen)
	m.resolution = max(m.resolution, o.resolution)
	m.counted = union(m.counted, o.counted, compareCounted, leastCounted)
	m.countedView = union(m.countedView, o.countedView, compareCounted, leastCounted)
	if !slices.Equal(m.hosts, o.hosts) {
		m.hosts = union(m.hosts, o.hosts, cmp.Compare, nil)
	}
	m.clocks = union(m.clocks, o.clocks, func(a, b ClockSummary) int { return cmp.Compare(a.Name, b.Name) }, joinClocks)
	m.warnings = mergeWarnings(m.warnings, o.warnings)
	m.warned = addBounded(m.warned, o.warned)
}

// union merges two ascending lists; join makes one of two equal entries, nil keeps the first.
func union[T any](a, b []T, compare func(a, b T) int, join func(a, b T) T) []T {
	out := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := compare(a[0], b[0]); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			v := a[0]
			if join != nil {
				v = join(a[0], b[0])
			}
			out, a, b = append(out, v), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func joinClocks(a, b ClockSummary) ClockSummary {
	drift := a.Drift
	if d, e := math.Abs(a.Drift), math.Abs(b.Drift); e > d || e == d && b.Drift > a.Drift {
		drift = b.Drift
	}
	return ClockSummary{a.Name, a.Ranks + b.Ranks, max(a.Resolution, b.Resolution), max(a.PairCost, b.PairCost), drift}
}

// mergeWarnings keeps the smallest of both lists. A warning that is among the smallest of all ranks
// is so among any part of them that has it, so its count stays exact.
func mergeWarnings(a, b []WarningSummary) []WarningSummary {
	if len(b) == 0 {
		return a
	}
	out := union(a, b, compareWarnings, func(a, b WarningSummary) WarningSummary {
		a.Count = addBounded(a.Count, b.Count)
		a.FirstRank = min(a.FirstRank, b.FirstRank)
		a.Ranks += b.Ranks
		return a
	})
	return out[:min(len(out), MaxWarnings)]
}

func compareWarnings(a, b WarningSummary) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Caller, b.Caller))
}

// missingRanges returns the ranks below size that are not in a set.
func missingRanges(s rankset.Set, size int) (missing []Range) {
	next := 0
	for _, r := range append(s[:len(s):len(s)], rankset.Range{First: size, Last: size}) {
		if r.First > next {
			missing = append(missing, Range{First: next, Last: r.First - 1, Stride: 1})
		}
		next = r.Last + 1
	}
	return missing
}
