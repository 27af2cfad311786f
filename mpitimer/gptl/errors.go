package gptl

import "errors"

// The errors of this package. Each call's error names the call and its arguments; errors.Is finds the kind.
// GPTL itself returns -1 for all of them.
var (
	// ErrNotInitialized: the call needs timers, and Initialize was not called, or Finalize was.
	// Starts and stops are not among these calls: they are ignored.
	ErrNotInitialized = errors.New("not initialized")

	// ErrInitialized: the call is one of those that come before Initialize.
	ErrInitialized = errors.New("already initialized")

	// ErrNotRunning: a stop of a timer that is not running on the calling goroutine.
	ErrNotRunning = errors.New("timer is not running")

	// ErrNotNested: a stop of a timer inside which others were running, which it has stopped, too.
	ErrNotNested = errors.New("timers are not nested")

	// ErrNoTimer reports that the requested thread has no timer with that name or number.
	ErrNoTimer = errors.New("no such timer")

	// ErrNoThread reports that there is no thread with that number.
	ErrNoThread = errors.New("no such thread")

	// ErrNotMain: the call is for the rank's main goroutine, that of Initialize.
	ErrNotMain = errors.New("not on the main goroutine")

	// ErrOption reports an unknown option, event or clock, or an invalid value.
	ErrOption = errors.New("invalid option")

	// ErrValue: another argument is not one that the call can use.
	ErrValue = errors.New("invalid argument")

	// ErrNoCounters reports that a call needs hardware counters (PAPI in GPTL), for which there is no source.
	ErrNoCounters = errors.New("no source of hardware counters")

	// ErrUnsupported: GPTL can do it on some machine or in some build, and this package cannot.
	ErrUnsupported = errors.New("not supported")
)
