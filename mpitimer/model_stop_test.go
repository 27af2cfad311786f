package mpitimer

import (
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// What the oracle knows of stops.

// stopTo ends the region at an index of the stack, and those inside it, which should have been stopped.
func (o *oracle) stopTo(th *oThread, at int) {
	now := o.now()
	for len(th.stack) > at+1 {
		if f := th.stack[len(th.stack)-1]; !f.next && f.node != nil {
			o.warn(engine.WarnOutOfOrder, f.node.path())
		}
		o.leave(th, now)
	}
	o.leave(th, now)
}

// oInterval is an Interval.
type oInterval struct {
	thread *oThread
	frame  *oFrame
	depth  int
}

// stopInterval is what the Stop of an Interval does on a goroutine.
func (o *oracle) stopInterval(on *oThread, s oInterval) {
	if s.frame == nil || o.closed && s.thread == on {
		return
	}
	if s.frame.node == nil {
		for i, f := range s.thread.stack {
			if f == s.frame && on == s.thread {
				s.thread.stack = append(s.thread.stack[:i:i], s.thread.stack[i+1:]...)
			}
		}
		return
	}
	if s.thread != on {
		o.warn(engine.WarnElsewhere, s.frame.node.path())
		return
	}
	if at := slices.Index(on.stack, s.frame); at >= on.floor {
		o.stopTo(on, at)
		return
	}
	o.warn(engine.WarnNotRunning, s.frame.node.path())
}

// mistaken says whether an Interval whose interval has ended looks like that of an interval which runs: of the same
// region, at the same depth, begun at the same tick. Calls that are not timed, and starts that were left out, have no tick.
func (s oInterval) mistaken() bool {
	if s.frame == nil || slices.Contains(s.thread.stack, s.frame) {
		return false
	}
	if s.frame.node == nil {
		return slices.ContainsFunc(s.thread.stack, func(f *oFrame) bool { return f.node == nil && f.name == s.frame.name })
	}
	if s.thread.tree.shared {
		return false
	}
	depth := 0
	for _, f := range s.thread.stack {
		if f.node == nil {
			continue
		}
		if depth++; depth == s.depth {
			return f.node == s.frame.node && f.tick == s.frame.tick
		}
	}
	return false
}

// stopName ends the innermost open region of that name, with or without the prefix that it was started with.
// One that its level has left out is there, too, but has nothing to end.
func (o *oracle) stopName(th *oThread, name string) byname.Ended {
	if o.disabled > 0 || o.closed {
		return byname.EndedNothing
	}
	for at := len(th.stack) - 1; at >= th.floor; at-- {
		f := th.stack[at]
		if f.node == nil && (f.name == name || f.name[f.cut:] == name) {
			th.stack = append(th.stack[:at:at], th.stack[at+1:]...)
			return byname.EndedLeftOut
		}
		if f.node == nil || !f.node.named(name) {
			continue
		}
		ended := byname.EndedRegion
		for _, inner := range th.stack[at+1:] {
			if !inner.next && inner.node != nil {
				ended = byname.EndedInner
			}
		}
		o.stopTo(th, at)
		return ended
	}
	o.warn(engine.WarnNotStarted, name)
	return byname.EndedNotFound
}

func (n *oNode) named(name string) bool {
	if n.name == name {
		return true
	}
	for cut := range n.cuts {
		if n.name[cut:] == name {
			return true
		}
	}
	return false
}
