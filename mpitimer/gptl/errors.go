package gptl

import "errors"

// The errors of this package. Each call's error names the call and what it was given; errors.Is finds
// the kind. GPTL itself returns -1 for all of them.
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

	// ErrNoTimer: there is no timer of that name, or number, on the thread that was asked for.
	ErrNoTimer = errors.New("no such timer")

	// ErrNoThread: there is no thread of that number.
	ErrNoThread = errors.New("no such thread")

	// ErrNotMain: the call is for the rank's main goroutine, that of Initialize.
	ErrNotMain = errors.New("not on the main goroutine")

	// ErrOption: there is no such option, event or clock, or its value is not one that it can have.
	ErrOption = errors.New("invalid option")

	// ErrValue: another argument is not one that the call can use.
	ErrValue = errors.New("invalid argument")

	// ErrNoCounters: the call is about hardware counters (PAPI in GPTL), of which there is no source.
	ErrNoCounters = errors.New("no source of hardware counters")

	// ErrUnsupported: GPTL can do it on some machine or in some build, and this package cannot.
	ErrUnsupported = errors.New("not supported")
)
