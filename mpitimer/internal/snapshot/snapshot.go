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
	Now         uint64 // the tick up to which open intervals are counted
	Recent      bool   // shortest and longest calls are those of the running interval of reports

	Peaks    []bool  // of the quantities that were measured: whether they are the largest readings
	Readings []int64 // of them now; nil if that is not known

	nodes    []stats.Node // parents before children, but not yet in the order of the tree
	children map[child]int
	places   map[int][]int // by track: where its nodes are among nodes
	moved    map[int]moved // by node, of MPI calls
}

// child identifies a call path.
type child struct {
	name    string
	parent  int
	context uint32
}

// Add merges the table of a running track, and returns the names of the nodes that changed whenever
// they were looked at, whose values are therefore missing.
func (b *Builder) Add(track int, t *table.Table) (missing []string) {
	at := b.placesOf(track, t)
	t.Each(func(n int, r table.Record, c table.Cold, ok bool) {
		if n == 0 || n >= len(at) {
			return
		}
		at[n] = b.node(at, t.Name(&c), &c)
		if !ok {
			missing = append(missing, t.Name(&c))
			return
		}
		b.measured(track, t, at[n], n, r, &c)
	})
	return missing
}

// placesOf is where the nodes of a track are going to be.
func (b *Builder) placesOf(track int, t *table.Table) []int {
	if b.places == nil {
		b.places = make(map[int][]int)
	}
	b.places[track] = make([]int, t.Len())
	return b.places[track]
}

// measured adds what was measured of a node on a track.
func (b *Builder) measured(track int, t *table.Table, at, n int, r table.Record, c *table.Cold) {
	if !b.Recent {
		r.Join(t.Aside(n))
	}
	m := b.measure(t, &r, c)
	if m.Calls == 0 && m.Running == 0 {
		return
	}
	node := &b.nodes[at]
	if last := len(node.ByTrack) - 1; last >= 0 && node.ByTrack[last].Track == track {
		join(&node.ByTrack[last].Measure, &m) // only a damaged file has a call path twice
	} else {
		node.ByTrack = append(node.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
	}
	if c.Sample > 1 {
		node.Estimated, node.Sample = true, int(c.Sample)
	}
	if values, ok := t.Columns.Values(n, b.Peaks, b.Readings); ok && values != nil {
		b.joinValues(node, values, &m)
	}
}

// joinValues adds what a track measured in a node. Tracks that run at the same time see the same, so the
// largest counts.
func (b *Builder) joinValues(node *stats.Node, values []int64, m *stats.Measure) {
	if calls := m.Calls - m.Recursion; node.Estimated && m.Timed > 0 && calls > m.Timed {
		for i := range values {
			if !b.Peaks[i] {
				values[i] = int64(float64(values[i]) * (float64(calls) / float64(m.Timed)))
			}
		}
	}
	if node.Values == nil {
		node.Values = values
		return
	}
	for i, v := range values {
		if magnitude(v) > magnitude(node.Values[i]) {
			node.Values[i] = v
		}
	}
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// node is the one that a track's node is merged into.
func (b *Builder) node(at []int, name string, c *table.Cold) int {
	parent := -1
	if c.Parent != 0 {
		parent = at[c.Parent]
	}
	return b.child(child{name, parent, c.Context}, int(c.Level))
}

// child is the node of a call path.
func (b *Builder) child(id child, level int) int {
	if known, ok := b.children[id]; ok {
		return known
	}
	if b.children == nil {
		b.children = make(map[child]int)
	}
	b.nodes = append(b.nodes, stats.Node{Parent: id.parent, Name: id.name, Context: int(id.context), Level: level})
	b.children[id] = len(b.nodes) - 1
	return len(b.nodes) - 1
}

// measure converts a record to nanoseconds.
func (b *Builder) measure(t *table.Table, r *table.Record, c *table.Cold) stats.Measure {
	m := stats.Measure{Calls: r.Calls, Recursion: c.Recursion, Timed: r.Calls - c.Recursion}
	if r.Start != 0 {
		m.Running = 1
		if b.Now > r.Start {
			m.Open = b.nanos(b.Now - r.Start)
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
	m.Total = b.nanos(total) + m.Open
	if m.Timed > 0 && r.Min <= r.Max { // otherwise the next interval of reports is just beginning
		m.Min, m.Max = b.nanos(r.Min), b.nanos(r.Max)
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

// nanos converts ticks to nanoseconds, of which two can be added: those of a damaged file may be any.
func (b *Builder) nanos(ticks uint64) int64 {
	const most = math.MaxInt64 / 4
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
	nodes := inOrder(b.nodes)
	// What was largest in a region was so in those around it.
	for i := len(nodes) - 1; i >= 0; i-- {
		if nodes[i].Parent < 0 || nodes[i].Values == nil {
			continue
		}
		above := &nodes[nodes[i].Parent]
		if above.Values == nil {
			above.Values = make([]int64, len(nodes[i].Values))
		}
		for q, peak := range b.Peaks {
			if peak {
				above.Values[q] = max(above.Values[q], nodes[i].Values[q])
			}
		}
	}
	return nodes
}

func inOrder(nodes []stats.Node) []stats.Node {
	below := make([][]int, len(nodes)+1)
	for i := range nodes {
		below[nodes[i].Parent+1] = append(below[nodes[i].Parent+1], i)
	}
	var ordered []stats.Node
	var visit func(i, parent int) bool
	visit = func(i, parent int) bool {
		at := len(ordered)
		node := nodes[i]
		node.Parent = parent
		used := len(node.ByTrack) > 0
		finish(&node)
		ordered = append(ordered, node)
		for _, c := range below[i+1] {
			if visit(c, at) {
				used = true
			}
		}
		if !used {
			ordered = ordered[:at] // nothing below was kept either
		}
		return used
	}
	for _, root := range below[0] {
		visit(root, -1)
	}
	return ordered
}

// finish sums a node's tracks.
func finish(n *stats.Node) {
	for i := range n.ByTrack {
		join(&n.Measure, &n.ByTrack[i].Measure)
	}
	if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
		n.ByTrack = nil
	}
}

// join adds a measure to another. No sum leaves its range: those of a damaged file may be any.
func join(n, m *stats.Measure) {
	n.Calls = add(n.Calls, m.Calls)
	n.Recursion = add(n.Recursion, m.Recursion)
	n.Running += m.Running
	n.Total = int64(min(uint64(n.Total)+uint64(m.Total), math.MaxInt64))
	n.Open = int64(min(uint64(n.Open)+uint64(m.Open), math.MaxInt64))
	if m.Timed > 0 {
		if n.Timed == 0 || m.Min < n.Min {
			n.Min = m.Min
		}
		n.Max = max(n.Max, m.Max)
	}
	n.Timed = add(n.Timed, m.Timed)
	n.Squares = n.Squares.Add(m.Squares)
	n.Histogram.Merge(m.Histogram)
}

// add is a + b, or the largest number.
func add(a, b uint64) uint64 {
	if sum, carry := bits.Add64(a, b, 0); carry == 0 {
		return sum
	}
	return math.MaxUint64
}
