//go:build coarseclock

package clock

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// finestCounter is the time stamp counter as it is.
func finestCounter() uint64

// stride is the step of the time stamp counter, in ticks.
var stride = strideOf(quantum)

// strideOf finds how many ticks so many nanoseconds are, to some parts in a thousand.
func strideOf(nanos int64) uint64 {
	ticks, from := finestCounter(), finest()
	for finest()-from < int64(time.Millisecond) {
	}
	ticks = finestCounter() - ticks
	return max(1, ticks*uint64(nanos)/uint64(finest()-from))
}

// Counter is the time stamp counter, in steps.
func Counter() uint64 {
	now := finestCounter()
	return now - now%stride
}

// CounterBy is Counter and goroutine.Quick.
func CounterBy() (ticks, id uint64) { return Counter(), goroutine.Quick() }

func tscFenced() uint64 { return Counter() }
