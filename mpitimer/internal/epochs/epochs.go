// Package epochs passes the steps that a program counts to the recorders of timelines.
package epochs

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// observers are functions of ranks that want to know.
var observers sync.Map

// Observe lets f know of each step of a rank, on the goroutine that counts it, until stop is called.
func Observe(rank *engine.Rank, f func()) (stop func()) {
	observers.Store(rank, f)
	return func() { observers.Delete(rank) }
}

// Begin says that a step of a rank begins: its table counts it, if it has one in a file. A flight recorder, of which each goroutine
// writes its own part, is told if the main one calls.
func Begin(rank *engine.Rank) {
	if rank.Closed.Load() {
		return
	}
	if file, is := rank.Space.(*rankfile.File); is {
		file.CountEpoch()
	}
	if t := rank.Main; t.Flight != nil && t.Owned() {
		t.Flight.Mark(clock.Now())
	}
	if f, is := observers.Load(rank); is {
		f.(func())()
	}
}
