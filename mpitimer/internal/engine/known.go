package engine

import (
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// startKnown is start for a region that is not predicted, or has hooks, but was started here before: what a program
// does that starts its regions in no particular order, or within themselves. The rest is left to startSlow. The
// region is nil for a start by name, and has a level at most.
//
//go:norace
func (t *Track) startKnown(key uint64, name string, region *Region) Interval {
	special := t.special.Load()
	if special&^specialHooks != 0 || t.Depth >= len(t.stack) || key == 0 {
		return t.startSlow(key, target{name: name, region: region})
	}
	n, how := t.expect, straight
	if mixed := key ^ t.mixOf(t.Current); t.Records[n].Key != mixed {
		e := t.edges.find(key, uint64(t.Current)<<32|uint64(t.prefixID), mixed)
		switch {
		case e != nil:
			n, how = e.node, e.how
		case region != nil || !t.isExpected(n, name):
			how = winding
		}
	}
	r := &t.Records[n]
	switch {
	case how == straight && r.Start == 0:
		if special != 0 {
			return t.startHooked(n, timed)
		}
		t.learn(n)
		t.push(n, timed)
		t.expect = r.Down
		now := uint64(0)
		if clock.Quick() {
			now = clock.Counter()
		} else {
			now = clock.Slow()
		}
		table.Store(&r.Start, now)
		return Interval{t, now, n, uint32(t.Depth)}
	case how == around && r.Start != 0 && n != t.base:
		if special != 0 {
			return t.startHooked(n, nested)
		}
		t.stack[t.Depth] = frame{n, nested}
		t.Depth++
		return Interval{t, 0, n, uint32(t.Depth)}
	}
	return t.startSlow(key, target{name: name, region: region})
}

// isExpected says whether the region that is expected next, of which names are made anew for each call, is the one
// of that name.
//
//go:norace
func (t *Track) isExpected(n uint32, name string) bool {
	if t.Records[n].Key != byContent || t.prefix != "" {
		return false
	}
	c := &t.Cold[n]
	return c.Parent == t.Current && c.Environment == 0 && t.NameIs(c, name)
}

// startHooked makes node n the current region, or counts a call of it, and calls the hooks before its clock starts.
func (t *Track) startHooked(n uint32, k kind) Interval {
	t.fence()
	above := t.Current
	if k == nested {
		t.stack[t.Depth] = frame{n, nested}
		t.Depth++
	} else {
		t.learn(n)
		t.push(n, timed)
		t.expect = t.Records[n].Down
	}
	depth := uint32(t.Depth)
	t.callStartHooks(t.hookPath(above), t.hookPath(n))
	t.release()
	if k == nested {
		return Interval{t, 0, n, depth}
	}
	now := clock.Now()
	table.Store(&t.Records[n].Start, now) // not earlier: hooks may make regions, and the table grow
	return Interval{t, now, n, depth}
}

// stopHooked is stop for the current region where there are hooks. Not ok means that there is more to see to.
//
//go:norace
func (s Interval) stopHooked(now uint64) (ok bool) {
	t := s.track
	if t.special.Load() != specialHooks || goroutine.Quick() != t.id || int(s.depth) != t.Depth || t.Depth == 0 {
		return false
	}
	switch f := &t.stack[t.Depth-1]; {
	case f.kind == nested && f.parent == s.node && s.start == 0:
		t.fence()
		t.Depth--
		t.countNested(s.node)
	case f.kind == timed && t.Current == s.node && s.start != 0 && t.Records[s.node].Start == s.start:
		if t.rank.Fence != nil {
			t.fence()
			now = clock.Now()
		}
		r := &t.Records[s.node]
		t.record(r, s.start, now)
		t.pop(r.Next)
	default:
		return false
	}
	t.callStopHooks(int(s.depth))
	t.release()
	return true
}
