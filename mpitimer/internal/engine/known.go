package engine

import (
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// startKnown is start for a region that is not predicted but was started here before: what a program does that starts
// its regions in no particular order, or within themselves. The rest is left to startSlow. The region is nil for a
// start by name, and has a level at most.
//
//go:norace
func (t *Track) startKnown(key uint64, name string, region *Region) Interval {
	if reasons := t.special.Load(); reasons != 0 || t.Depth >= len(t.stack) {
		if reasons == specialCounters {
			return t.startCounted(key, name, region)
		}
		return t.startSpecial(key, name, region)
	}
	n, mixed := t.expect, key^t.mixOf(t.Current)
	for at := t.edges.First(mixed); ; at = (at + 1) & (len(t.edges.Places) - 1) {
		if uint(at) >= uint(len(t.edges.Places)) {
			return t.startSlow(key, target{name: name, region: region})
		}
		e := &t.edges.Places[at]
		if e.Mixed == mixed {
			if n = e.Node; e.Way != edges.Straight {
				if e.Way == edges.Around && t.Records[n].Start != 0 && n != t.base {
					return t.nest(n)
				}
				return t.startSlow(key, target{name: name, region: region})
			}
			if t.Records[n].Key == 0 { // since environments have changed, see renew
				t.predict(e)
			}
			if t.learning--; t.trust != 0 || t.learning < lesson {
				t.learn(n)
			}
			break
		}
		if t.Records[n].Key == byContent || e.Node == 0 { // in this order: nobody can guess the latter
			if n = t.builtNode(name, region); n == 0 {
				return t.startSlow(key, target{name: name, region: region})
			}
			break
		}
	}
	t.push(n, timed)
	r := &t.Records[n]
	t.expect = r.Down & t.trust
	now := clock.Now()
	table.Store(&r.Start, now)
	return Interval{t, now, n, uint32(t.Depth)}
}

// startSpecial is startKnown where there are hooks, and nothing else that is special.
//
//go:norace
func (t *Track) startSpecial(key uint64, name string, region *Region) Interval {
	if t.special.Load() != specialHooks || t.Depth >= len(t.stack) {
		return t.startSlow(key, target{name: name, region: region})
	}
	n, again, above := t.expect, false, t.Current
	if t.Records[n].Key != key^t.mixOf(above) {
		asked := edges.From(key, above, 0, t.prefixID)
		e := t.edges.Find(&asked)
		if e == nil || e.Way == edges.Winding || e.Way == edges.Around && (t.Records[e.Node].Start == 0 || e.Node == t.base) {
			return t.startSlow(key, target{name: name, region: region})
		}
		if n, again = e.Node, e.Way == edges.Around; !again {
			t.learn(n)
		}
	}
	depth := t.Depth + 1
	if again {
		interval := t.nest(n)
		t.callStartHooks(above, n)
		return interval
	}
	t.push(n, timed)
	t.expect = t.Records[n].Down & t.trust
	t.callStartHooks(above, n)
	r := &t.Records[n] // not earlier: hooks may make regions, and the table grow
	now := clock.Now()
	table.Store(&r.Start, now)
	return Interval{t, now, n, uint32(depth)}
}

// builtNode returns the node for a key that is not known, or not at the first look where a region is expected of which names
// are made anew for each call: such a name is compared, or looked up. It is 0 where find has to look.
//
//go:norace
func (t *Track) builtNode(name string, region *Region) uint32 {
	n := t.expect
	r, c := &t.Records[n], &t.Cold[n]
	if region != nil || t.prefix != "" || !t.hasBuilt {
		return 0
	}
	if r.Key != byContent || r.Start != 0 || c.Parent != t.Current || c.Environment != 0 || !t.NameIs(c, name) {
		// Another that has all its keys, so that find would add nothing.
		at := t.ChildOf(table.Child{Name: name, Parent: t.Current})
		if at == nil || at.Keys < MaxKeys || len(t.odd) > 0 || t.Cold[at.Node].Parent != t.Current || t.Records[at.Node].Start != 0 {
			return 0
		}
		n = at.Node
		t.learning--
		t.learn(n)
	}
	return n
}
