// Package perfevent opens, reads and explains events of perf_event_open(2): for the timers, which count what a thread
// does, and for signals, which count on a CPU or for all threads of a process. It knows no names of events.
package perfevent

import "errors"

var (
	// ErrDenied reports that this user may not count an event.
	ErrDenied = errors.New("not permitted")

	// ErrAbsent reports that this machine does not have an event.
	ErrAbsent = errors.New("not on this machine")
)
