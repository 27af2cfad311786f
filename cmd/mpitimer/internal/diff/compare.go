package diff

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/stats"
)

// metric is the compared figure of a region.
type metric struct {
	name, about string
	time        bool // nanoseconds; otherwise a count
	figure      stats.FigureOf
	counter     bool // the mean of the counter of that name, over the ranks that measured it
}

var metrics = []metric{
	{"mean", "mean time of the ranks that ran the region", true, stats.FigureMean, false},
	{"max", "time of the slowest rank", true, stats.FigureMax, false},
	{"min", "time of the fastest rank", true, stats.FigureMin, false},
	{"total", "time of all ranks and threads", true, stats.FigureTotal, false},
	{"self", "time outside the regions below, of all ranks and threads", true, stats.FigureSelf, false},
	{"imbalance", "max - mean", true, stats.FigureImbalance, false},
	{"call", "mean time of a call", true, stats.FigureCallMean, false},
	{"calls", "calls on all ranks and threads", false, stats.FigureCalls, false},
}

// of returns the figure if it is known; one that its source does not resolve is not.
func (m *metric) of(s *stats.Summary, r *stats.Region) (float64, bool) {
	if m.counter {
		i := counterNamed(s, m.name)
		if i < 0 || i >= len(r.Values) || r.Values[i].Ranks == 0 {
			return 0, false
		}
		return r.Values[i].Mean() * s.Counters[i].Step, true
	}
	f := s.Figure(r, m.figure)
	if m.figure == stats.FigureSelf {
		f.Value = r.Self.Float64()
	}
	return f.Value, f.Known && (r.Ranks > 0 || m.figure == stats.FigureCallMean)
}

// counted returns for which share of a region its figure was counted; all of it for what is no counter.
func (m *metric) counted(s *stats.Summary, r *stats.Region) float64 {
	if i := counterNamed(s, m.name); m.counter && i >= 0 {
		return s.CountedIn(r, i)
	}
	return 1
}

func metricNamed(name string) (metric, bool) {
	i := slices.IndexFunc(metrics, func(m metric) bool { return m.name == name })
	if i < 0 {
		return metric{}, false
	}
	return metrics[i], true
}

// counterNamed is the index of a counter, -1 for none; ":peak" behind its name stands for its largest reading.
func counterNamed(s *stats.Summary, name string) int {
	bare, peak := strings.CutSuffix(name, ":peak")
	return slices.IndexFunc(s.Counters, func(c stats.Counter) bool { return c.Name == bare && c.Peak == peak })
}

func metricNames() (names []string) {
	for _, m := range metrics {
		names = append(names, m.name)
	}
	return names
}

// region is a call path in an environment, with what each run measured there.
type region struct {
	name        string
	environment string
	parent      *region
	below       []*region
	all         []float64    // of the old and then the new runs, NaN for those without a value
	values      [2][]float64 // of the old and the new runs that have it
	present     [2]int       // how many runs have it, also without a value
	missed      [2]float64   // the share for which a counter was not counted, in the run where that is most

	comparison
}

// comparison is the result of comparing the samples of two sides.
type comparison struct {
	both, judged bool // values on both sides; enough of them for a test
	sides        [2]interval
	change       float64 // of the new median over the old, as a share; infinite if the old is 0
	p, alpha     float64 // p is adjusted for all regions that are tested, see test
}

// significant reports whether the change is more than chance.
func (c *comparison) significant() bool { return c.both && c.judged && c.p <= c.alpha }

// merge makes one tree of the regions of all runs. Regions that only new runs have come after their siblings.
func merge(sides [2][]*load.Run, m metric, alpha float64) *region {
	top := &region{}
	type place struct {
		parent            *region
		name, environment string
	}
	at := make(map[place]*region)
	total := len(sides[0]) + len(sides[1])
	for side, runs := range sides {
		for number, run := range runs {
			s := run.Summary
			all := make([]*region, len(s.Regions))
			for i := range s.Regions {
				r := &s.Regions[i]
				parent := top
				if r.Parent >= 0 {
					parent = all[r.Parent]
				}
				key := place{parent, r.Name, s.Environments[r.Environment].Name}
				if r.Environment == 0 {
					key.environment = "" // the default one, whatever its name
				}
				to := at[key]
				if to == nil {
					to = &region{name: r.Name, environment: key.environment, parent: parent, all: slices.Repeat([]float64{math.NaN()}, total)}
					at[key] = to
					parent.below = append(parent.below, to)
				}
				all[i] = to
				to.present[side]++
				to.missed[side] = max(to.missed[side], 1-m.counted(s, r))
				if v, ok := m.of(s, r); ok {
					to.values[side] = append(to.values[side], v)
					to.all[side*len(sides[0])+number] = v
				}
			}
		}
	}
	top.each(func(r *region) { r.comparison = compare(r.values, alpha) })
	return top
}

// each calls f for all regions below r, in order.
func (r *region) each(f func(*region)) {
	for _, b := range r.below {
		f(b)
		b.each(f)
	}
}

// test finds p of the regions, all of one family: alpha is the rate of errors in all of them together. Each value is from
// one run: the ranks of one run wait for each other, so they are not independent samples.
func test(list []*region, n, m int, alpha float64) (tested int) {
	list = slices.DeleteFunc(slices.Clone(list), func(r *region) bool { return !r.both || !r.judged })
	samples := make([]sample, len(list))
	for i, r := range list {
		samples[i] = sampleOf(r.all)
	}
	for i, p := range chances(samples, n, m, alpha) {
		r := list[i]
		switch {
		case r.change > 0:
			r.p = p[0]
		case r.change < 0:
			r.p = p[1]
		}
	}
	return len(list)
}

// compare compares two samples.
func compare(values [2][]float64, alpha float64) (c comparison) {
	c.alpha, c.p = alpha, 1
	for side, x := range values {
		if len(x) > 0 {
			c.sides[side] = medianOf(x)
		}
	}
	c.both = len(values[0]) > 0 && len(values[1]) > 0
	if !c.both {
		return c
	}
	c.judged = detects(len(values[0]), len(values[1]), alpha)
	c.change = relative(c.sides[0].median, c.sides[1].median)
	return c
}

func relative(before, after float64) float64 {
	switch {
	case before == after:
		return 0
	case before == 0:
		return math.Inf(1)
	}
	return after/before - 1
}

// path returns the names from the outermost region inwards, or only the last for one that is nested without
// end.
func (r *region) path() string {
	const deepest = 256
	var names []string
	for ; r.parent != nil && len(names) < deepest; r = r.parent {
		names = append(names, r.name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// status returns what became of a region.
type status int

const (
	inBoth status = iota
	gone
	appeared
)

func (r *region) status() status {
	switch {
	case r.present[1] == 0:
		return gone
	case r.present[0] == 0:
		return appeared
	}
	return inBoth
}

// factors returns the factors by which the medians of regions on both sides have grown.
func factors(list []*region) (all []float64) {
	for _, r := range list {
		if r.both && r.sides[0].median > 0 && r.sides[1].median > 0 {
			all = append(all, r.sides[1].median/r.sides[0].median)
		}
	}
	return all
}

// medians returns the positive medians of regions on both sides.
func medians(list []*region, side int) (all []float64) {
	for _, r := range list {
		if r.both && r.sides[0].median > 0 && r.sides[1].median > 0 {
			all = append(all, r.sides[side].median)
		}
	}
	return all
}

// byChange sorts regions by how much time they have lost, the most first.
func byChange(list []*region) {
	delta := func(r *region) float64 { return r.sides[1].median - r.sides[0].median }
	slices.SortStableFunc(list, func(a, b *region) int { return cmp.Compare(delta(b), delta(a)) })
}
