// Package perf reads the kernel's and the processor's counters of a thread when regions start and stop.
//
// An event is opened for each thread that reads it, when it does so for the first time, and is not inherited by what
// the thread starts. All events of a thread are one group, which the kernel counts as a whole or not at all. Where the
// processor allows it they are read by its own instruction from the page that the kernel maps for them, as
// perf_event_open(2) describes it; else all by one system call.
package perf

import (
	"errors"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Reading is a count of the running thread. What its Mark says is the same as long as the thread has counted without
// a gap; 0 says that the count is not known.
type Reading = table.Reading

var (
	// ErrUnknown reports a name that no event has.
	ErrUnknown = errors.New("no such event")

	// ErrTooMany reports errors of events that don't fit beside the others.
	ErrTooMany = errors.New("too many events for the counters of this processor")
)

// Mode says in which modes of the processor an event is counted.
type Mode uint8

// Modes can be added.
const (
	User Mode = 1 << iota
	Kernel
)

// String is the mode as it stands behind a name.
func (m Mode) String() string { return [...]string{"", "u", "k", "uk"}[m&(User|Kernel)] }

// Event is what can be counted of a thread.
type Event struct {
	Name, What string
	Mode       Mode
	how        how
	config     [3]uint64 // of events of perf_event_open
	kind       uint32
	both       bool // it has no modes: the kernel counts what it does itself
}

// how is the way in which an event is read.
type how uint8

const (
	byEvent how = iota // of perf_event_open
	byClock            // the thread's processor time, in nanoseconds
	minorFaults
	majorFaults
	faults
	switches
)

// Accounted says that the kernel counts it anyway: it can be read everywhere.
func (e *Event) Accounted() bool { return e.how != byEvent }

// HasModes reports whether it is counted in the modes of the processor that are asked for.
func (e *Event) HasModes() bool { return !e.Accounted() && !e.both }

// Unit is that of a count times Step.
func (e *Event) Unit() (unit string, step float64) {
	if e.how == byClock {
		return "s", 1e-9
	}
	return "", 1
}

// Probe returns nil if the event can be counted here, or the reason why it cannot.
func Probe(e Event) error {
	s, err := Open([]Event{e}, true)
	s.Close()
	return err
}
