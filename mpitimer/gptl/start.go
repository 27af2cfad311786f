package gptl

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Start starts the timer of that name on the calling goroutine. If it is running already the call is
// counted, and only the outermost one is timed.
//
// Before Initialize, after Finalize and while timing is disabled nothing happens, and there is no error. Nor
// is there one below the depth limit, where the start is left out.
func Start(name string) error {
	limit := plain.Load()
	if limit <= 0 {
		limit = byname.Limit.Load() // how stops are meant does not matter here
	}
	if limit <= 0 {
		return startSlow(name)
	}
	startNamed(name, int(limit))
	return nil
}

// Stop stops the timer of that name on the calling goroutine.
//
// If it is not running, the error is ErrNotRunning. If others that were started after it are running, they
// are stopped too, and the error is ErrNotNested, which counts as a warning. Where Start is ignored, so is
// Stop.
func Stop(name string) error {
	if plain.Load() <= 0 {
		return stopSlow(name)
	}
	if ended := stopNamed(name); ended != byname.EndedRegion {
		return stopped(name, ended)
	}
	return nil
}

func startNamed(name string, limit int) {
	if d := engine.Process.Load(); d != nil {
		byname.Start(d.Track(), name, limit)
	}
}

func stopNamed(name string) byname.Ended {
	now := clock.Now()
	if d := engine.Process.Load(); d != nil {
		return byname.Stop(d.Track(), name, now)
	}
	return byname.EndedNothing
}

// startSlow is Start when there is more to do than start a timer.
func startSlow(name string) error {
	l := current()
	if l.timers == nil {
		l.tell("GPTL note: Start(%q) before Initialize is ignored\n", name)
		return nil
	}
	startNamed(name, l.option(DepthLimit))
	l.checkMemory("Begin", name)
	return nil
}

// stopSlow is Stop when there is more to do than stop a timer.
func stopSlow(name string) error {
	l := current()
	if l.timers == nil {
		l.tell("GPTL note: Stop(%q) before Initialize is ignored\n", name)
		return nil
	}
	defer l.checkMemory("End", name)
	if l.isOn(Nesting) {
		return l.stopAsGPTL(name)
	}
	return stopped(name, stopNamed(name))
}

// stopped makes an error of the result of a stop.
func stopped(name string, ended byname.Ended) error {
	switch ended {
	case byname.EndedNotFound:
		return current().failAgain(name, ErrNotRunning)
	case byname.EndedInner:
		return current().warn("Stop(%q): %w: what was running inside it has been stopped, too", name, ErrNotNested)
	}
	return nil
}

// A Handle is a timer's name, kept for many starts. In GPTL it saves the search for the name; here it does so
// for names assembled at run time, each time at another address.
type Handle struct{ name string }

// Name returns the name of the timer.
func (h *Handle) Name() string { return h.name }

// InitHandle makes a handle. It may be called before Initialize.
func InitHandle(name string) (*Handle, error) { return &Handle{name}, nil }

// StartHandle is Start by a handle.
func StartHandle(h *Handle) error {
	if h == nil {
		return current().fail("StartHandle: %w: the handle is nil", ErrValue)
	}
	return Start(h.name)
}

// StopHandle is Stop by a handle. A timer can be started by its name and stopped by a handle.
func StopHandle(h *Handle) error {
	if h == nil {
		return current().fail("StopHandle: %w: the handle is nil", ErrValue)
	}
	return Stop(h.name)
}

// StartStopVal counts a call of the timer that was timed elsewhere and took so long.
func StartStopVal(name string, d time.Duration) error {
	return startStopVals("StartStopVal", name, d, 1)
}

// StartStopVals counts the given number of calls that were timed elsewhere and together took the given time.
// With 0 calls the time is added to the timer and to no call. Of several calls no shortest and no longest is known.
func StartStopVals(name string, d time.Duration, calls int) error {
	return startStopVals("StartStopVals", name, d, calls)
}

func startStopVals(call, name string, d time.Duration, calls int) error {
	l := current()
	switch {
	case l.timers == nil:
		l.tell("GPTL note: %s(%q) before Initialize is ignored\n", call, name)
		return nil
	case l.isDisabled():
		return nil
	case !l.isOn(Wall):
		return l.fail("%s(%q): %w", call, name, errNoWall)
	case d < 0:
		return l.fail("%s(%q): %w: the time is negative: %v", call, name, ErrValue, d)
	case calls < 0:
		return l.fail("%s(%q): %w: the number of calls is negative: %d", call, name, ErrValue, calls)
	}
	byname.Add(engine.Of(l.timers), name, d, calls, l.option(DepthLimit))
	return nil
}

// errNoWall is the error of calls that need the option Wall.
var errNoWall = fmt.Errorf("%w: wallclock statistics are off", ErrOption)

func (l *library) isDisabled() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.disabled
}

// Disabled reports whether Disable was called last.
func Disabled() bool { return current().isDisabled() }
