package engine

import (
	"math/bits"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// This file is what a start and a stop cost. A call costs as much as five additions, so little is
// called here: some lines that a function could share stand twice.
//
// The functions are not instrumented by the race detector, since readers of a table may look at
// records that change (see table.Read). The detector's view of the program is not disturbed: only
// the goroutine that owns a track writes to it.

// Interval is one running interval of a region, from its start to its stop. The zero one does nothing.
type Interval struct {
	track *Track
	start uint64 // tick; of a call that is not timed its kind, with the mark counted; 0 for one that is left out
	node  uint32
	depth uint32 // 0 for one that is left out; the node is then the number of a leftOut
}

// Stop ends it.
func (s Interval) Stop() {
	if s.track != nil {
		s.stop()
	}
}

// Start begins an interval of the region of that name on the calling goroutine.
//
//go:norace
func (d *directory) Start(name string) Interval {
	t := d.main
	if id := goroutine.Quick(); t.id != id {
		if t = d.recent[id%recentTracks].Load(); t == nil || t.id != id {
			if t = d.other(); t == nil {
				return Interval{}
			}
		}
	}
	n := t.expect
	r := &t.Records[n]
	if r.Key != keyOf(name)^t.mixOf(t.Current) || r.Start != 0 || t.special.Load() != 0 || t.Depth >= len(t.stack) { // not predicted
		return t.startKnown(keyOf(name), name, nil)
	}
	t.push(n, timed)
	t.expect = r.Down & t.trust
	now := uint64(0)
	if clock.Quick() {
		now = clock.Counter()
	} else {
		now = clock.Slow()
	}
	table.Store(&r.Start, now)
	return Interval{t, now, n, uint32(t.Depth)}
}

// StartRegion is start for a Region.
//
//go:norace
func (d *directory) StartRegion(region *Region) Interval {
	t := d.main
	if id := goroutine.Quick(); t.id != id {
		if t = d.recent[id%recentTracks].Load(); t == nil || t.id != id {
			if t = d.other(); t == nil {
				return Interval{}
			}
		}
	}
	n := t.expect
	r := &t.Records[n]
	level := t.level.Load()
	gated := region.gate > level
	if gated && int32(region.is.Level) > level {
		// As in skip, where nothing is to be forgotten and nothing grows. Mostly it is the one that was left out here before.
		n, f := uint(t.Skipped), uint(t.Depth-1)
		if n < uint(len(t.left)) && f < uint(len(t.stack)) && t.special.Load() == 0 &&
			(n == 0 || n < fewOpen && t.stack[f].kind&holds != 0 && int(t.left[n-1].depth) <= t.Depth) {
			e := &t.left[n]
			if e.region != region || int(e.depth) != t.Depth || e.prefix != t.prefixID || t.stack[f].kind&holds == 0 {
				e.region, e.depth, e.prefix, t.prefixed = region, int32(t.Depth), t.prefixID, t.prefixed || t.prefixID != 0
				t.stack[f].kind |= holds
			}
			t.Skipped, t.serial = t.Skipped+1, t.serial+1 // an Interval of the last one is not this one's
			e.serial = t.serial
			return Interval{t, 0, t.serial, 0}
		}
		return t.skip(region)
	}
	if !t.predicts(r, keyOfRegion(region)) || gated && region.named && t.changes != t.rank.Registry.Changes().Load() {
		return t.startRegion(region)
	}
	if gated && region.thinned {
		// Most calls of a sample are left out, but are on the stack: what starts inside them is to stand below them.
		switch c := &t.Cold[n]; {
		case c.Countdown != 0:
			c.Countdown--
			s := Interval{t, t.untimed(unsampled), n, uint32(t.Depth + 1)}
			t.push(n, kind(s.start))
			t.expect = r.Down & t.trust
			return s
		case c.Sample > 1:
			table.Store(&r.Start, table.Writing) // a reader must not see one of the two without the other
			c.Countdown = c.Sample - 1
			c.Timed++
		case region.is.Throttled && r.Calls >= BriefCalls && t.isBrief(r):
			return t.startRegion(region)
		}
	}
	t.push(n, timed)
	t.expect = r.Down & t.trust
	now := uint64(0)
	if clock.Quick() {
		now = clock.Counter()
	} else {
		now = clock.Slow()
	}
	table.Store(&r.Start, now)
	return Interval{t, now, n, uint32(t.Depth)}
}

// startRegion is StartRegion for everything that is not as expected.
//
//go:norace
func (t *Track) startRegion(region *Region) Interval {
	if region.gate == lookCloser {
		return t.startSlow(keyOfRegion(region), target{name: region.is.Name, region: region})
	}
	return t.startKnown(keyOfRegion(region), region.is.Name, region)
}

// predicts reports whether the region with that key is expected next and can be started at once.
//
//go:norace
func (t *Track) predicts(r *table.Record, key uint64) bool {
	return r.Key == key^t.mixOf(t.Current) && r.Start == 0 && t.special.Load() == 0 && t.Depth < len(t.stack)
}

// push makes n the current region.
//
//go:norace
func (t *Track) push(n uint32, k kind) {
	f := &t.stack[t.Depth]
	f.parent, f.kind = t.Current, k
	t.Depth++
	t.Current, t.last = n, n
}

// pop leaves the current region, whose successor is expected next.
//
//go:norace
func (t *Track) pop(next uint32) {
	t.Depth--
	t.last = t.Current | lastStop
	t.expect = next & t.trust
	t.Current = t.stack[t.Depth].parent
}

//go:norace
func (s Interval) stop() {
	if int64(s.start) <= 0 { // it has no interval of its own
		id, t := goroutine.Quick(), s.track
		if last := t.Skipped - 1; s.start == 0 && id == t.id && uint(last) < uint(len(t.left)) && t.left[last].serial == s.node {
			t.Skipped = last
			return
		}
		depth, k := t.Depth, kind(s.start)
		if id != t.id || int(s.depth) != depth || uint(depth-1) >= uint(len(t.stack)) || t.special.Load() != 0 || t.stack[depth-1].kind != k {
			s.stopUntimed()
		} else if k&^flags == unsampled {
			t.Depth = depth - 1 // as pop; the countdown has counted it
			t.last = s.node | lastStop
			t.expect = t.Records[s.node].Next & t.trust
			t.Current = t.stack[depth-1].parent
		} else {
			t.Depth = depth - 1
			t.countNested(s.node)
		}
		return
	}
	var now, id uint64
	if clock.Quick() {
		now, id = clock.CounterBy()
	} else {
		now, id = clock.Slow(), goroutine.Quick()
	}
	t, d := s.track, now-s.start
	r := &t.Records[s.node]
	// Where the clock's steps are coarse an interval that has ended may have begun at the same tick.
	if int(s.depth) != t.Depth || s.node != t.Current || t.stack[t.Depth-1].kind&^flags != timed ||
		r.Start != s.start || id != t.id || t.special.Load()&^specialHooks != 0 || d > longest {
		s.stopSlow(now)
		return
	}
	// From here on as in record.
	table.Store(&r.Start, s.start|table.Writing)
	table.Store(&r.Calls, r.Calls+1)
	table.Store(&r.Total, r.Total+d)
	if d < r.Min {
		table.Store(&r.Min, d)
	}
	if d > r.Max {
		table.Store(&r.Max, d)
	}
	high, low := bits.Mul64(d, d)
	low, carry := bits.Add64(r.Squares, low, 0)
	table.Store(&r.Squares, low)
	if high|carry != 0 {
		t.Cold[s.node].SquaresHigh += high + carry
	}
	if t.nanos != 0 && !t.Histograms.Again(t.Cold[s.node].Histogram, d) {
		t.countIn(t.Cold[s.node].Histogram, d, now)
	}
	table.Store(&r.Start, 0)
	t.pop(r.Next)
	if t.attached != nil {
		t.callStopHooks(int(s.depth))
	}
}

// longest is an interval that no clock can measure: the clock has gone back. Calibration says by how much it drifted.
const longest = 1 << 62

// record adds the interval that has just ended to the record of the current region.
//
//go:norace
func (t *Track) record(r *table.Record, start, now uint64) {
	d := now - start
	if d > longest {
		d = 0
	}
	table.Store(&r.Start, start|table.Writing)
	table.Store(&r.Calls, r.Calls+1)
	table.Store(&r.Total, r.Total+d)
	if d < r.Min {
		table.Store(&r.Min, d)
	}
	if d > r.Max {
		table.Store(&r.Max, d)
	}
	high, low := bits.Mul64(d, d)
	low, carry := bits.Add64(r.Squares, low, 0)
	table.Store(&r.Squares, low)
	if high|carry != 0 {
		t.Cold[t.Current].SquaresHigh += high + carry
	}
	if t.nanos != 0 {
		if index := t.Cold[t.Current].Histogram; !t.Histograms.Again(index, d) {
			t.countIn(index, d, now)
		}
	}
	table.Store(&r.Start, 0)
}

// Stop ends the innermost region of that name on the calling goroutine.
//
//go:norace
func (d *directory) Stop(name string) {
	var now, id uint64
	if clock.Quick() {
		now, id = clock.CounterBy()
	} else {
		now, id = clock.Slow(), goroutine.Quick()
	}
	t := d.main
	if t.id != id {
		if t = d.recent[id%recentTracks].Load(); t == nil || t.id != id {
			if t = d.other(); t == nil {
				return
			}
		}
	}
	n, depth := t.Current, t.Depth
	r := &t.Records[n]
	if depth == 0 || t.special.Load() != 0 || r.Key != keyOf(name)^t.mixOf(t.stack[depth-1].parent) || t.stack[depth-1].kind&^sequence != timed {
		t.StopName(name, now)
		return
	}
	t.record(r, r.Start, now)
	t.pop(r.Next)
}

// countIn gives a call that has ended now to the flight recorder, and counts it in a histogram.
//
//go:norace
func (t *Track) countIn(index uint32, ticks, now uint64) {
	if t.Flight != nil && t.Flight.Add(t.Current, now, ticks) {
		t.Flight.Tend(now, &t.Table)
	}
	if index == 0 {
		return
	}
	if short := &t.Histograms.Scale.Short; ticks < uint64(len(short)) {
		t.Histograms.CountIn(index, int32(short[ticks]))
		return
	}
	high, low := bits.Mul64(ticks, t.nanos)
	t.Histograms.CountIn(index, int32(stats.BucketOf(high<<nanosShift|low>>(64-nanosShift))))
}

// Next ends the region that the last Next opened, if it is the current one, and opens another in its
// place, with one reading of the clock.
//
//go:norace
func (d *directory) Next(name string) Interval {
	t := d.main
	if id := goroutine.Quick(); t.id != id {
		if t = d.recent[id%recentTracks].Load(); t == nil || t.id != id {
			if t = d.other(); t == nil {
				return Interval{}
			}
		}
	}
	depth := t.Depth
	if t.special.Load() != 0 || depth == 0 || depth > len(t.stack) || t.stack[depth-1].kind != timed|sequence {
		return t.nextSlow(keyOf(name), name)
	}
	r := &t.Records[t.Current]
	n := r.Next
	following := &t.Records[n]
	mix := t.mixOf(t.stack[depth-1].parent)
	if following.Key != keyOf(name)^mix || following.Start != 0 {
		return t.nextSlow(keyOf(name), name)
	}
	now := uint64(0)
	if clock.Quick() {
		now = clock.Counter()
	} else {
		now = clock.Slow()
	}
	t.record(r, r.Start, now)
	// The parent and the depth stay.
	t.Current, t.last, t.expect = n, n, following.Down&t.trust
	table.Store(&following.Start, now)
	return Interval{t, now, n, uint32(depth)}
}
