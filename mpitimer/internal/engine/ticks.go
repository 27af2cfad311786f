package engine

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// clockMu guards the choice of the clock, which all timers of a process share, and what was measured of it:
// ranks that are goroutines of one process would measure the same hundreds of times.
var (
	clockMu    sync.Mutex
	clockUsers int
	resolution uint64           // ticks
	pairCosts  map[bool]float64 // nanoseconds, by whether histograms are kept
)

// SetClock selects the clock if no other timers of the process run, and finds out what a tick is. It waits for that
// without the lock.
func (rank *Rank) SetClock(want string) {
	rank.useClock(want)
	rank.Calibration = clock.Calibrate()
	clockMu.Lock()
	defer clockMu.Unlock()
	rank.PairCost = rank.measurePair()
}

func (rank *Rank) useClock(want string) {
	clockMu.Lock()
	defer clockMu.Unlock()
	if clockUsers == 0 {
		clock.Use(rank.wantedClock(want))
		resolution, pairCosts = clock.Resolution(), make(map[bool]float64)
	}
	clockUsers++
	rank.Resolution = resolution
}

func (rank *Rank) ReleaseClock() {
	clockMu.Lock()
	clockUsers--
	clockMu.Unlock()
}

func (rank *Rank) wantedClock(name string) clock.Source {
	want, known := map[string]clock.Source{"tsc": clock.TSC, "fenced": clock.FencedTSC, "monotonic": clock.Monotonic}[name]
	if known && want.Available() {
		return want
	}
	if known {
		rank.Warn(warnClock, name)
	}
	return clock.Best()
}

// measurePair is the cost of a start and a stop, in nanoseconds: the least of several batches, since
// what disturbs a batch only makes it longer. The caller holds clockMu.
func (rank *Rank) measurePair() float64 {
	const batches = 5
	pairs := 300
	if !goroutine.Fast() {
		pairs = 20 // each takes microseconds
	}
	probe := &directory{main: &Track{id: goroutine.ID(), ownership: ownership{rank: rank}}}
	probe.miss = func(uintptr, uint64) *Track { return probe.main } // where the number is not at hand
	probe.main.Init(nil, 0, room)
	probe.main.stack = make([]frame, 16)
	probe.main.count(rank) // but no hooks
	if cost, known := pairCosts[probe.main.nanos != 0]; known {
		return cost
	}
	probe.Start(TotalName).Stop()
	best := uint64(1 << 62)
	for range batches {
		begin := clock.Now()
		for range pairs {
			probe.Start(TotalName).Stop()
		}
		best = min(best, clock.Now()-begin)
	}
	cost := float64(rank.Calibration.Nanos(best)) / float64(pairs)
	pairCosts[probe.main.nanos != 0] = cost
	return cost
}
