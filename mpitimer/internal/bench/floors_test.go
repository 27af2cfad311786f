//go:build unix

package bench

import (
	"math/bits"
	"runtime"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file is what no timer can do without, in loops without a tree.

// leastTrack is what a start and a stop of any goroutine have to find, and to leave as they found it.
type leastTrack struct {
	id           uint64
	depth        int
	stack        [16]uint32
	current      uint32
	countdown    int
	calls, total uint64
	attached     []leastAttached
	hook         mpitimer.Hook
	key          uint64
	records      [2]leastRecord
	counts       *[64]uint32 // of a histogram, or nil
}

// leastRecord is what others may read of a region at any moment: whether it runs, and its sums.
type leastRecord struct {
	key, start, calls, total, least, most, squares uint64
	_                                              [1]uint64
}

type leastAttached struct {
	depth int
	state any
}

// floorOfSample is calls of a function that starts and one that stops, each of which finds out which goroutine calls,
// a stack between them, and of one pair in sixteen two readings of the clock.
func floorOfSample(n int) {
	t := leastTrack{id: goroutine.Quick()}
	for range n {
		leastStop(&t, leastStart(&t))
	}
	runtime.KeepAlive(t.total)
}

//go:noinline
func leastStart(t *leastTrack) uint64 {
	if goroutine.Quick() != t.id {
		return 0
	}
	t.stack[t.depth&15] = t.current
	t.depth++
	t.current++
	if t.countdown > 0 {
		t.countdown--
		return 0
	}
	t.countdown = 15
	return clock.Counter()
}

//go:noinline
func leastStop(t *leastTrack, start uint64) {
	if goroutine.Quick() != t.id {
		return
	}
	t.depth--
	t.current = t.stack[t.depth&15]
	if start != 0 {
		t.calls++
		t.total += clock.Counter() - start
	}
}

// floorOfPair is a start that finds out which goroutine calls and whether the region is the one that it knows here, a stop that
// finds out whether it is the innermost one, a stack between them, two readings of the clock, and what a report needs of an
// interval, in an order in which another process can read it meanwhile.
func floorOfPair(n int) { leastPairs(n, nil) }

// floorOfHistogram is the same with a histogram.
func floorOfHistogram(n int) { leastPairs(n, new([64]uint32)) }

func leastPairs(n int, counts *[64]uint32) {
	t := leastTrack{id: goroutine.Quick(), key: 7, counts: counts}
	t.records[1].key = 7
	for range n {
		pairedStop(&t, pairedStart(&t, 7), 1)
	}
	runtime.KeepAlive(&t)
}

//go:noinline
func pairedStart(t *leastTrack, key uint64) uint64 {
	r := &t.records[1]
	if goroutine.Quick() != t.id || r.key != key || r.start != 0 {
		return 0
	}
	t.stack[t.depth&15] = t.current
	t.depth++
	t.current = 1
	now := clock.Counter()
	table.Store(&r.start, now)
	return now
}

//go:noinline
func pairedStop(t *leastTrack, start uint64, node uint32) {
	now, id := clock.CounterBy()
	r := &t.records[node&1]
	if id != t.id || t.current != node || r.start != start {
		return
	}
	d := now - start
	table.Store(&r.start, start|table.Writing)
	table.Store(&r.calls, r.calls+1)
	table.Store(&r.total, r.total+d)
	if d < r.least {
		table.Store(&r.least, d)
	}
	if d > r.most {
		table.Store(&r.most, d)
	}
	table.Store(&r.squares, r.squares+d*d)
	if t.counts != nil {
		t.counts[bits.Len64(d)&63]++
	}
	table.Store(&r.start, 0)
	t.depth--
	t.current = t.stack[t.depth&15]
}

// floorOfHook is a start and a stop that know where they are, find out which goroutine calls, read the clock, call a
// hook, and keep what it returned in between.
func floorOfHook(n int) {
	t := leastTrack{id: goroutine.Quick(), hook: emptyHook{}}
	for range n {
		hookedStop(&t, hookedStart(&t))
	}
	runtime.KeepAlive(t.total)
}

//go:noinline
func hookedStart(t *leastTrack) uint64 {
	if goroutine.Quick() != t.id {
		return 0
	}
	t.stack[t.depth&15] = t.current
	t.depth++
	t.attached = append(t.attached, leastAttached{t.depth, t.hook.Start("path")})
	return clock.Now()
}

//go:noinline
func hookedStop(t *leastTrack, start uint64) {
	now, id := clock.CounterBy()
	if id != t.id {
		return
	}
	t.depth--
	t.current = t.stack[t.depth&15]
	t.calls++
	t.total += now - start
	last := len(t.attached) - 1
	state := t.attached[last].state
	t.attached[last].state = nil
	t.attached = t.attached[:last]
	t.hook.Stop(state)
}
