package engine

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/misuse"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// startSlow is start for everything that is not as expected: another region than predicted, a new
// one, a recursion, a sampled region, hooks.
//
//go:norace
func (t *Track) startSlow(key uint64, what target) Interval {
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 && !t.attend(reasons) {
		return Interval{}
	}
	if what.region != nil && what.region.is.Environment != "" {
		what.environment, what.wrong = t.resolve(what.region.is.Environment)
	}
	if t.special.Load()&specialShared != 0 {
		return t.startShared(key, what)
	}
	if what.region != nil && what.region.is.Throttled && t.Len() >= MostThrottled && !t.knows(key, what) {
		t.rank.KeepWarning(WarnTooMany, what.name, 0) // no fault of the program
		return t.skip(what.region)
	}
	n := t.find(key, what)
	if what.region != nil && what.region.is.Throttled {
		n = t.throttle(n, key, what)
	}
	return t.enter(n, what, 0)
}

// attend does what has to be done before a start or a stop by name can go on; false means that it
// must not.
func (t *Track) attend(reasons uint32) bool {
	if reasons&(specialClosed|specialPaused) != 0 {
		return false
	}
	if reasons&specialPrefix != 0 {
		t.takePrefix()
	}
	if reasons&specialInterval != 0 {
		t.special.And(^uint32(specialInterval)) // before: one that is asked for now begins again
		t.beginIntervals(reasons)
	}
	return true
}

// enter makes node n the current region. Unless it is zero, now is the tick at which it starts.
//
//go:norace
func (t *Track) enter(n uint32, what target, now uint64) Interval {
	if t.Depth == len(t.stack) {
		if t.Depth >= MostOpen {
			return t.leaveTooMany(n)
		}
		t.stack = append(t.stack, make([]frame, max(16, len(t.stack)))...)
		t.weigh()
	}
	hooked := t.special.Load()&(specialHooks|specialFence) != 0
	if hooked {
		t.fence()
	}
	r, c, above := &t.Records[n], &t.Cold[n], t.Current
	interval := Interval{t, 0, n, uint32(t.Depth) + 1}
	switch {
	case r.Start != 0 || c.Parent != t.Current:
		interval = t.nest(n)
	case c.Sample > 1 && c.Countdown > 0:
		c.Countdown--
		interval.start = t.untimed(unsampled)
		fallthrough
	default:
		t.push(n, kind(interval.start))
		t.expect = r.Down & t.trust
	}
	if hooked {
		t.callStartHooks(above, n)
		r, c = &t.Records[n], &t.Cold[n] // hooks may make regions, and the table grow
	}
	if t.watcher != nil {
		t.watcher.Start(n, kind(interval.start)&^flags == nested)
	}
	t.release()
	if interval.start != 0 {
		return interval
	}
	if t.counters != nil && (what.region == nil || !what.region.is.Throttled) {
		t.tie()
		t.counters.Read(t.readings)
		t.Columns.Start(n, t.readings)
	}
	if now == 0 {
		now = clock.Now()
	}
	if c.Sample > 1 {
		// A reader must not see one of the two without the other.
		table.Store(&r.Start, table.Writing)
		c.Countdown = c.Sample - 1
		c.Timed++
	}
	table.Store(&r.Start, now)
	interval.start = now
	return interval
}

// nest begins a call of a region that is running already.
//
//go:norace
func (t *Track) nest(n uint32) Interval {
	s := Interval{t, t.untimed(nested), n, uint32(t.Depth + 1)}
	t.stack[t.Depth] = frame{n, kind(s.start)}
	t.Depth++
	return s
}

// stopUntimed ends a call that is not timed where not all is as expected.
//
//go:norace
func (s Interval) stopUntimed() {
	t := s.track
	switch depth := int(s.depth); {
	case depth == 0:
		s.stopLeftOut()
	case depth == t.Depth && t.special.Load() == 0 && goroutine.Quick() == t.id && s.Open():
		t.leave(0)
	default:
		s.stopSlow(0)
	}
}

// stopSlow is stop for everything that is not as expected. A zero now means that the clock was not
// read yet.
//
//go:norace
func (s Interval) stopSlow(now uint64) {
	t := s.track
	if !t.Owned() {
		t.warnOf(WarnElsewhere, s.node, caller())
		return
	}
	if now != 0 && t.special.Load() == specialCounters && s.endsCounted() {
		r := &t.Records[t.Current]
		t.record(r, r.Start, now)
		if t.Columns.Counting(t.Current) {
			t.endCounting(t.Current, t.counters.Read(t.readings))
		}
		t.pop(r.Next)
		t.release()
		return
	}
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 {
		if reasons&specialClosed != 0 {
			return
		}
		if reasons&specialShared != 0 {
			s.stopShared()
			return
		}
		if reasons&specialFence != 0 {
			t.fence()
			now = clock.Now()
		}
		if reasons&specialInterval != 0 {
			t.attend(reasons & specialInterval)
		}
	}
	if !s.Open() {
		t.warnOf(WarnNotRunning, s.node, caller())
		return
	}
	if now == 0 {
		now = clock.Now()
	}
	t.stopTo(int(s.depth), now)
}

// Open reports whether the interval is still running.
//
//go:norace
func (s Interval) Open() bool {
	t, depth := s.track, int(s.depth)
	if depth <= t.floor() || depth > t.Depth {
		return false
	}
	r, k := &t.Records[s.node], t.stack[depth-1].kind&^(sequence|holds)
	if s.start&counted != 0 {
		return k == kind(s.start)
	}
	if k != timed || s.start != r.Start && (r.Calls != t.Cold[s.node].Recursion || t.restarted[s.node] != (restart{s.start, r.Start})) {
		return false // what was begun anew is the first that ends since
	}
	return t.NodeAt(depth) == s.node // last, since it may look at all that is open
}

// NodeAt is the open region at a depth, 1 being the outermost.
//
//go:norace
func (t *Track) NodeAt(depth int) uint32 {
	if f := t.stack[depth-1]; f.kind&^flags == nested {
		return f.parent
	}
	for ; depth < t.Depth; depth++ {
		if f := t.stack[depth]; f.kind&^flags != nested {
			return f.parent
		}
	}
	return t.Current
}

// stopTo ends the region at the given depth, and before it those that it contains. A region that was
// opened by Next may be left to its parent; any other should have been stopped, and is reported.
func (t *Track) stopTo(depth int, now uint64) {
	for t.Depth > depth {
		if t.stack[t.Depth-1].kind&sequence == 0 {
			t.warnOf(WarnOutOfOrder, t.NodeAt(t.Depth), caller())
		}
		t.leave(now)
	}
	t.leave(now)
}

// leave ends the current region at tick now.
//
//go:norace
func (t *Track) leave(now uint64) {
	if t.attached != nil || t.watcher != nil {
		t.leaveWatched(now)
		return
	}
	t.end(now)
}

// leaveWatched is leave where somebody sees it.
func (t *Track) leaveWatched(now uint64) {
	defer t.callStopHooks(t.Depth)
	if t.watcher != nil {
		defer t.watcher.Stop(t.NodeAt(t.Depth), t.Depth)
	}
	t.end(now)
}

//go:norace
func (t *Track) end(now uint64) {
	f := t.stack[t.Depth-1]
	if f.kind&^flags == nested {
		t.Depth--
		t.countNested(f.parent)
		return
	}
	r := &t.Records[t.Current]
	if f.kind&^flags == timed { // others are counted by the countdown
		if now == 0 {
			now = clock.Now()
		}
		t.record(r, r.Start, now)
		if t.counters != nil && t.Columns.Counting(t.Current) {
			t.endCounting(t.Current, t.counters.Read(t.readings))
		}
	}
	t.pop(r.Next)
}

// drop leaves the current region as if this call of it had never been made.
//
//go:norace
func (t *Track) drop() {
	k := t.stack[t.Depth-1].kind &^ flags
	if k == nested {
		t.Depth--
		return
	}
	r, c := &t.Records[t.Current], &t.Cold[t.Current]
	switch {
	case k == unsampled && c.Timed == 0: // a Reset since has forgotten it already
	case k == unsampled:
		c.Countdown++
	case c.Sample > 1:
		table.Store(&r.Start, table.Writing)
		c.Timed--
		c.Countdown = 0
		fallthrough
	default:
		table.Store(&r.Start, 0)
	}
	if t.counters != nil && k != unsampled {
		t.dropCounting(t.Current)
	}
	t.pop(0)
}

// countNested counts a call of a region that was running already.
//
//go:norace
func (t *Track) countNested(n uint32) {
	r := &t.Records[n]
	start := r.Start
	table.Store(&r.Start, start|table.Amending)
	t.Cold[n].Recursion++
	table.Store(&r.Calls, r.Calls+1)
	table.Store(&r.Start, start)
}

// StopName ends the innermost open region of that name, whatever prefix it was started with.
func (t *Track) StopName(name string, now uint64) {
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 {
		if !t.attend(reasons) {
			return
		}
		if reasons&specialShared != 0 {
			t.stopNameShared(name)
			return
		}
		if reasons&specialFence != 0 {
			t.fence()
			now = clock.Now()
		}
	}
	if t.Depth > t.floor() && len(t.tooMany) == 0 && t.isCurrent(name) {
		t.leave(now)
		return
	}
	switch depth, _, leftOut := t.search(name); {
	case depth > 0:
		t.stopTo(depth, now)
	case !leftOut:
		t.notStarted(name)
	}
}

// isCurrent says that the current region was started by that name, for a look at addresses, or at a name that is made anew
// for each call; it may be even if the result is false.
func (t *Track) isCurrent(name string) bool {
	f, key := &t.stack[t.Depth-1], t.Records[t.Current].Key
	return f.kind&^sequence == timed && (key == keyOf(name)^t.mixOf(f.parent) || key == byContent && t.NameIs(&t.Cold[t.Current], name))
}

// floor is the depth below which a caller may not stop regions: Total stays until the timers are
// finalized.
func (t *Track) floor() int {
	if t == t.rank.Main {
		return 1
	}
	return 0
}

// nextSlow is next for everything that is not as expected.
func (t *Track) nextSlow(key uint64, name string) Interval {
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 {
		if !t.attend(reasons) {
			return Interval{}
		}
		if reasons&specialShared != 0 {
			return t.nextShared(key, name)
		}
	}
	hooked := t.special.Load()&(specialHooks|specialFence) != 0
	if hooked {
		t.fence()
	}
	now := clock.Now()
	if t.Depth > 0 && t.stack[t.Depth-1].kind&sequence != 0 {
		t.leave(now)
	}
	if hooked || t.counters != nil || t.watcher != nil {
		now = 0 // what the hooks do, and reading counters, falls between the regions
	}
	what := target{name: name}
	return t.openSequence(t.enter(t.find(key, what), what, now))
}

// openSequence marks the region that was just opened as one that Next may close.
func (t *Track) openSequence(s Interval) Interval {
	if s.track != nil && s.track.Depth > 0 {
		t.stack[t.Depth-1].kind |= sequence
	}
	return s
}

// PlaceOf is where a node was made, 0 if that is not known. It may be called on any goroutine.
//
//go:norace
func (t *Track) PlaceOf(node uint32) uintptr {
	if sites := t.sites.Load(); sites != nil && int(node) < len(*sites) {
		return misuse.Outside((*sites)[node][:])
	}
	return 0
}

// PathOf is the call path of a node, its names joined with "/". It may be called on any goroutine.
func (t *Track) PathOf(node uint32) string {
	return strings.Join(t.Whole().namesTo(node), "/")
}

// namesTo is the names on the call path of a node, from the outermost on.
func (t *Track) namesTo(node uint32) []string {
	var names []string
	for node != 0 && int(node) < t.Len() {
		parent, name := t.Identity(node)
		names = append(names, name)
		node = parent
	}
	slices.Reverse(names)
	return names
}
