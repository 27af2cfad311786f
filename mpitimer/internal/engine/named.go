package engine

import (
	"maps"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// This file is for packages that give these timers the calls of other ones, such as GPTL's: starts
// that are left out below a depth, stops that say what they did, the latest interval of a timer.

// NamedLimit is the limit of StartNamed up to which package cgptl may start and stop the regions of the process without a
// call of Go, 0 if it may not.
var NamedLimit atomic.Int64

// NamedDirect is not 0 while starts and stops of package perfmod are those of package gptl.
var NamedDirect atomic.Int64

// Ended is what StopNamed did.
type Ended int

const (
	EndedNothing  Ended = iota // there are no timers, or they are disabled
	EndedRegion                // the innermost region of that name
	EndedInner                 // that, and others that were running inside it
	EndedLeftOut               // a start that StartNamed had left out, or that was left out by its level
	EndedNotFound              // nothing: no region of that name was running
)

// byName is what StartNamed and StopNamed keep of a track. Only the track's goroutine changes it; it
// is replaced by a larger one, and not changed, where others read it.
type byName struct {
	owner  uint64 // the goroutine of beyond
	beyond int    // starts that were left out, and not yet their stops
	count  uint64 // of the intervals that were ended
	latest []latest
}

// latest is the interval of a node that was ended last, in ticks, or in nanoseconds with the mark Given, and
// how many of the track had been ended by then.
type latest struct{ ticks, count uint64 }

// Given marks an interval that AddNamed was given, in nanoseconds.
const Given = 1 << 63

// StartNamed is Start, unless limit regions are open on the calling goroutine: then nothing is started, and the matching
// StopNamed ends nothing. Total and calls of regions that are running already are not counted as open.
//
//go:norace
func (d *directory) StartNamed(name string, limit int) {
	if t := d.Track(); t != nil && !t.leaveOut(limit) {
		t.deeper = 1
		d.Start(name)
		t.deeper = 0
	}
}

// leaveOut reports whether a start is to be left out, and counts it.
//
//go:norace
func (t *Track) leaveOut(limit int) bool {
	if t.special.Load()&(specialClosed|specialPaused) != 0 {
		return true
	}
	b := t.byNameOf()
	if b.beyond == 0 && (t.Depth-t.floor() < limit || t.openRegions() < max(limit, 0)) {
		return false
	}
	b.beyond++
	return true
}

// openRegions is how many regions are open, without Total and recursive calls: each of the others stands one lower in the
// tree.
func (t *Track) openRegions() (n int) {
	tree := t.lockTree()
	defer t.unlockTree()
	node := t.Current
	if tree != t {
		node = t.position
	}
	for ; node != t.base; node = tree.Cold[node].Parent {
		n++
	}
	return n
}

// isNested reports whether an entry of the stack is a call of a region that was running already.
func (t *Track) isNested(entry int) bool {
	if t.special.Load()&specialShared != 0 {
		return t.open[entry].nested
	}
	return t.stack[entry].kind&^flags == nested
}

// byNameOf is the track's byName, for its goroutine.
//
//go:norace
func (t *Track) byNameOf() *byName {
	b := t.byName.Load()
	if b == nil {
		b = &byName{owner: t.id}
		t.byName.Store(b)
	}
	if b.owner != t.id { // an earlier goroutine has left the track behind
		b.owner, b.beyond = t.id, 0
	}
	return b
}

// StopNamed is Stop, keeps the interval and says what it did.
//
//go:norace
func (d *directory) StopNamed(name string) Ended {
	now := clock.Now()
	t := d.Track()
	if t == nil {
		return EndedNothing
	}
	b, n, depth := t.byName.Load(), t.Current, t.Depth
	r := &t.Records[n]
	if b == nil || b.beyond != 0 || depth == 0 || t.special.Load() != 0 ||
		r.Key != keyOf(name)^t.mixOf(t.stack[depth-1].parent) || t.stack[depth-1].kind&^sequence != timed {
		return t.stopNamedSlow(name, now)
	}
	before := r.Total
	t.record(r, r.Start, now)
	t.pop(r.Next)
	t.remember(n, r.Total-before)
	return EndedRegion
}

// stopNamedSlow is stopNamed for everything that is not as expected.
//
//go:norace
func (t *Track) stopNamedSlow(name string, now uint64) Ended {
	if t.special.Load()&(specialClosed|specialPaused) != 0 {
		return EndedNothing
	}
	defer t.release()
	ended, depth, node := t.findNamed(name)
	switch ended {
	case EndedNotFound:
		t.notStarted(name)
		return ended
	case EndedLeftOut:
		return ended
	}
	interval := !t.isNested(depth - 1)
	tree := t.lockTree()
	before := tree.Records[node].Total
	t.unlockTree()
	t.stopNameSlow(name, now)
	tree = t.lockTree()
	ticks := tree.Records[node].Total - before
	t.unlockTree()
	if interval {
		t.remember(node, ticks)
	}
	return ended
}

// findNamed is what a stop of a name would do, and where. A start that was left out is ended at once.
func (t *Track) findNamed(name string) (ended Ended, depth int, node uint32) {
	if b := t.byNameOf(); b.beyond > 0 {
		b.beyond--
		return EndedLeftOut, 0, 0
	}
	depth, node, leftOut := t.search(name)
	switch {
	case leftOut:
		return EndedLeftOut, 0, 0
	case depth == 0:
		return EndedNotFound, 0, 0
	}
	for inner := depth; inner < t.Depth; inner++ {
		if !t.isSequence(inner) {
			return EndedInner, depth, node
		}
	}
	return EndedRegion, depth, node
}

// FindNamed is StopNamed which ends nothing but a start that was left out, and warns of nothing.
func (rank *Rank) FindNamed(name string) Ended {
	t := rank.Directory.Track()
	if t == nil || t.special.Load()&(specialClosed|specialPaused) != 0 {
		return EndedNothing
	}
	defer t.release()
	ended, _, _ := t.findNamed(name)
	return ended
}

// isSequence reports whether an entry of the stack was opened by Next, and may be left to its parent.
func (t *Track) isSequence(entry int) bool {
	if t.special.Load()&specialShared != 0 {
		return t.open[entry].sequence
	}
	return t.stack[entry].kind&sequence != 0
}

// forgetLatest forgets the latest interval of a node.
//
//go:norace
func (t *Track) forgetLatest(node uint32) {
	if b := t.byName.Load(); b != nil && int(node) < len(b.latest) {
		table.Store(&b.latest[node].ticks, 0)
	}
}

// remember keeps the interval of a node that was just ended.
//
//go:norace
func (t *Track) remember(node uint32, ticks uint64) {
	b := t.RoomFor(node)
	b.count++
	table.Store(&b.latest[node].ticks, ticks)
	table.Store(&b.latest[node].count, b.count)
}

// RoomFor makes room for the latest interval of a node.
func (t *Track) RoomFor(node uint32) *byName {
	b := t.byNameOf()
	if int(node) >= len(b.latest) {
		next := *b
		next.latest = make([]latest, max(16, 2*int(node)))
		copy(next.latest, b.latest)
		t.byName.Store(&next)
		b = &next
	}
	return b
}

// LatestOf is the interval of a node that was ended last, and how many of the track had been ended by then; any goroutine
// may ask.
//
//go:norace
func (t *Track) LatestOf(node int) (ticks, count uint64) {
	b := t.byName.Load()
	if b == nil || node >= len(b.latest) {
		return 0, 0
	}
	return b.latest[node].ticks, b.latest[node].count
}

// AddNamed is Add, under the limit of StartNamed. It counts as the latest interval of the region.
func (rank *Rank) AddNamed(name string, total time.Duration, calls, limit int) {
	t := rank.Directory.Track()
	if t == nil || t.byNameOf().beyond > 0 || t.Depth-t.floor() >= limit && t.openRegions() >= limit {
		return
	}
	if n := t.add(name, total, calls); n != 0 {
		t.remember(n, uint64(max(total, 0))|Given)
	}
}

// ResetNamed sets what was measured of all regions of that name, Total apart, back to zero, over all
// call paths and goroutines. Those that are running go on, from now. It reports whether there is one. As
// for Reset, no other goroutine may be inside a region.
func (rank *Rank) ResetNamed(name string) bool {
	now := clock.Now()
	found := false
	rank.each(func(t *Track) { found = t.shared == nil && t.resetNamed(name, now) || found })
	if found {
		for _, previous := range rank.Previous {
			forgetNamed(previous, name)
		}
	}
	return found
}

// forgetNamed takes the regions of a name out of a profile, Total apart.
func forgetNamed(p *stats.Profile, name string) {
	if p == nil {
		return
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == name && n.Parent >= 0 {
			n.Measure, n.ByTrack, n.Values = stats.Measure{}, nil, nil
		}
	}
}

func (t *Track) resetNamed(name string, now uint64) bool {
	found := false
	restarted := maps.Clone(t.restarted)
	if restarted == nil {
		restarted = make(map[uint32]restart)
	}
	for n := 1; n < t.Len(); n++ {
		if r, c, _ := t.Read(n); !t.IsRegion(n, &r, &c) || t.Name(&c) != name {
			continue
		}
		found = true
		t.resetNode(uint32(n), now, restarted)
		t.ForgetExtremes(n)
	}
	if found {
		t.restarted = restarted
	}
	return found
}
