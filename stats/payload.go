package stats

// The order of the calls in this file is the format: docs/encoding.md says the same in words. A change
// of it is a new version.

// The fewest bytes that an entry of a list takes: what a list can be long is judged by them.
const (
	leastText        = 1
	leastRange       = 3
	leastEnvironment = 3
	leastNode        = 19
	leastTrack       = 13
	leastRegion      = 45
	leastWarning     = 4
	leastClock       = 26
	leastUse         = 6 // of a warning
)

func (p *Profile) encode(e *encoder, version uint32) {
	e.int(int64(p.Rank))
	e.int(int64(p.Size))
	e.text(p.Host)
	e.int(int64(p.PID))
	e.text(p.Program)
	e.int(p.Start)
	e.int(p.From)
	e.int(p.To)
	e.text(p.Clock.Name)
	e.float(p.Clock.Hz)
	e.float(p.Clock.Resolution)
	e.float(p.Clock.PairCost)
	e.float(p.Clock.Drift)
	encodeList(e, p.Environments, func(c *Environment) { encodeEnvironment(e, *c) })
	encodeList(e, p.Tracks, func(t *string) { e.text(*t) })
	encodeList(e, p.Nodes, func(n *Node) { n.encode(e) })
	encodeList(e, p.Warnings, func(w *Warning) { w.encode(e) })
	if version < versionMeasured {
		return
	}
	encodeCounters(e, p.Counters)
	for i := range p.Nodes {
		encodeList(e, p.Nodes[i].Values, func(v *int64) { e.int(*v) })
	}
	if version < versionKnown {
		return
	}
	e.int(p.Late)
	e.text(p.Source)
	e.int(p.Resolution)
	encodeShares(e, p.Counted)
	for i := range p.Nodes {
		e.uint(uint64(p.Nodes[i].Lacks))
	}
	if version < versionLeft {
		return
	}
	encodeEmpty(e, p.Empty)
	for i := range p.Nodes {
		encodeList(e, p.Nodes[i].Left, func(v *uint64) { e.uint(*v) })
	}
	if version < versionTurns {
		return
	}
	for i := range p.Nodes {
		encodeList(e, p.Nodes[i].Turns, func(t *Turns) { encodeTurns(e, *t) })
	}
	if version < versionMost {
		return
	}
	for i := range p.Nodes {
		encodeList(e, p.Nodes[i].Most, func(track *int) { e.int(int64(*track)) })
	}
}

// encodeList writes how many elements a list has, and the elements; the function list reads them.
func encodeList[T any](e *encoder, list []T, each func(v *T)) {
	e.uint(uint64(len(list)))
	for i := range list {
		each(&list[i])
	}
}

func (p *Profile) decode(d *decoder, version uint32) {
	p.Rank, p.Size = d.int(), d.int()
	p.Host, p.PID, p.Program = d.text(), d.int(), d.text()
	p.Start, p.From, p.To = d.int64(), d.int64(), d.int64()
	p.Clock = Clock{d.text(), d.float(), d.float(), d.float(), d.float()}
	p.Environments = list(d, leastEnvironment, func(c *Environment) { *c = decodeEnvironment(d) })
	p.Tracks = list(d, leastText, func(t *string) { *t = d.text() })
	p.Nodes = list(d, leastNode, func(n *Node) { n.decode(d) })
	p.Warnings = list(d, leastWarning, func(w *Warning) { w.decode(d) })
	if version < versionMeasured {
		return
	}
	p.Counters = decodeCounters(d)
	for i := range p.Nodes {
		p.Nodes[i].Values = list(d, 1, func(v *int64) { *v = d.int64() })
	}
	if version < versionKnown {
		return
	}
	p.Late, p.Source, p.Resolution = d.int64(), d.text(), d.int64()
	p.Counted = decodeShares(d)
	for i := range p.Nodes {
		p.Nodes[i].Lacks = d.lacks()
	}
	if version < versionLeft {
		return
	}
	p.Empty = decodeEmpty(d)
	for i := range p.Nodes {
		p.Nodes[i].Left = list(d, 1, func(v *uint64) { *v = d.uint() })
	}
	if version < versionTurns {
		return
	}
	for i := range p.Nodes {
		p.Nodes[i].Turns = list(d, 2, func(t *Turns) { *t = decodeTurns(d) })
	}
	if version < versionMost {
		return
	}
	for i := range p.Nodes {
		p.Nodes[i].Most = list(d, 1, func(track *int) { *track = d.int() })
	}
}

func encodeEnvironment(e *encoder, c Environment) {
	e.text(c.Name)
	e.int(int64(c.Size))
	e.ranges(c.Ranks)
}

func decodeEnvironment(d *decoder) Environment {
	return Environment{d.text(), d.int(), d.ranges()}
}

func (n *Node) encode(e *encoder) {
	e.int(int64(n.Parent))
	e.text(n.Name)
	e.int(int64(n.Environment))
	e.int(int64(n.Level))
	e.bool(n.Estimated)
	e.int(int64(n.Sample))
	n.Measure.encode(e)
	e.uint(uint64(len(n.ByTrack)))
	for i := range n.ByTrack {
		e.int(int64(n.ByTrack[i].Track))
		n.ByTrack[i].Measure.encode(e)
	}
}

func (n *Node) decode(d *decoder) {
	n.Parent, n.Name, n.Environment, n.Level = d.int(), d.text(), d.int(), d.int()
	n.Estimated, n.Sample = d.bool(), d.int()
	n.Measure.decode(d)
	n.ByTrack = list(d, leastTrack, func(t *TrackMeasure) {
		t.Track = d.int()
		t.Measure.decode(d)
	})
}

func (m *Measure) encode(e *encoder) {
	e.uint(m.Calls)
	e.uint(m.Recursion)
	e.int(int64(m.Running))
	e.int(m.Total)
	e.int(m.Open)
	e.uint(m.Timed)
	e.int(m.Min)
	e.int(m.Max)
	e.wide(m.Squares)
	e.histogram(m.Histogram)
}

func (m *Measure) decode(d *decoder) {
	m.Calls, m.Recursion, m.Running = d.uint(), d.uint(), d.int()
	m.Total, m.Open, m.Timed = d.int64(), d.int64(), d.uint()
	m.Min, m.Max = d.int64(), d.int64()
	m.Squares = d.wide()
	m.Histogram = d.histogram()
}

func (w *Warning) encode(e *encoder) {
	e.text(w.Kind)
	e.text(w.Path)
	e.text(w.Place)
	e.uint(w.Count)
}

func (w *Warning) decode(d *decoder) {
	*w = Warning{d.text(), d.text(), d.text(), d.uint()}
}

func (s *Summary) encode(e *encoder, version uint32) {
	e.int(int64(s.Size))
	e.int(int64(s.Ranks))
	e.ranges(s.Missing)
	e.int(int64(s.Hosts))
	e.text(s.Program)
	e.int(s.Start)
	e.int(s.From)
	e.int(s.To)
	encodeClocks(e, s.Clocks)
	e.uint(uint64(len(s.Environments)))
	for _, c := range s.Environments {
		encodeEnvironment(e, Environment(c))
	}
	e.uint(uint64(len(s.Regions)))
	for i := range s.Regions {
		s.Regions[i].encode(e)
	}
	encodeWarnings(e, s.Warnings)
	e.uint(s.Warned)
	if version < versionMeasured {
		return
	}
	encodeCounters(e, s.Counters)
	for i := range s.Regions {
		values := s.Regions[i].Values
		e.uint(uint64(len(values)))
		for j := range values {
			values[j].encode(e)
		}
	}
	if version < versionKnown {
		return
	}
	e.int(s.Apart)
	e.text(s.Source)
	e.int(s.Resolution)
	e.int(s.ResolutionOfSums)
	encodeShares(e, s.Counted)
	for i := range s.Regions {
		e.uint(uint64(s.Regions[i].Lacks))
	}
	if version < versionLeft {
		return
	}
	encodeEmpty(e, s.Empty)
	for i := range s.Regions {
		for j := range s.Regions[i].Values {
			e.uint(s.Regions[i].Values[j].Left)
		}
	}
	for i := range s.Regions {
		for j := range s.Regions[i].Values {
			if version >= versionTurns {
				encodeTurns(e, s.Regions[i].Values[j].Turns)
			}
		}
	}
}

func (s *Summary) decode(d *decoder, version uint32) {
	s.Size, s.Ranks, s.Missing, s.Hosts = d.int(), d.int(), d.ranges(), d.int()
	s.Program = d.text()
	s.Start, s.From, s.To = d.int64(), d.int64(), d.int64()
	s.Clocks = decodeClocks(d)
	s.Environments = list(d, leastEnvironment, func(c *EnvironmentUse) { *c = EnvironmentUse(decodeEnvironment(d)) })
	s.Regions = list(d, leastRegion, func(r *Region) { r.decode(d) })
	s.Warnings = decodeWarnings(d)
	s.Warned = d.uint()
	if version < versionMeasured {
		return
	}
	s.Counters = decodeCounters(d)
	for i := range s.Regions {
		const least = 12
		s.Regions[i].Values = list(d, least, func(v *Value) { v.decode(d) })
	}
	if version < versionKnown {
		return
	}
	s.Apart, s.Source, s.Resolution, s.ResolutionOfSums = d.int64(), d.text(), d.int64(), d.int64()
	s.Counted = decodeShares(d)
	for i := range s.Regions {
		s.Regions[i].Lacks = d.lacks()
	}
	if version < versionLeft {
		return
	}
	s.Empty = decodeEmpty(d)
	for i := range s.Regions {
		for j := range s.Regions[i].Values {
			s.Regions[i].Values[j].Left = d.uint()
		}
	}
	for i := range s.Regions {
		for j := range s.Regions[i].Values {
			if version >= versionTurns {
				s.Regions[i].Values[j].Turns = decodeTurns(d)
			}
		}
	}
}

func (r *Region) encode(e *encoder) {
	e.int(int64(r.Parent))
	e.text(r.Name)
	e.int(int64(r.Environment))
	e.int(int64(r.Level))
	e.bool(r.Estimated)
	for _, v := range [...]int{r.Ranks, r.Completed, r.Threads, r.Running} {
		e.int(int64(v))
	}
	e.uint(r.Calls)
	e.uint(r.Recursion)
	e.uint(r.Timed)
	for _, v := range [...]Uint128{r.Total, r.Open, r.Wall, r.Squares, r.Self} {
		e.wide(v)
	}
	for _, v := range [...]Extreme{r.Min, r.Max, r.ThreadMin, r.ThreadMax, r.CallMin, r.CallMax} {
		e.int(v.Value)
		e.int(int64(v.Rank))
		e.int(int64(v.Thread))
	}
	e.wide(r.CallSquares)
	encodeCounts(e, r.RankHistogram)
	e.histogram(r.CallHistogram)
}

func (r *Region) decode(d *decoder) {
	r.Parent, r.Name, r.Environment, r.Level = d.int(), d.text(), d.int(), d.int()
	r.Estimated = d.bool()
	for _, v := range [...]*int{&r.Ranks, &r.Completed, &r.Threads, &r.Running} {
		*v = d.int()
	}
	r.Calls, r.Recursion, r.Timed = d.uint(), d.uint(), d.uint()
	for _, v := range [...]*Uint128{&r.Total, &r.Open, &r.Wall, &r.Squares, &r.Self} {
		*v = d.wide()
	}
	for _, v := range [...]*Extreme{&r.Min, &r.Max, &r.ThreadMin, &r.ThreadMax, &r.CallMin, &r.CallMax} {
		*v = Extreme{d.int64(), d.int(), d.int()}
	}
	r.CallSquares = d.wide()
	r.RankHistogram = d.rankCounts()
	r.CallHistogram = d.histogram()
}

func encodeClocks(e *encoder, clocks []ClockUse) {
	e.uint(uint64(len(clocks)))
	for _, c := range clocks {
		e.text(c.Name)
		e.int(int64(c.Ranks))
		e.float(c.Resolution)
		e.float(c.PairCost)
		e.float(c.Drift)
	}
}

func decodeClocks(d *decoder) []ClockUse {
	return list(d, leastClock, func(c *ClockUse) {
		*c = ClockUse{d.text(), d.int(), d.float(), d.float(), d.float()}
	})
}

func encodeWarnings(e *encoder, warnings []WarningUse) {
	e.uint(uint64(len(warnings)))
	for i := range warnings {
		w := &warnings[i]
		w.Warning.encode(e)
		e.int(int64(w.Ranks))
		e.int(int64(w.FirstRank))
	}
}

func decodeWarnings(d *decoder) []WarningUse {
	return list(d, leastUse, func(w *WarningUse) {
		w.Warning.decode(d)
		w.Ranks, w.FirstRank = d.int(), d.int()
	})
}
