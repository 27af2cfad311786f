// Package perfevent opens, reads and explains events of perf_event_open(2): for the timers, which count what a thread
// does, and for signals, which count on a CPU or for all threads of a process. It knows no names of events.
package perfevent

import (
	"errors"
	"math/bits"
)

var (
	// ErrDenied reports that this user may not count an event.
	ErrDenied = errors.New("not permitted")

	// ErrAbsent reports that this machine does not have an event.
	ErrAbsent = errors.New("not on this machine")
)

// Count is what the kernel says of an event that New described: its count, and the nanoseconds in which it should have
// counted and did. It counts for a part of the time where there are more events than counters.
type Count struct{ Value, Enabled, Running uint64 }

// Estimate scales the count to the whole time. It is 0 for an event that never had its turn, and the largest number for
// what is larger.
func (c Count) Estimate() uint64 {
	if c.Running == 0 || c.Running >= c.Enabled {
		return c.Value
	}
	high, low := bits.Mul64(c.Value, c.Enabled)
	if high >= c.Running {
		return 1<<64 - 1
	}
	scaled, _ := bits.Div64(high, low, c.Running)
	return scaled
}
