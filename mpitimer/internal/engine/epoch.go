package engine

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// epochs are functions of ranks that want to know of steps of the program.
var epochs sync.Map

// OnEpoch lets f know of each step of the program, on the goroutine that counts it, until stop is called.
func (rank *Rank) OnEpoch(f func()) (stop func()) {
	epochs.Store(rank, f)
	return func() { epochs.Delete(rank) }
}

// BeginEpoch says that a step of the program begins: the rank's table counts it, if it has one in a file. A flight recorder, of
// which each goroutine writes its own part, is told if the main one calls.
func (rank *Rank) BeginEpoch() {
	if rank.Closed.Load() {
		return
	}
	if file, counts := rank.Space.(interface{ CountEpoch() }); counts {
		file.CountEpoch()
	}
	if t := rank.Main; t.Flight != nil && t.Owned() {
		t.Flight.Mark(clock.Now())
	}
	if f, is := epochs.Load(rank); is {
		f.(func())()
	}
}
