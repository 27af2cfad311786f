package mpitimer

import (
	"math/bits"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Profile is the rank's call tree at this moment, over all its goroutines. It disturbs none of them
// and sends nothing.
func (tm *Timers) Profile() *stats.Profile { return tm.profile(false) }

// profile is Profile; recent takes shortest and longest calls of the running interval of reports.
func (tm *Timers) profile(recent bool) *stats.Profile {
	mark := clock.Take()
	calibration := tm.calibration.Extend(mark)
	p := &stats.Profile{
		Rank: tm.rank(), Size: tm.contexts[0].Size(),
		Host: tm.contexts[0].Host(), PID: os.Getpid(), Program: filepath.Base(os.Args[0]),
		Start: tm.begin, To: max(mark.Nanos-tm.calibration.From.Nanos, 0),
		Clock: stats.Clock{
			Name: clock.InUse().String(), Hz: calibration.Hz(),
			Resolution: float64(tm.resolution) / calibration.Hz() * 1e9,
			PairCost:   tm.pairCost, Drift: tm.calibration.Drift(calibration),
		},
	}
	tm.contextsMu.RLock()
	for _, env := range tm.contexts {
		p.Contexts = append(p.Contexts, contextOf(env))
	}
	tm.contextsMu.RUnlock()

	tm.directory.mu.Lock()
	tracks := tm.tracks[:len(tm.tracks):len(tm.tracks)]
	tm.directory.mu.Unlock()
	s := snapshot{calibration: calibration, now: mark.Ticks, timers: tm, recent: recent, children: make(map[child]int)}
	for _, t := range tracks {
		p.Tracks = append(p.Tracks, t.name)
		s.add(t)
	}
	p.Nodes = s.inOrder()
	p.Warnings = tm.listWarnings()
	return p
}

func contextOf(env *machenv.MachEnv) stats.Context {
	c := stats.Context{Name: env.Name(), Size: env.Size()}
	for _, s := range env.Ranks() {
		c.Ranks = append(c.Ranks, stats.Span(s))
	}
	return c
}

// snapshot merges the trees of tracks.
type snapshot struct {
	calibration clock.Calibration
	now         uint64
	timers      *Timers
	recent      bool
	nodes       []stats.Node // parents before children, but not yet in the order of the tree
	children    map[child]int
}

// add merges a track's tree. Nodes without calls are kept where something stands below them, or they
// are running; others are left from a Reset, or are only the way to a place (see Place).
func (s *snapshot) add(t *track) {
	at := make([]int, t.Len())
	t.Each(func(n int, r table.Record, c table.Cold, ok bool) {
		if n == 0 || n >= len(at) {
			return
		}
		parent := -1
		if c.Parent != 0 {
			parent = at[c.Parent]
		}
		at[n] = s.node(child{t.Name(&c), uint32(parent + 1), c.Context}, parent, &c)
		if !ok {
			s.timers.warn(warnUntouched, t.Name(&c))
			return
		}
		if !s.recent {
			r.Join(t.Aside(n))
		}
		m := s.measure(t, &r, &c)
		if m.Calls > 0 || m.Running > 0 {
			node := &s.nodes[at[n]]
			node.ByTrack = append(node.ByTrack, stats.TrackMeasure{Track: t.number, Measure: m})
			if c.Sample > 1 {
				node.Estimated, node.Sample = true, int(c.Sample)
			}
		}
	})
}

func (s *snapshot) node(id child, parent int, c *table.Cold) int {
	if at, known := s.children[id]; known {
		return at
	}
	s.nodes = append(s.nodes, stats.Node{Parent: parent, Name: id.name, Context: int(id.context), Level: int(c.Level)})
	s.children[id] = len(s.nodes) - 1
	return len(s.nodes) - 1
}

// measure converts a record to nanoseconds.
func (s *snapshot) measure(t *track, r *table.Record, c *table.Cold) stats.Measure {
	m := stats.Measure{Calls: r.Calls, Recursion: c.Recursion, Timed: r.Calls - c.Recursion}
	if r.Start != 0 {
		m.Running = 1
		if s.now > r.Start {
			m.Open = s.calibration.Nanos(s.now - r.Start)
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
	m.Total = s.calibration.Nanos(total) + m.Open
	if m.Timed > 0 && r.Min <= r.Max { // otherwise the next interval of reports is just beginning
		m.Min, m.Max = s.calibration.Nanos(r.Min), s.calibration.Nanos(r.Max)
	}
	m.Squares.Hi, m.Squares.Lo = s.calibration.Squares(high, low)
	if c.Histogram != 0 {
		var counts [stats.Buckets]uint64
		t.Histograms.Each(c.Histogram, func(bucket int, count uint64) { counts[min(bucket, len(counts)-1)] = count })
		m.Histogram = stats.NewHistogram(counts[:])
	}
	return m
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

// inOrder finishes the nodes and brings them into the order of a Profile: depth first, siblings as
// they were met.
func (s *snapshot) inOrder() []stats.Node {
	below := make([][]int, len(s.nodes)+1)
	for i := range s.nodes {
		below[s.nodes[i].Parent+1] = append(below[s.nodes[i].Parent+1], i)
	}
	var ordered []stats.Node
	var visit func(i, parent int) bool
	visit = func(i, parent int) bool {
		at := len(ordered)
		node := s.nodes[i]
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
		m := &n.ByTrack[i].Measure
		n.Calls += m.Calls
		n.Recursion += m.Recursion
		n.Running += m.Running
		n.Total += m.Total
		n.Open += m.Open
		if m.Timed > 0 {
			if n.Timed == 0 || m.Min < n.Min {
				n.Min = m.Min
			}
			n.Max = max(n.Max, m.Max)
		}
		n.Timed += m.Timed
		n.Squares = n.Squares.Add(m.Squares)
		n.Histogram.Merge(m.Histogram)
	}
	if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
		n.ByTrack = nil
	}
}
