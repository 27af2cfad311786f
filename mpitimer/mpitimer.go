// Package mpitimer times the regions of a parallel program: a solver marks its regions, every rank keeps an exact call
// tree of them, and at the end (or at any moment) the trees of all ranks become one report.
//
//	mpitimer.Initialize()
//	defer mpitimer.Finalize()
//	…
//	func step() {
//		defer mpitimer.Start("step").Stop()
//		…
//	}
//
// # Timers
//
// A timer is a call path and an environment. The same name below another parent is another timer; so is the same name
// in another environment, a named set of ranks (package machenv) over which the statistics are taken. [Start] and
// [Define] are the two ways to mark a region: by name, or through a handle that carries options. Both cost about 5 ns
// beyond two readings of the clock, and about one when timers are off.
//
// Any goroutine may mark regions. The goroutine that calls Initialize is the rank's main one; each
// other goroutine has a call tree of its own, a track. In reports it is below Total, or below the
// region that started the goroutine with [Go]. When a goroutine has ended, the next new one takes over
// its track: reports with threads have as many as goroutines were timed at one time.
//
// # Reports
//
// [Finalize] stops everything, reduces the trees over all ranks, and writes the tree to the log and
// the files that [Config] names. [Print] reports without stopping. Both are collective.
//
// The log is standard error, whatever started the timers, unless [WithLog] or [WithLogger] sets
// another: standard output is the program's.
//
// # Wrong use
//
// Misuse of timers never stops a program or falsifies other timers: a Stop too many, a Start without a Stop, calls
// before Initialize or after Finalize. The timers count each misuse and list it below the tree with its file and line.
package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Initialize makes the timers of the calling rank, starts the region Total and lets the package's
// functions use them. It is collective: every rank calls it once. The calling goroutine becomes the
// rank's main one. If several ranks live in one process, each calls it on a goroutine of its own, with
// its own WithEnvironments or WithCommunicator. Other goroutines belong to the rank of the goroutine
// that started them, if that goroutine has timed regions itself or is the rank's main one (see Go).
//
// An error reports an unusable configuration, or unusable ranks. The timers then run with the defaults, or on
// this rank alone, and a program may ignore the error: rank 0 logs each fault. If the log is standard error,
// the text of the error is only the number of faults; it wraps the faults (errors.Is, errors.As).
func Initialize(options ...Option) error {
	s := settingsOf(options)
	if rank := engine.Initialized(s.environments, s.environments != nil || s.comm != nil); rank != nil {
		rank.Warn(warnReentered, TotalName)
		return nil
	}
	tm, err := newTimers(s)
	listening.during(func() { engine.Register(&tm.engine) })
	return err
}

// Finalize stops all regions, reports as configured and removes the timers of the calling rank.
// It is collective. Initialize can be called again afterwards.
//
// Called by defer in a program that panics (defer mpitimer.Finalize(), not within another function),
// it reports this rank alone, without waiting for others, and lets the panic go on.
func Finalize() error {
	cause := recover()
	tm := Default()
	if tm == nil {
		if cause != nil {
			panic(cause)
		}
		return ErrNotInitialized
	}
	if cause != nil {
		tm.reportPanic(cause)
		panic(cause)
	}
	return tm.Finalize()
}

// Print reports the state of the timers now, without stopping them. It is collective.
func Print(options ...PrintOption) error {
	tm := Default()
	if tm == nil {
		return ErrNotInitialized
	}
	return tm.Print(options...)
}

// Start starts an interval of the region with that name, below the current region of the calling
// goroutine. The idiom for a whole function is
//
//	defer mpitimer.Start("name").Stop()
//
// Its environment is the default environment; see StartInEnvironment for others.
func Start(name string) Interval {
	if d := engine.Process.Load(); d != nil {
		return Interval(d.Start(name))
	}
	return Interval{}
}

// StartInEnvironment is Start in a machine environment: the one that has the name at this moment (see
// InEnvironment).
func StartInEnvironment(name, environment string) Interval {
	if d := engine.Process.Load(); d != nil {
		return Interval(d.StartInEnvironment(name, environment))
	}
	return Interval{}
}

// Stop stops the innermost running region of that name on the calling goroutine, for code ported from
// other timers. It also stops regions that still run inside it, and reports them.
func Stop(name string) {
	if d := engine.Process.Load(); d != nil {
		d.Stop(name)
	}
}

// Next stops the region that the last Next below the current parent started, and starts another, with a single reading
// of the clock: for a function that is a sequence of phases. The Stop of the parent ends the last one, or its own Stop.
func Next(name string) Interval {
	if d := engine.Process.Load(); d != nil {
		return Interval(d.Next(name))
	}
	return Interval{}
}

// Go runs f on a new goroutine; its regions appear below the caller's current region.
func Go(f func()) {
	if rank := engine.Current(); rank != nil {
		rank.Go(f)
		return
	}
	go f()
}

// Start is like the function Start, for these timers.
func (tm *Timers) Start(name string) Interval { return Interval(tm.engine.Directory.Start(name)) }

// StartInEnvironment is like the function StartInEnvironment, for these timers.
func (tm *Timers) StartInEnvironment(name, environment string) Interval {
	return Interval(tm.engine.Directory.StartInEnvironment(name, environment))
}

// StartRegion starts a Region with these timers.
func (tm *Timers) StartRegion(r *Region) Interval {
	return Interval(tm.engine.Directory.StartRegion((*engine.Region)(r)))
}

// Stop is like the function Stop, for these timers.
func (tm *Timers) Stop(name string) { tm.engine.Directory.Stop(name) }

// Next is like the function Next, for these timers.
func (tm *Timers) Next(name string) Interval { return Interval(tm.engine.Directory.Next(name)) }

// reportPanic writes what a rank knows before its panic goes on. Other ranks may not be reporting, so
// none is waited for.
func (tm *Timers) reportPanic(cause any) {
	defer func() {
		if again := recover(); again != nil { // in a hook or in the log: it must not hide the first
			defer func() { _ = recover() }()
			tm.message(fmt.Sprintf("mpitimer: report of a rank that panicked: it panicked again: %v", again))
		}
	}()
	err := tm.finalizeAlone(fmt.Sprintf("rank %d panicked: %v", tm.rank(), cause))
	if err != nil && !errors.Is(err, ErrFinalized) {
		tm.message("mpitimer: report of a rank that panicked: " + err.Error())
	}
}

// Interval is one running interval of a region, from its start to its Stop. The zero Interval is valid and
// does nothing.
type Interval interval

type interval = engine.Interval // what programs read names no internal package

// Stop ends the interval. A second Stop of the same Interval, or a Stop on another goroutine, has no
// effect and adds a warning.
func (s Interval) Stop() { engine.Interval(s).Stop() }
