//go:build unix

package main

import (
	"runtime"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
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
