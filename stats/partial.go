package stats

import (
	"math"
	"slices"
	"sync"
)

// partial is what is known of some of the ranks: their trees merged into one, with a record for each
// region. Every rank starts with its own (loaded from its Profile) and takes in others (align,
// adopt). Regions only ever get added at the end, so that a position, once given, stays.
type partial struct {
	meta         meta
	environments environmentSet

	keys    []key  // of the regions; parents stand before their children
	paths   []path // what the keys stand for
	records []byte // one record for each key
	index   index  // of keys, made when first needed: trees that agree need none
	tree    key    // identifies keys and environments with their order

	walls []int64 // of the one rank that was loaded, the time in each region; -1 where it never ran
	calls bool    // that rank has a histogram of calls

	self     []uint64 // of selfTimes
	children []int64
}

// path is a region's place in the tree, or that of a value of a region.
type path struct {
	PathKey
	value bool // a value of the region Parent, which Name tells: see Counter.code
}

// key is the key of the path, whose parent and environment have these.
func (p *path) key(parent, environment key) key {
	if p.value {
		parent = parent.mix(valueSalt) // a region of any name below the same parent is another one
	}
	return pathKey(parent, environment, p.Name)
}

// environmentSet holds the environments of some of the ranks.
type environmentSet struct {
	keys  []key
	uses  []EnvironmentSummary
	view  []bool   // it belongs to the other view of the ranks, and so do the regions in it
	first []uint64 // place: the lowest rank that has it, position on that rank
}

// lowest is the first n of them, in the same storage.
func (c *environmentSet) lowest(n int) environmentSet {
	return environmentSet{c.keys[:n], c.uses[:n], c.view[:n], c.first[:n]}
}

// sign computes tree. Partials with the same tree merge position by position.
func (d *partial) sign() {
	k := rootKey.mix(uint64(len(d.environments.keys))).mix(uint64(len(d.keys)))
	for _, c := range d.environments.keys {
		k = k.with(c)
	}
	for _, c := range d.keys {
		k = k.with(c)
	}
	d.tree = k
}

// load makes d the partial of the one rank that p is of. Storage of d is used again.
func (d *partial) load(p *Profile) error {
	_, err := d.loadViews(p, nil)
	return err
}

// loadViews is load that takes in as well what view, unless it is nil, makes of p.
func (d *partial) loadViews(p *Profile, view func(*Profile) *Profile) (m measured, err error) {
	d.clear()
	if err := p.structure(); err != nil {
		return m, err
	}
	size := len(p.Nodes) + p.values()
	if m.profile = p; view != nil {
		m.view = view(p)
		if err := m.view.structure(); err != nil {
			return m, err
		}
		size += len(m.view.Nodes) + m.view.values()
	}
	d.meta = newMeta(p)
	d.keys = slices.Grow(d.keys, size)
	d.paths = slices.Grow(d.paths, size)
	if d.records == nil {
		s := storages.Get().(*storage)
		d.records, d.self, d.children = s.records, s.self, s.children
	}
	// A message of it has the keys behind the records, the columns and some more.
	d.records = slices.Grow(d.records[:0], size*(recordSize+keySize+8*maxColumns)+4096)
	d.append(p, false)
	if m.behind = len(d.keys); m.view != nil {
		d.meta.countedView = countedShares(m.view)
		d.append(m.view, true)
	}
	d.sign()
	return m, nil
}

// append adds the regions of p, and then their values and, if there are waits among them, useful times.
func (d *partial) append(p *Profile, view bool) {
	base, environments := len(d.keys), len(d.environments.keys)
	waits := false
	for i, c := range p.Environments {
		use := EnvironmentSummary(c)
		d.environments.keys = append(d.environments.keys, use.key(view))
		d.environments.uses = append(d.environments.uses, use)
		d.environments.view = append(d.environments.view, view)
		d.environments.first = append(d.environments.first, place(p.Rank, environments+i))
	}
	for i := range p.Nodes {
		node := &p.Nodes[i]
		above := rootKey
		at := path{PathKey: node.Key()}
		at.Environment += environments
		if at.Parent >= 0 {
			at.Parent += base
			above = d.keys[at.Parent]
		}
		d.keys = append(d.keys, at.key(above, d.environments.keys[at.Environment]))
		d.paths = append(d.paths, at)
		waits = waits || node.Communication() || node.Waited > 0
	}
	d.fillRecords(p, base)
	var useful []int64
	if waits {
		useful = p.usefulTimes()
	}
	d.loadValues(p, base, useful)
}

// agrees reports whether p has the tree that was loaded before, and nothing in it contradicts itself. The names of
// ranks of one program are compared in less time than they are hashed.
func (d *partial) agrees(p *Profile) bool {
	if len(d.paths) != len(p.Nodes) || len(d.environments.uses) != len(p.Environments) || len(p.Counters) > 0 || len(d.walls) == 0 {
		return false
	}
	for i := range p.Environments {
		c, known := &p.Environments[i], &d.environments.uses[i]
		if c.Name != known.Name || c.Size != known.Size || !slices.Equal(c.Ranks, known.Ranks) {
			return false
		}
	}
	plain := true // no node has more than what is compared here, and numbers of which none is wrong
	for i := range p.Nodes {
		n, known := &p.Nodes[i], &d.paths[i]
		if n.Key() != known.PathKey || known.value || n.Communicates || n.Waited > 0 {
			return false
		}
		plain = plain && n.ByTrack == nil && n.Values == nil && n.Histogram.Counts == nil && n.Histogram.First == 0 && n.Lacks == 0 && int(int32(n.Level)) == n.Level
	}
	if plain {
		return p.frame() == nil
	}
	return p.structure() == nil
}

// clear empties d, which is then the neutral element of adopt: a partial of no rank.
func (d *partial) clear() {
	clear(d.paths) // lets go of the names
	*d = partial{
		keys:    d.keys[:0],
		paths:   d.paths[:0],
		records: d.records[:0],
		index:   d.index,
		walls:   d.walls[:0],

		self: d.self, children: d.children,
		environments: d.environments.lowest(0),
	}
	d.index.clear()
	d.sign()
}

// selfTimes returns those of p, which stay as they are until the next ones.
func (d *partial) selfTimes(p *Profile) []uint64 {
	d.self, d.children = zeros(d.self, len(p.Nodes)), zeros(d.children, len(p.Nodes))
	selfTimes(p, d.self, d.children)
	return d.self
}

// storage is what a partial needs until its records have been sent. It is for others then: a rank waits longer than
// it works.
type storage struct {
	records  []byte
	self     []uint64
	children []int64
}

var storages = sync.Pool{New: func() any { return new(storage) }}

// discardRecords gives the storage away, once the records have been sent.
func (d *partial) discardRecords() {
	storages.Put(&storage{d.records, d.self, d.children})
	d.records, d.self, d.children = nil, nil, nil
}

// fillRecords writes the records of the nodes of p, which stand from base on.
func (d *partial) fillRecords(p *Profile, base int) {
	self := d.selfTimes(p)
	d.walls = slices.Grow(d.walls, len(p.Nodes))
	d.records = slices.Grow(d.records, len(p.Nodes)*recordSize)[:(base+len(p.Nodes))*recordSize]
	for i := range p.Nodes {
		n := &p.Nodes[i]
		d.walls = append(d.walls, fillRecord(recordAt(d.records, base+i), n, p.Rank, base+i, self[i]))
		d.calls = d.calls || len(n.Histogram.Counts) > 0
	}
}

// fillRecord writes the record of one node, and returns the rank's time in it; -1 if it never ran.
func fillRecord(r record, n *Node, rank, position int, self uint64) int64 {
	level := uint32(int64(n.Level) + levelBias)
	state := uint64(level) << 32
	if n.Running > 0 {
		state |= 1
	}
	r.set(wordState, state)
	for i, count := range n.counts() {
		r.set(wordCounts+i, *count)
	}
	r.setWide(wordTotal, Uint128{Lo: positive(n.Total)})
	r.setWide(wordSelf, Uint128{Lo: self})
	r.setWide(wordOpen, Uint128{Lo: positive(n.Open)})
	r.setWide(wordCallSq, n.Squares)
	r.set(wordFirst, place(rank, position))

	window := uint64(noWindow)
	if k := len(n.Histogram.Counts); k > 0 {
		window = uint64(n.Histogram.First) | uint64(n.Histogram.First+k-1)<<8
	}
	if n.Estimated {
		window |= 1 << 16
	}
	window |= uint64(n.Lacks) << 17
	if ran(n) {
		window |= n.mark()
	}
	r.set(wordWindow, window)

	var e extremes
	e.of(n, rank)
	r.set(wordTracks, e.threads)
	r.setExtreme(wordTrackMin, e.threadMin, e.threadMinAt)
	r.setExtreme(wordTrackMax, e.threadMax, e.threadMaxAt)
	r.setExtreme(wordCallMin, e.callMin, e.callMinAt)
	r.setExtreme(wordCallMax, e.callMax, e.callMaxAt)

	if !ran(n) {
		r.set(wordRanks, 0)
		r.setWide(wordWall, Uint128{})
		r.setWide(wordSquares, Uint128{})
		r.setExtreme(wordMin, noMin, nowhere)
		r.setExtreme(wordMax, -1, nowhere)
		return -1
	}
	counts := uint64(1)
	if n.ended() {
		counts |= 1 << 32
	}
	r.set(wordRanks, counts)
	r.setWide(wordWall, Uint128{Lo: uint64(e.wall)})
	r.setWide(wordSquares, Square(uint64(e.wall)))
	r.setExtreme(wordMin, e.wall, e.wallAt)
	r.setExtreme(wordMax, e.wall, e.wallAt)
	return e.wall
}

// ran reports whether the rank has run the node at all: nodes can also stand in a tree because they
// were defined, or ran in an earlier interval.
func ran(n *Node) bool { return n.Calls > 0 || n.Running > 0 || n.Total > 0 }

// ended reports whether a call has ended, or time was given that is of none.
func (m *Measure) ended() bool { return m.Calls > 0 || m.Total > m.Open }

// extremes are the extremes of one node on one rank, with the place of each.
type extremes struct {
	wall, threadMin, threadMax, callMin, callMax           int64
	wallAt, threadMinAt, threadMaxAt, callMinAt, callMaxAt uint64
	threads                                                uint64 // that completed a call
}

func (e *extremes) of(n *Node, rank int) {
	*e = extremes{
		wall: -1, threadMin: noMin, threadMax: -1, callMin: noMin, callMax: -1,
		wallAt: nowhere, threadMinAt: nowhere, threadMaxAt: nowhere, callMinAt: nowhere, callMaxAt: nowhere,
	}
	if n.ByTrack == nil {
		e.add(&n.Measure, place(rank, 0))
		return
	}
	for i := range n.ByTrack {
		e.add(&n.ByTrack[i].Measure, place(rank, n.ByTrack[i].Track))
	}
	if e.wall < 0 {
		e.wall, e.wallAt = 0, place(rank, 0)
	}
}

// add takes in one track. Tracks come in ascending order, so that of equal values the first stays.
func (e *extremes) add(m *Measure, at uint64) {
	total := max(m.Total, 0)
	if total > e.wall {
		e.wall, e.wallAt = total, at
	}
	if m.ended() {
		e.threads++
		if total < e.threadMin {
			e.threadMin, e.threadMinAt = total, at
		}
		if total > e.threadMax {
			e.threadMax, e.threadMaxAt = total, at
		}
	}
	if m.Timed > 0 {
		if low := max(m.Min, 0); low < e.callMin {
			e.callMin, e.callMinAt = low, at
		}
		if high := max(m.Max, 0); high > e.callMax {
			e.callMax, e.callMaxAt = high, at
		}
	}
}

// zeros returns n zeros, in the storage of s if that is long enough.
func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// selfTimes adds to self for each node the time that its tracks spent in it outside its children,
// each track for itself: a child that runs on another track takes nothing off its parent. It uses
// children for their time on track 0. Both have a zero for each node.
func selfTimes(p *Profile, self []uint64, children []int64) {
	type spot struct{ node, track int }
	var others map[spot]int64 // and on other tracks
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		if n.ByTrack == nil {
			total := max(n.Total, 0)
			self[i] = positive(total - children[i])
			if n.Parent >= 0 {
				children[n.Parent] = addTime(children[n.Parent], total)
			}
			continue
		}
		if others == nil {
			others = map[spot]int64{}
		}
		for j := range n.ByTrack {
			t := &n.ByTrack[j]
			total := max(t.Total, 0)
			inside := others[spot{i, t.Track}]
			if t.Track == 0 {
				inside = children[i]
			}
			self[i] = addBounded(self[i], positive(total-inside))
			switch {
			case n.Parent < 0:
			case t.Track == 0:
				children[n.Parent] = addTime(children[n.Parent], total)
			default:
				at := spot{n.Parent, t.Track}
				others[at] = addTime(others[at], total)
			}
		}
	}
}

// addTime adds times that are not negative, saturating.
func addTime(a, b int64) int64 {
	if sum := a + b; sum >= 0 {
		return sum
	}
	return math.MaxInt64
}

// Self returns, for each node, the time of its tracks outside its children, in nanoseconds, never
// negative. Each track counts by itself: a child on another track takes nothing from its parent.
func (p *Profile) Self() []int64 {
	self, out := make([]uint64, len(p.Nodes)), make([]int64, len(p.Nodes))
	selfTimes(p, self, make([]int64, len(p.Nodes)))
	for i, v := range self {
		out[i] = int64(min(v, math.MaxInt64))
	}
	return out
}
