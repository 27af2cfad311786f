// Package snapshot makes the call tree of a rank out of the tables of its tracks: those of the running
// timers, or those that were found in a file.
package snapshot

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Builder merges the tables of tracks.
type Builder struct {
	Calibration clock.Calibration
	Now         uint64         // the tick up to which open intervals are counted
	Since       table.Baseline // from when on shortest and longest calls are looked for

	Kinds    []table.CounterKind // of the counters that were read
	Readings []table.Reading     // of them now; nil if that is not known

	nodes    []stats.Node // parents before children, but not yet in the order of the tree
	started  []bool       // by node: it was met where it was started
	shelf    []stats.TrackMeasure
	children []uint32      // places of call paths, at least twice as many as nodes: node + 1, 0 for none
	places   map[int][]int // by track: where its nodes are among nodes
	given    map[int]table.GivenSums
	counts   map[int]*countsOf
	copied   []copied
}

// Add merges the table of a running track, and returns the names of the nodes that changed whenever
// they were looked at, whose values are therefore missing.
func (b *Builder) Add(track int, t *table.Table) (missing []string) {
	at := b.PlacesOf(track, t)
	t.Each(func(n int, r table.Record, c table.Cold, ok bool) {
		if n == 0 || n >= len(at) {
			return
		}
		at[n] = b.Node(at, t.Name(&c), &c)
		if !ok {
			missing = append(missing, t.Name(&c))
			return
		}
		b.Measured(track, t, at[n], n, r, &c)
	})
	return missing
}

// Forget makes the extremes of a measure unknown, as [stats.Difference] knows them: none of its calls has ended since
// the baseline.
func Forget(m *stats.Measure) { m.Min, m.Max = 1, 0 }

// PlacesOf is where the nodes of a track are going to be. What was given to them is looked at before the
// nodes: what is given later may be to others.
func (b *Builder) PlacesOf(track int, t *table.Table) []int {
	b.given = t.Given.All(b.Since)
	for n, bytes := range t.Given.Copied() {
		b.copied = append(b.copied, copied{track, n, bytes})
	}
	if b.places == nil {
		b.places = make(map[int][]int)
		b.nodes, b.started = make([]stats.Node, 0, t.Len()), make([]bool, 0, t.Len())
	}
	b.places[track] = make([]int, t.Len())
	return b.places[track]
}

// Measured adds what was measured of a node on a track, and what was given to it. Several nodes of a track
// are of one call path where some of its calls were sampled.
func (b *Builder) Measured(track int, t *table.Table, at, n int, r table.Record, c *table.Cold) {
	r.Join(t.Since(b.Since, n))
	m := b.Measure(t, &r, c)
	m.Waited = min(b.Nanos(t.Waited(n, b.Now)), m.Total)
	node := &b.nodes[at]
	if c.Sample > 1 && (m.Calls > 0 || m.Running > 0) {
		node.Estimated, node.Sample = true, max(node.Sample, int(c.Sample))
	}
	scale, timed := scaleOf(&m), m.Timed
	given, any := b.given[n]
	if any {
		addGiven(&m, &given)
		if node.Estimated && given.Timed < given.Calls { // the timed calls are no sample of all
			node.Lacks |= stats.LacksCallDeviation
		}
	}
	if m.Calls == 0 && m.Running == 0 && m.Total == 0 {
		return
	}
	if last := len(node.ByTrack) - 1; last >= 0 && node.ByTrack[last].Track == track {
		node.ByTrack[last].Measure.Add(&m)
	} else {
		if node.ByTrack == nil { // most have one entry: one piece of memory is for many
			if len(b.shelf) == 0 {
				b.shelf = make([]stats.TrackMeasure, min(max(t.Len(), 1), 256))
			}
			node.ByTrack, b.shelf = b.shelf[:0:1], b.shelf[1:]
		}
		node.ByTrack = append(node.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
	}
	counts, ok := t.Columns.Values(n, b.Kinds, b.Readings, scale)
	if counts = b.clocked(counts, m.Total); ok && counts != nil {
		if node.Estimated {
			given.Calls = given.Timed
		}
		b.markUnknown(counts, timed, given.Calls)
		b.joinCounts(at, track, counts)
	}
}

// addGiven adds what was given to what was measured. No sum leaves its range: what a file holds may be any.
func addGiven(m *stats.Measure, g *table.GivenSums) {
	const most = table.MostGiven
	given := stats.Measure{
		Calls: g.Calls, Timed: min(g.Timed, g.Calls), Total: int64(min(g.Total, most)),
		Squares: stats.Uint128{Hi: g.SquaresHigh, Lo: g.SquaresLow},
	}
	if Forget(&given); g.Min <= g.Max && given.Timed > 0 {
		given.Min, given.Max = int64(min(g.Min, most)), int64(min(g.Max, most))
	}
	m.Add(&given)
}

// scaleOf makes what was counted in the timed calls of a sample a count of all its calls; nil where all are timed.
func scaleOf(m *stats.Measure) func(int64) int64 {
	calls, timed := m.Calls-m.Recursion, m.Timed
	if timed == 0 || calls <= timed {
		return nil
	}
	return func(v int64) int64 {
		scaled := min(Extrapolate(Magnitude(v), calls, timed), math.MaxInt64)
		if v < 0 {
			return -int64(scaled)
		}
		return int64(scaled)
	}
}

// FillScale makes a scale that of ticks of so many nanoseconds.
func FillScale(s *table.Scale, nanos float64) {
	for i := range s.From {
		s.From[i] = uint64(math.Ceil(min(float64(stats.BucketLow(i))/nanos, 1<<62)))
	}
	for ticks := range s.Short {
		s.Short[ticks] = uint8(stats.BucketOf(uint64(float64(ticks) * nanos)))
	}
}

// Extrapolate scales what was measured in the calls that were timed to all calls.
func Extrapolate(sum, calls, timed uint64) uint64 {
	high, low := bits.Mul64(sum, calls)
	if high >= timed { // none was timed, or the clock has run wild, or a file is damaged
		return sum
	}
	scaled, _ := bits.Div64(high, low, timed)
	return scaled
}

func Magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// Node is the one that a track's node is merged into.
func (b *Builder) Node(at []int, name string, c *table.Cold) int {
	parent := -1
	if c.Parent != 0 {
		parent = at[c.Parent]
	}
	level := int(c.Level &^ table.Communicates)
	n := b.child(child{name, parent, c.Environment}, level)
	if c.Place != 0 && !b.started[n] { // on other tracks it may be only the way to a place, which has no level
		b.nodes[n].Level, b.started[n] = level, true
	}
	b.nodes[n].Communicates = b.nodes[n].Communicates || c.Level&table.Communicates != 0
	return n
}

// child is the node of a call path.
func (b *Builder) child(id child, level int) int {
	n, known := b.find(id)
	if !known {
		b.nodes = append(b.nodes, stats.Node{Parent: id.parent, Name: id.name, Environment: int(id.environment), Level: level})
		b.started = append(b.started, false)
	}
	return n
}

// Measure converts a record to nanoseconds.
func (b *Builder) Measure(t *table.Table, r *table.Record, c *table.Cold) stats.Measure {
	m := stats.Measure{Calls: r.Calls, Recursion: c.Recursion, Timed: r.Calls - c.Recursion}
	if r.Start != 0 {
		m.Running = 1
		if b.Now > r.Start {
			m.Open = b.Nanos(b.Now - r.Start)
		}
	}
	high, low := c.SquaresHigh, r.Squares
	total := r.Total
	if c.Sample > 1 {
		// A timed call opens a batch, of which the countdown says how many are still to come.
		m.Calls += c.Timed*uint64(c.Sample-1) - uint64(c.Countdown)
		m.Timed = c.Timed - uint64(min(m.Running, int(c.Timed)))
		total, high, low = scale(total, high, low, m.Calls-m.Recursion, m.Timed)
	}
	m.Total = b.Nanos(total) + m.Open
	if Forget(&m); m.Timed > 0 && r.Min <= r.Max { // otherwise none has ended since the baseline
		m.Min, m.Max = b.Nanos(r.Min), b.Nanos(r.Max)
	}
	m.Squares.Hi, m.Squares.Lo = b.Calibration.Squares(high, low)
	if c.Histogram != 0 {
		var counts [stats.Buckets]uint64
		first, end := len(counts), 0
		t.Histograms.Each(c.Histogram, func(bucket int, count uint64) {
			bucket = min(bucket, len(counts)-1)
			counts[bucket] = count
			first, end = min(first, bucket), max(end, bucket+1)
		})
		if end > 0 {
			m.Histogram = stats.Histogram{First: first, Counts: slices.Clone(counts[first:end])}
		}
	}
	return m
}

// Nanos converts ticks to nanoseconds, of which two can be added: those of a damaged file may be any.
func (b *Builder) Nanos(ticks uint64) int64 {
	const most = table.MostGiven
	return b.Calibration.Nanos(min(ticks, uint64(min(b.Calibration.Hz()*(most/1e9), math.MaxInt64/2))))
}

// scale extrapolates the sums of a sample to all calls.
func scale(total, high, low, calls, timed uint64) (uint64, uint64, uint64) {
	if timed == 0 || calls == timed {
		return total, high, low
	}
	grow := func(hi, lo uint64) (uint64, uint64) {
		quotient, rest := bits.Div64(hi%timed, lo, timed)
		h, l := bits.Mul64(quotient, calls)
		h += hi / timed * calls
		fh, fl := bits.Mul64(rest, calls)
		fraction, _ := bits.Div64(fh%timed, fl, timed)
		l, carry := bits.Add64(l, fraction, 0)
		return h + carry, l
	}
	_, scaled := grow(0, total)
	high, low = grow(high, low)
	return scaled, high, low
}

// Nodes is the call tree in the order of a Profile: depth first, siblings as they were met. Nodes
// without calls are kept where something stands below them, or they are running; others are left from
// a Reset, or are only the way to a place.
func (b *Builder) Nodes() []stats.Node {
	nodes := b.nodes
	if !finished(nodes) {
		nodes = InOrder(nodes)
	}
	if b.Since == table.FirstCall { // nothing is going to be taken off: extremes that are unknown become 0
		for i := range nodes {
			blank(&nodes[i].Measure)
			for j := range nodes[i].ByTrack {
				blank(&nodes[i].ByTrack[j].Measure)
			}
		}
	}
	b.raisePeaks(nodes)
	return nodes
}

// blank makes extremes that are unknown those of a Profile.
func blank(m *stats.Measure) {
	if m.Min > m.Max {
		m.Min, m.Max = 0, 0
	}
}

// finished finishes nodes that stand in order already and are all used, as those of most programs that have one
// track: a second copy of them would take longer than the rest. It reports whether they are.
func finished(nodes []stats.Node) bool {
	at, used := -1, -1 // where the walk is, and the last node that is used
	for i := range nodes {
		for at >= 0 && at != nodes[i].Parent {
			at = nodes[at].Parent
		}
		// What the walk has left is used itself, or something below it is: that stands behind it.
		if at != nodes[i].Parent || nodes[i].Parent != i-1 && used != i-1 {
			return false
		}
		if at = i; len(nodes[i].ByTrack) > 0 {
			used = i
		}
	}
	if used != len(nodes)-1 || len(nodes) == 0 {
		return false
	}
	for i := range nodes {
		finish(&nodes[i])
	}
	return true
}

func InOrder(nodes []stats.Node) []stats.Node {
	below := (&stats.Profile{Nodes: nodes}).Children()
	var ordered []stats.Node
	if len(nodes) > 0 {
		ordered = make([]stats.Node, 0, len(nodes))
	}
	var visit func(i, parent int) bool
	visit = func(i, parent int) bool {
		at := len(ordered)
		node := nodes[i]
		node.Parent = parent
		used := len(node.ByTrack) > 0
		finish(&node)
		ordered = append(ordered, node)
		for _, c := range below[i] {
			if visit(c, at) {
				used = true
			}
		}
		if !used {
			ordered = ordered[:at] // nothing below was kept either
		}
		return used
	}
	for _, root := range below[len(nodes)] {
		visit(root, -1)
	}
	return ordered
}

// finish sums a node's tracks.
func finish(n *stats.Node) {
	n.SumTracks()
	if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
		n.ByTrack = nil
	}
}
