package stats

import "slices"

// The order of the calls in this file is the format: docs/encoding.md says the same in words. A change
// of it is a new version.

// The fewest bytes that an entry of a list takes: what a list can be long is judged by them.
const (
	leastText        = 1
	leastRange       = 3
	leastEnvironment = 3
	leastCounter     = 12
	leastNode        = 21 + len(Counts)
	leastTrack       = 10 + len(Counts)
	leastRegion      = 51 + len(Counts)
	leastValue       = 16
	leastRankSet     = 3
	leastWarning     = 4
	leastClock       = 26
	leastUse         = 6 // of a warning
)

func (p *Profile) code(c *coder) {
	c.int(&p.Rank, &p.Size)
	c.text(&p.Host)
	c.int(&p.PID)
	c.text(&p.Program)
	c.int64(&p.Start, &p.From, &p.To, &p.Late)
	c.text(&p.Clock.Name)
	c.float(&p.Clock.Hz, &p.Clock.Resolution, &p.Clock.PairCost, &p.Clock.Drift)
	c.text(&p.Source)
	c.int64(&p.Resolution)
	list(c, leastEnvironment, &p.Environments, func(e *Environment) { e.code(c) })
	list(c, leastText, &p.Tracks, c.text)
	codeCounters(c, &p.Counters, &p.Counted, &p.Empty)
	expected, _ := goodTree.Load().([]PathKey)
	list(c, leastNode, &p.Nodes, func(n *Node) {
		if c.reading && len(expected) > 0 {
			n.Name, expected = expected[0].Name, expected[1:]
		}
		n.code(c)
	})
	list(c, leastWarning, &p.Warnings, func(w *Warning) { w.code(c) })
}

func (e *Environment) code(c *coder) {
	c.text(&e.Name)
	c.int(&e.Size)
	c.ranges(&e.Ranks)
}

func codeCounters(c *coder, counters *[]Counter, counted *[]float64, empty *[]int64) {
	list(c, leastCounter, counters, func(q *Counter) {
		c.text(&q.Name)
		c.text(&q.Unit)
		c.float(&q.Step)
		c.text(&q.Domain)
		c.bool(&q.Peak)
	})
	list(c, 8, counted, func(v *float64) { c.float(v) })
	list(c, 1, empty, func(v *int64) { c.int64(v) })
}

func (n *Node) code(c *coder) {
	c.int(&n.Parent)
	c.text(&n.Name)
	c.int(&n.Environment, &n.Level)
	waited := n.Waited != 0 || slices.ContainsFunc(n.ByTrack, func(t TrackMeasure) bool { return t.Waited != 0 })
	c.flags(&n.Estimated, &n.Communicates, &waited)
	c.int(&n.Sample)
	c.lacks(&n.Lacks)
	n.Measure.code(c)
	list(c, leastTrack, &n.ByTrack, func(t *TrackMeasure) {
		c.int(&t.Track)
		t.Measure.code(c)
	})
	list(c, 1, &n.Values, func(v *int64) { c.int64(v) })
	counts(c, &n.LeftOut)
	list(c, 2, &n.Turns, func(t *Turns) { c.uint(&t.Due, &t.Counted) })
	list(c, 1, &n.LargestTracks, func(track *int) { c.int(track) })
	if !waited { // as in most
		return
	}
	c.int64(&n.Waited)
	for i := range n.ByTrack {
		c.int64(&n.ByTrack[i].Waited)
	}
}

func (m *Measure) code(c *coder) {
	n := m.counts()
	c.uint(n[:2]...)
	c.int(&m.Running)
	c.int64(&m.Total, &m.Open)
	c.uint(n[2])
	c.int64(&m.Min, &m.Max)
	c.wide(&m.Squares)
	c.histogram(&m.Histogram)
	c.uint(n[3:]...)
}

func (w *Warning) code(c *coder) {
	c.text(&w.Kind)
	c.text(&w.Path)
	c.text(&w.Caller)
	c.uint(&w.Count)
}

func (s *Summary) code(c *coder) {
	c.int(&s.Size, &s.Ranks)
	c.ranges(&s.Missing)
	c.int(&s.Hosts)
	c.text(&s.Program)
	c.int64(&s.Start, &s.From, &s.To, &s.Apart)
	codeClocks(c, &s.Clocks)
	c.text(&s.Source)
	c.int64(&s.Resolution, &s.ResolutionOfSums)
	list(c, leastEnvironment, &s.Environments, func(e *EnvironmentSummary) { (*Environment)(e).code(c) })
	codeCounters(c, &s.Counters, &s.Counted, &s.Empty)
	list(c, leastRegion, &s.Regions, func(r *Region) { r.code(c) })
	codeWarnings(c, &s.Warnings)
	c.uint(&s.Warned)
}

func (r *Region) code(c *coder) {
	c.int(&r.Parent)
	c.text(&r.Name)
	c.int(&r.Environment, &r.Level)
	c.flags(&r.Estimated, &r.Communicates)
	c.lacks(&r.Lacks)
	c.int(&r.Ranks, &r.Completed, &r.Tracks, &r.Running)
	n := r.counts()
	c.uint(n[:]...)
	c.wide(&r.Total, &r.Open, &r.Wall, &r.Squares, &r.Self)
	c.extremes(&r.Min, &r.Max, &r.TrackMin, &r.TrackMax, &r.CallMin, &r.CallMax, &r.UntimedMin, &r.UntimedMax)
	c.wide(&r.CallSquares)
	counts(c, &r.RankHistogram)
	codeRankSets(c, &r.RankSets)
	c.histogram(&r.CallHistogram)
	list(c, leastValue, &r.Values, func(v *CounterStats) { v.code(c) })
}

func (v *CounterStats) code(c *coder) {
	c.int(&v.Ranks)
	c.int64(&v.Sum.Hi)
	c.uint(&v.Sum.Lo)
	c.wide(&v.Squares)
	c.extremes(&v.Min, &v.Max)
	counts(c, &v.RankHistogram)
	codeRankSets(c, &v.RankSets)
	c.uint(&v.LeftOut, &v.Turns.Due, &v.Turns.Counted)
}

func codeRankSets(c *coder, sets *[]RankSet) {
	list(c, leastRankSet, sets, func(s *RankSet) {
		first, last := int(s.First), int(s.Last)
		c.int(&first, &last)
		if c.uint(&s.Sum); c.reading { // of a Summary that is written others may read
			s.First, s.Last = int32(first), int32(last)
		}
	})
}

func codeClocks(c *coder, clocks *[]ClockSummary) {
	list(c, leastClock, clocks, func(u *ClockSummary) {
		c.text(&u.Name)
		c.int(&u.Ranks)
		c.float(&u.Resolution, &u.PairCost, &u.Drift)
	})
}

func codeWarnings(c *coder, warnings *[]WarningSummary) {
	list(c, leastUse, warnings, func(w *WarningSummary) {
		w.Warning.code(c)
		c.int(&w.Ranks, &w.FirstRank)
	})
}
