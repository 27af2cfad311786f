package mpitimer

import (
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// startSlow is start for everything that is not as expected: another region than predicted, a new
// one, a recursion, a sampled region, hooks.
//
//go:norace
func (t *track) startSlow(key uint64, what target) Span {
	if reasons := t.special.Load(); reasons != 0 {
		if !t.attend(reasons) {
			return Span{}
		}
		if reasons&specialShared != 0 {
			return t.startShared(key, what)
		}
	}
	n := t.find(key, what)
	return t.enter(n, what, 0)
}

// attend does what has to be done before a start or a stop by name can go on; false means that it
// must not.
func (t *track) attend(reasons uint32) bool {
	if reasons&(specialClosed|specialPaused) != 0 {
		return false
	}
	if reasons&specialPrefix != 0 {
		t.takePrefix()
	}
	if reasons&specialInterval != 0 {
		t.special.And(^uint32(specialInterval))
		t.beginInterval()
	}
	return true
}

// enter makes node n the current region. Unless it is zero, now is the tick at which it starts.
//
//go:norace
func (t *track) enter(n uint32, what target, now uint64) Span {
	if t.depth == len(t.stack) {
		t.stack = append(t.stack, make([]frame, max(16, len(t.stack)))...)
	}
	r, c := &t.Records[n], &t.Cold[n]
	hooked := t.special.Load()&specialHooks != 0
	if hooked {
		t.fence()
	}
	k := timed
	switch {
	case r.Start != 0 || c.Parent != t.current:
		k = nested
	case c.Sample > 1 && c.Countdown > 0:
		c.Countdown--
		k = unsampled
	case c.Sample > 1:
		c.Countdown = c.Sample - 1
		c.Timed++
	}
	t.push(n, k)
	if k != nested {
		t.expect = r.Down
	}
	if hooked {
		t.callStartHooks()
	}
	span := Span{t, 0, n, uint32(t.depth)}
	if k == timed {
		if now == 0 {
			now = clock.Now()
		}
		table.Store(&r.Start, now)
		span.start = now
	}
	return span
}

// stopCounted ends a call that has no interval of its own.
//
//go:norace
func (s Span) stopCounted() {
	t := s.track
	if s.node == t.current && int(s.depth) == t.depth && t.special.Load() == 0 && goroutine.ID() == t.id {
		t.leave(0)
		return
	}
	s.stopSlow(0)
}

// stopSlow is stop for everything that is not as expected. A zero now means that the clock was not
// read yet.
//
//go:norace
func (s Span) stopSlow(now uint64) {
	t := s.track
	if !t.owned() {
		t.timers.warn(warnElsewhere, t.pathOf(s.node))
		return
	}
	if reasons := t.special.Load(); reasons != 0 {
		if reasons&specialClosed != 0 {
			return
		}
		if reasons&specialShared != 0 {
			s.stopShared()
			return
		}
		if reasons&specialHooks != 0 {
			t.fence()
			now = clock.Now()
		}
	}
	if !s.open() {
		t.timers.warn(warnNotRunning, t.pathOf(s.node))
		return
	}
	if now == 0 {
		now = clock.Now()
	}
	t.stopTo(int(s.depth), now)
}

// open says whether the interval is still running.
//
//go:norace
func (s Span) open() bool {
	t, depth := s.track, int(s.depth)
	return depth > t.floor() && depth <= t.depth && t.nodeAt(depth) == s.node &&
		(s.start == 0) == (t.stack[depth-1].kind&^sequence != timed) &&
		(s.start == 0 || t.Records[s.node].Start == s.start)
}

// nodeAt is the open region at a depth, 1 being the outermost.
func (t *track) nodeAt(depth int) uint32 {
	if depth == t.depth {
		return t.current
	}
	return t.stack[depth].parent
}

// stopTo ends the region at the given depth, and before it those that it contains. A region that was
// opened by Next may be left to its parent; any other should have been stopped, and is reported.
func (t *track) stopTo(depth int, now uint64) {
	for t.depth > depth {
		if t.stack[t.depth-1].kind&sequence == 0 {
			t.timers.warn(warnOutOfOrder, t.pathOf(t.current))
		}
		t.leave(now)
	}
	t.leave(now)
}

// leave ends the current region at tick now.
//
//go:norace
func (t *track) leave(now uint64) {
	if t.attached != nil {
		defer t.callStopHooks(t.depth)
	}
	r := &t.Records[t.current]
	switch t.stack[t.depth-1].kind &^ sequence {
	case timed:
		if now == 0 {
			now = clock.Now()
		}
		t.record(r, r.Start, now)
	case nested:
		t.Cold[t.current].Recursion++
		table.Store(&r.Calls, r.Calls+1)
	case unsampled: // counted by the countdown
	}
	t.pop(r.Next)
}

// stopNameSlow ends the innermost open region of that name, whatever prefix it was started with.
func (t *track) stopNameSlow(name string, now uint64) {
	if reasons := t.special.Load(); reasons != 0 {
		if !t.attend(reasons) {
			return
		}
		if reasons&specialShared != 0 {
			t.stopNameShared(name)
			return
		}
		if reasons&specialHooks != 0 {
			t.fence()
			now = clock.Now()
		}
	}
	for depth := t.depth; depth > t.floor(); depth-- {
		if t.isNamed(t.nodeAt(depth), name) {
			t.stopTo(depth, now)
			return
		}
	}
	t.timers.warn(warnNotStarted, name)
}

// isNamed says whether a node has that name, with or without the prefix with which it was made.
func (t *track) isNamed(node uint32, name string) bool {
	full := t.Name(&t.Cold[node])
	if full == name || full == t.prefix+name {
		return true
	}
	return len(full) > len(name) && full[len(full)-len(name):] == name && t.timers.isPrefix(full[:len(full)-len(name)])
}

// floor is the depth below which a caller may not stop regions: Total stays until the timers are
// finalized.
func (t *track) floor() int {
	if t == t.timers.main {
		return 1
	}
	return 0
}

// nextSlow is next for everything that is not as expected.
func (t *track) nextSlow(key uint64, name string) Span {
	if reasons := t.special.Load(); reasons != 0 {
		if !t.attend(reasons) {
			return Span{}
		}
		if reasons&specialShared != 0 {
			return t.nextShared(key, name)
		}
	}
	now := clock.Now()
	if t.depth > 0 && t.stack[t.depth-1].kind&sequence != 0 {
		t.leave(now)
	}
	what := target{name: name}
	return t.openSequence(t.enter(t.find(key, what), what, now))
}

// openSequence marks the region that was just opened as one that Next may close.
func (t *track) openSequence(s Span) Span {
	if s.track != nil && s.track.depth > 0 {
		t.stack[t.depth-1].kind |= sequence
	}
	return s
}

// pathOf is the call path of a node, its names joined with "/".
func (t *track) pathOf(node uint32) string {
	if int(node) >= t.Len() {
		return ""
	}
	c := &t.Cold[node]
	if c.Parent == 0 {
		return t.Name(c)
	}
	return t.pathOf(c.Parent) + "/" + t.Name(c)
}
