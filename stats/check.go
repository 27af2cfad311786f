package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
)

// ErrProfile reports that a Profile contradicts itself.
var ErrProfile = errors.New("stats: invalid profile")

// ErrSummary reports that a Summary contradicts itself.
var ErrSummary = errors.New("stats: invalid summary")

// Check returns an error unless p is a Profile that the rest of this module can rely on: indices within
// range, parents before their children, no region twice in one place of the tree, no negative time. The error
// matches ErrProfile and names the place.
func (p *Profile) Check() error {
	if err := p.structure(); err != nil {
		return err
	}
	if err := p.eachOnce(); err != nil {
		return err
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if err := n.values(); err != nil {
			return fmt.Errorf("%w: rank %d: node %d %q: %w", ErrProfile, p.Rank, i, n.Name, err)
		}
		for j := range n.ByTrack {
			if err := n.ByTrack[j].values(); err != nil {
				return fmt.Errorf("%w: rank %d: node %d %q on track %d: %w", ErrProfile, p.Rank, i, n.Name, n.ByTrack[j].Track, err)
			}
		}
	}
	return nil
}

// goodTree is one in which no region is twice. As a rule the next rank has the same.
var goodTree atomic.Value // of []PathKey

// eachOnce returns an error if a region is twice in one place of the tree.
func (p *Profile) eachOnce() error {
	good, _ := goodTree.Load().([]PathKey)
	same := len(p.Nodes) == len(good)
	for i := 0; same && i < len(good); i++ {
		same = p.Nodes[i].Key() == good[i]
	}
	if same {
		return nil
	}
	seen, keys := make(Index, len(p.Nodes)), make([]PathKey, len(p.Nodes))
	for i := range p.Nodes {
		keys[i] = p.Nodes[i].Key()
		if j, twice := seen.Add(keys[i]); twice {
			return fmt.Errorf("%w: rank %d: nodes %d and %d are both %q", ErrProfile, p.Rank, j, i, p.Path(i))
		}
	}
	goodTree.Store(keys)
	return nil
}

// structure checks what would make a computation fail; wrong values only make its result wrong.
func (p *Profile) structure() error {
	if err := p.frame(); err != nil {
		return err
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch {
		case n.Parent < -1 || n.Parent >= i:
			return p.fault("node %d %q has parent %d, want an earlier node or -1", i, n.Name, n.Parent)
		case n.Environment < 0 || n.Environment >= len(p.Environments):
			return p.fault("node %d %q is in environment %d of %d", i, n.Name, n.Environment, len(p.Environments))
		case n.Level < math.MinInt32 || n.Level > math.MaxInt32:
			return p.fault("node %d %q has level %d, want 32 bits", i, n.Name, n.Level)
		case len(n.Values) != 0 && len(n.Values) != len(p.Counters):
			return p.fault("node %d %q has %d values of %d counters", i, n.Name, len(n.Values), len(p.Counters))
		case len(n.LeftOut) > len(n.Values):
			return p.fault("node %d %q leaves calls out of %d counters and has %d values", i, n.Name, len(n.LeftOut), len(n.Values))
		case len(n.Turns) > len(n.Values):
			return p.fault("node %d %q has turns of %d counters and %d values", i, n.Name, len(n.Turns), len(n.Values))
		case len(n.LargestTracks) > len(n.Values) || slices.ContainsFunc(n.LargestTracks, func(track int) bool { return track < 0 || track >= max(len(p.Tracks), 1) }):
			return p.fault("node %d %q has most of %d values on tracks %v of %d", i, n.Name, len(n.Values), n.LargestTracks, len(p.Tracks))
		case n.Lacks.check() != nil:
			return p.fault("node %d %q %v", i, n.Name, n.Lacks.check())
		case !n.Histogram.valid():
			return p.fault("node %d %q: histogram of %d buckets from %d", i, n.Name, len(n.Histogram.Counts), n.Histogram.First)
		}
		for j := range n.ByTrack {
			t := &n.ByTrack[j]
			if t.Track < 0 || t.Track >= max(len(p.Tracks), 1) || j > 0 && t.Track <= n.ByTrack[j-1].Track {
				return p.fault("node %d %q: track %d stands out of order or is none of %d", i, n.Name, t.Track, len(p.Tracks))
			}
			if !t.Histogram.valid() {
				return p.fault("node %d %q on track %d: histogram of %d buckets from %d",
					i, n.Name, t.Track, len(t.Histogram.Counts), t.Histogram.First)
			}
		}
	}
	return nil
}

// frame is structure of all but the nodes.
func (p *Profile) frame() error {
	if p.Size < 1 || p.Size > math.MaxInt32 || p.Rank < 0 || p.Rank >= p.Size {
		return p.fault("no such rank")
	}
	if len(p.Nodes) > math.MaxInt32 || len(p.Environments) > math.MaxInt32 {
		return p.fault("%d nodes in %d environments are too many", len(p.Nodes), len(p.Environments))
	}
	if err := checkCounters(p.Counters, p.Counted, p.Empty); err != nil {
		return p.fault("%v", err)
	}
	if p.Late < 0 || p.Resolution < 0 {
		return p.fault("late by %d ns, resolution %d ns: want none below 0", p.Late, p.Resolution)
	}
	for i, c := range p.Environments {
		if err := c.Check(p.Size); err != nil {
			return p.fault("environment %d %q: %v", i, c.Name, err)
		}
	}
	return nil
}

func (p *Profile) fault(format string, args ...any) error {
	return fmt.Errorf("%w: rank %d of %d: %s", ErrProfile, p.Rank, p.Size, fmt.Sprintf(format, args...))
}

func (m *Measure) values() error {
	switch {
	case m.Total < 0 || m.Open < 0 || m.Min < 0 || m.Max < 0 || m.Running < 0 || m.Waited < 0:
		return fmt.Errorf("a negative value: total %d, open %d, min %d, max %d, running %d, waited %d", m.Total, m.Open, m.Min, m.Max, m.Running, m.Waited)
	case m.Min > m.Max:
		return fmt.Errorf("minimum %d above maximum %d", m.Min, m.Max)
	}
	return checkCounts(m.counts())
}

// Check returns an error if the environment is invalid for a run of size ranks.
func (e *Environment) Check(size int) error { return checkRanges(e.Ranks, e.Size, size) }

// checkRanges checks the ranks of an environment of a given size within an environment of limit ranks.
func checkRanges(ranges []Range, size, limit int) error {
	count, next := 0, 0
	for _, s := range ranges {
		if s.First < next || s.Last < s.First || s.Last >= limit || s.Stride < 1 || (s.Last-s.First)%s.Stride != 0 {
			return fmt.Errorf("ranks %d to %d by %d: want ascending ranks below %d", s.First, s.Last, s.Stride, limit)
		}
		count += (s.Last-s.First)/s.Stride + 1
		next = s.Last + 1
	}
	if count != size {
		return fmt.Errorf("size %d but %d ranks listed", size, count)
	}
	return nil
}

func (h *Histogram) valid() bool {
	n := len(h.Counts)
	if n == 0 {
		return h.First == 0
	}
	return h.First >= 0 && n <= Buckets && h.First <= Buckets-n && h.Counts[0] != 0 && h.Counts[n-1] != 0
}

// Check returns an error unless s is a Summary that the rest of this module can rely on: indices within
// range, parents before their children, no count above what it counts, no negative time. The error matches
// ErrSummary and names the place.
func (s *Summary) Check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrSummary, fmt.Sprintf(format, args...))
	}
	if s.Size < 1 || s.Size > math.MaxInt32 || s.Ranks < 0 || s.Ranks > s.Size || s.Hosts < 0 || s.Hosts > s.Ranks {
		return fail("%d of %d ranks on %d hosts", s.Ranks, s.Size, s.Hosts)
	}
	if err := checkRanges(s.Missing, s.Size-s.Ranks, s.Size); err != nil {
		return fail("missing ranks: %v", err)
	}
	for i, c := range s.Environments {
		if err := (*Environment)(&c).Check(s.Size); err != nil {
			return fail("environment %d %q: %v", i, c.Name, err)
		}
	}
	if err := checkCounters(s.Counters, s.Counted, s.Empty); err != nil {
		return fail("%v", err)
	}
	if s.Apart < 0 || s.Resolution < 0 || s.ResolutionOfSums < 0 {
		return fail("ranks seen %d ns apart, resolution %d ns and %d ns: want none below 0", s.Apart, s.Resolution, s.ResolutionOfSums)
	}
	if len(s.Warnings) > MaxWarnings {
		return fail("%d warnings, want at most %d", len(s.Warnings), MaxWarnings)
	}
	for i := range s.Regions {
		if err := s.checkRegion(i); err != nil {
			return fail("region %d %q: %v", i, s.Regions[i].Name, err)
		}
	}
	return nil
}

func (s *Summary) checkRegion(i int) error {
	r := &s.Regions[i]
	switch {
	case r.Parent < -1 || r.Parent >= i:
		return fmt.Errorf("parent %d, want an earlier region or -1", r.Parent)
	case r.Environment < 0 || r.Environment >= len(s.Environments):
		return fmt.Errorf("environment %d of %d", r.Environment, len(s.Environments))
	case r.Ranks < 0 || r.Ranks > s.Ranks || r.Completed < 0 || r.Completed > r.Ranks ||
		r.Running < 0 || r.Running > r.Ranks || r.Tracks < 0:
		return fmt.Errorf("%d ranks, %d completed, %d running, %d threads; %d ranks took part", r.Ranks, r.Completed, r.Running, r.Tracks, s.Ranks)
	case len(r.RankHistogram) != 0 && len(r.RankHistogram) != RankBins:
		return fmt.Errorf("%d bins, want %d", len(r.RankHistogram), RankBins)
	case !validSets(r.RankSets, s.Size):
		return fmt.Errorf("ranks %v of bins, want %d sets of ranks below %d", r.RankSets, rankSets, s.Size)
	case !r.CallHistogram.valid():
		return fmt.Errorf("histogram of %d buckets from %d", len(r.CallHistogram.Counts), r.CallHistogram.First)
	}
	if err := cmp.Or(checkCounts(r.counts()), r.Lacks.check()); err != nil {
		return err
	}
	if len(r.Values) != 0 && len(r.Values) != len(s.Counters) {
		return fmt.Errorf("%d values of %d counters", len(r.Values), len(s.Counters))
	}
	for j := range r.Values {
		if err := r.Values[j].check(s.Ranks, s.Size); err != nil {
			return err
		}
	}
	for _, e := range [...]Extreme{r.Min, r.Max, r.TrackMin, r.TrackMax, r.CallMin, r.CallMax, r.UntimedMin, r.UntimedMax} {
		if e.Value < 0 || e.Rank < -1 || e.Rank >= s.Size || e.Track < 0 {
			return fmt.Errorf("extreme %d on rank %d, thread %d", e.Value, e.Rank, e.Track)
		}
	}
	if r.Min.Value > r.Max.Value || r.TrackMin.Value > r.TrackMax.Value || r.CallMin.Value > r.CallMax.Value || r.UntimedMin.Value > r.UntimedMax.Value {
		return errors.New("a minimum above its maximum")
	}
	return nil
}
