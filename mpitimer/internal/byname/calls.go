package byname

import (
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Limit is the limit of Start up to which package cgptl may start and stop the regions of the process without a call of
// Go, 0 if it may not.
var Limit atomic.Int64

// Direct is not 0 while starts and stops of package perfmod are those of package gptl.
var Direct atomic.Int64

// Ended is what Stop did.
type Ended int

const (
	EndedNothing  Ended = iota // there are no timers, or they are disabled
	EndedRegion                // the innermost region of that name
	EndedInner                 // that, and others that were running inside it
	EndedLeftOut               // a start that Start had left out, or that was left out by its level
	EndedNotFound              // nothing: no region of that name was running
)

// given marks an interval that Add was given, in nanoseconds.
const given = 1 << 63

// Start starts a region on the track of the calling goroutine, unless limit regions are open there: then nothing is
// started, and the matching Stop ends nothing. Total and calls of regions that are running already do not count as open.
//
//go:norace
func Start(t *engine.Track, name string, limit int) {
	if t == nil || t.Off() {
		return
	}
	if b := t.ByName(); b.Beyond != 0 || t.HasOpen(limit) {
		b.Beyond++
		return
	}
	t.StartFor(name)
}

// Stop ends the innermost region of that name on the track of the calling goroutine at the tick now, and keeps the interval.
//
//go:norace
func Stop(t *engine.Track, name string, now uint64) Ended {
	if t == nil {
		return EndedNothing
	}
	if b := t.Kept(); b != nil && b.Beyond == 0 {
		if n, ticks, done := t.StopExpected(name, now); done {
			remember(t, n, ticks)
			return EndedRegion
		}
	}
	return stopSlow(t, name, now)
}

// stopSlow is Stop for everything that is not as expected.
//
//go:norace
func stopSlow(t *engine.Track, name string, now uint64) Ended {
	if t.Off() {
		return EndedNothing
	}
	ended, depth, node := find(t, name)
	switch ended {
	case EndedNotFound:
		t.StopName(name, now) // which warns
		return ended
	case EndedLeftOut:
		return ended
	}
	interval, before := !t.IsNested(depth-1), t.TotalOf(node)
	t.StopName(name, now)
	if interval {
		remember(t, node, t.TotalOf(node)-before)
	}
	return ended
}

// find is what a stop of a name would do, and where. A start that was left out is ended at once.
func find(t *engine.Track, name string) (ended Ended, depth int, node uint32) {
	if b := t.ByName(); b.Beyond > 0 {
		b.Beyond--
		return EndedLeftOut, 0, 0
	}
	depth, node, leftOut := t.Find(name)
	switch {
	case leftOut:
		return EndedLeftOut, 0, 0
	case depth == 0:
		return EndedNotFound, 0, 0
	}
	for inner := depth; inner < t.Depth; inner++ {
		if !t.IsSequence(inner) {
			return EndedInner, depth, node
		}
	}
	return EndedRegion, depth, node
}

// Find is Stop which ends nothing but a start that was left out, and warns of nothing.
func Find(rank *engine.Rank, name string) Ended {
	t := rank.Directory.Track()
	if t == nil || t.Off() {
		return EndedNothing
	}
	ended, _, _ := find(t, name)
	return ended
}

// remember keeps the interval of a node that was just ended.
//
//go:norace
func remember(t *engine.Track, node uint32, ticks uint64) {
	b := t.RoomFor(node)
	b.Count++
	table.Store(&b.Latest[node].Ticks, ticks)
	table.Store(&b.Latest[node].Count, b.Count)
}

// latestOf is the interval of a node that was ended last, and how many of the track had been ended by then; any goroutine
// may ask.
//
//go:norace
func latestOf(t *engine.Track, node int) (ticks, count uint64) {
	b := t.Kept()
	if b == nil || node >= len(b.Latest) {
		return 0, 0
	}
	return b.Latest[node].Ticks, b.Latest[node].Count
}

// Add gives a region time that was measured elsewhere, under the limit of Start. It counts as the latest interval of the
// region.
func Add(rank *engine.Rank, name string, total time.Duration, calls, limit int) {
	t := rank.Directory.Track()
	if t == nil || t.ByName().Beyond > 0 || t.HasOpen(limit) {
		return
	}
	if n := t.AddTime(name, total, calls); n != 0 {
		remember(t, n, uint64(max(total, 0))|given)
	}
}

// Reset sets what was measured of all regions of that name, Total apart, back to zero, over all call paths and goroutines.
// Those that are running go on, from now. It reports whether there is one. No other goroutine may be inside a region.
func Reset(rank *engine.Rank, name string) bool {
	found := rank.ResetNamed(name)
	for _, p := range rank.Previous {
		if !found || p == nil {
			continue
		}
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Name == name && n.Parent >= 0 {
				n.Measure, n.ByTrack, n.Values = stats.Measure{}, nil, nil
			}
		}
	}
	return found
}
