package engine

import (
	"runtime"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Counters is what is read at the start and the stop of each region beside the clock.
type Counters struct {
	Kinds []table.CounterKind                  // of each
	Read  func(into []table.Reading) (way int) // one reading of all, on any goroutine, in one of several ways
	Tare  [][]int64                            // by way: what a start and a stop count of their own
	Lock  bool                                 // a goroutine stays on its thread from the start to the stop
}

// Readings are those of now.
func (c *Counters) Readings() []table.Reading {
	if c == nil {
		return nil
	}
	now := make([]table.Reading, len(c.Kinds))
	c.Read(now)
	return now
}

// carry makes a track read the counters.
func (t *Track) carry(c *Counters) {
	if c == nil {
		return
	}
	if !slices.ContainsFunc(c.Kinds, func(k table.CounterKind) bool { return k&table.Clock == 0 }) {
		return // the clock is read anyway
	}
	t.counters, t.readings = c, make([]table.Reading, len(c.Kinds))
	t.Columns.Init(&t.Table, c.Kinds)
	t.special.Or(specialCounters)
}

// tie keeps the goroutine on its thread, if asked. Its callers read: each return behind a system call costs some ns.
func (t *Track) tie() {
	if t.counters.Lock {
		runtime.LockOSThread()
	}
}

// endCounting adds the readings that were taken at the end of the node's interval, by some way.
func (t *Track) endCounting(n uint32, way int) {
	var tare []int64
	if c := t.counters; way < len(c.Tare) {
		tare = c.Tare[way]
	}
	t.Columns.Stop(n, t.readings, tare)
	t.unlock()
}

// predictsCounted is predicts where counters are read and nothing else is special.
//
//go:norace
func (t *Track) predictsCounted(key uint64, region *Region) bool {
	r := &t.Records[t.expect]
	return r.Key == key^t.mixOf(t.Current) && r.Start == 0 && t.Depth < len(t.stack) && t.Cold[t.expect].Sample <= 1 &&
		(region == nil || !region.is.Throttled && region.is.Environment == "")
}

// startCounted is startKnown where counters are read and nothing else is special.
//
//go:norace
func (t *Track) startCounted(key uint64, name string, region *Region) Interval {
	if !t.predictsCounted(key, region) {
		return t.startSlow(key, target{name: name, region: region})
	}
	n, r := t.expect, &t.Records[t.expect]
	t.push(n, timed)
	t.expect = r.Down
	t.tie()
	t.counters.Read(t.readings)
	t.Columns.Start(n, t.readings)
	now := clock.Now()
	table.Store(&r.Start, now)
	t.release()
	return Interval{t, now, n, uint32(t.Depth)}
}

// endsCounted reports whether the interval is the innermost, and as it was started.
//
//go:norace
func (s Interval) endsCounted() bool {
	t := s.track
	return int(s.depth) == t.Depth && s.node == t.Current && t.stack[t.Depth-1].kind&^flags == timed &&
		t.Records[s.node].Start == s.start && t.watcher == nil && int(s.depth) > t.floor()
}

// dropCounting forgets the running interval.
func (t *Track) dropCounting(n uint32) {
	if t.Columns.Counting(n) {
		t.unlock()
	}
	t.Columns.Drop(n)
}

// unlock is for the lock of tie, which the goroutine has that did it.
func (t *Track) unlock() {
	if t.counters.Lock && t.Owned() {
		runtime.UnlockOSThread()
	}
}
