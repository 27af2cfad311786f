package engine

import (
	"maps"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file is for package byname, which gives these timers the calls of other ones, such as GPTL's.

// ByName is what package byname keeps of a track. Only the track's goroutine changes it; it is replaced by a larger one,
// and not changed, where others read it.
type ByName struct {
	owner  uint64 // the goroutine of Beyond
	Beyond int    // starts that were left out, and not yet their stops
	Count  uint64 // of the intervals that were ended
	Latest []Latest
}

// Latest is the interval of a node that was ended last, in ticks, or in nanoseconds with a mark, and how many of the track
// had been ended by then.
type Latest struct{ Ticks, Count uint64 }

// ByName is what is kept of the track, for its goroutine.
//
//go:norace
func (t *Track) ByName() *ByName {
	b := t.byName.Load()
	if b == nil {
		b = &ByName{owner: t.id}
		t.byName.Store(b)
	}
	if b.owner != t.id { // an earlier goroutine has left the track behind
		b.owner, b.Beyond = t.id, 0
	}
	return b
}

// Kept is ByName for any goroutine, nil where nothing is kept.
func (t *Track) Kept() *ByName { return t.byName.Load() }

// RoomFor makes room for the latest interval of a node.
func (t *Track) RoomFor(node uint32) *ByName {
	b := t.ByName()
	if int(node) >= len(b.Latest) {
		next := *b
		next.Latest = make([]Latest, max(16, 2*int(node)))
		copy(next.Latest, b.Latest)
		t.byName.Store(&next)
		b = &next
	}
	return b
}

// forgetLatest forgets the latest interval of a node.
//
//go:norace
func (t *Track) forgetLatest(node uint32) {
	if b := t.byName.Load(); b != nil && int(node) < len(b.Latest) {
		table.Store(&b.Latest[node].Ticks, 0)
	}
}

// Off reports whether the timers are disabled or finalized.
//
//go:norace
func (t *Track) Off() bool { return t.special.Load()&(specialClosed|specialPaused) != 0 }

// StartFor is Start, for a package between the program and this one.
//
//go:norace
func (t *Track) StartFor(name string) {
	t.deeper = 2
	t.rank.Directory.Start(name)
	t.deeper = 0
}

// HasOpen reports whether limit regions are open, without Total and recursive calls: each of the others stands one lower
// in the tree.
//
//go:norace
func (t *Track) HasOpen(limit int) bool {
	return t.Depth >= limit && t.openRegions() >= limit
}

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

// IsNested reports whether an entry of the stack is a call of a region that was running already.
func (t *Track) IsNested(entry int) bool {
	if t.special.Load()&specialShared != 0 {
		return t.open[entry].nested
	}
	return t.stack[entry].kind&^flags == nested
}

// IsSequence reports whether an entry of the stack was opened by Next, and may be left to its parent.
func (t *Track) IsSequence(entry int) bool {
	if t.special.Load()&specialShared != 0 {
		return t.open[entry].sequence
	}
	return t.stack[entry].kind&sequence != 0
}

// Find is the innermost open region of a name; a start that was left out inside it is ended instead.
func (t *Track) Find(name string) (depth int, node uint32, leftOut bool) {
	defer t.release()
	return t.search(name)
}

// TotalOf is the time of completed intervals of a node, in ticks.
func (t *Track) TotalOf(node uint32) uint64 {
	tree := t.lockTree()
	defer t.unlockTree()
	return tree.Records[node].Total
}

// StopExpected ends the current region if it has that name and nothing else is to be done, and returns the time of the interval.
//
//go:norace
func (t *Track) StopExpected(name string, now uint64) (node uint32, ticks uint64, done bool) {
	n, depth := t.Current, t.Depth
	r := &t.Records[n]
	if depth == 0 || t.special.Load() != 0 || r.Key != keyOf(name)^t.mixOf(t.stack[depth-1].parent) || t.stack[depth-1].kind&^sequence != timed {
		return 0, 0, false
	}
	before := r.Total
	t.record(r, r.Start, now)
	t.pop(r.Next)
	return n, r.Total - before, true
}

// ResetNamed sets what was measured of all regions of a name, Total apart, back to zero, and reports whether there is one.
func (rank *Rank) ResetNamed(name string) bool {
	now := clock.Now()
	found := false
	rank.each(func(t *Track) { found = t.shared == nil && t.resetNamed(name, now) || found })
	return found
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
