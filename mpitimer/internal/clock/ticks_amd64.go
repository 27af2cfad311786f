//go:build !coarseclock

package clock

// Counter is the time stamp counter.
func Counter() uint64

// CounterBy is Counter and goroutine.Quick in one call: a stop needs both, and a call less shows.
func CounterBy() (ticks, goroutine uint64)

func tscFenced() uint64
