// Package trace writes and reads HDTrace's event traces: states and events at a node of a topology.
package trace

import (
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Names of what this package puts into traces by itself.
const (
	// UnfinishedState is the state that stands for one whose end was never written, with all that is
	// known of it: from the first to the last of what it contained.
	UnfinishedState = "Unfinished"

	// LeftOutEvent tells what a limit has left out since the event of that name before it.
	LeftOutEvent = "LeftOut"

	// ElementsEvent holds the elements of the state around it, where they could not stand in the state
	// itself: readers show nothing of the states in a state that has elements behind them, and the states
	// had been written when the first element came.
	ElementsEvent = "Elements"
)

// Header is what stands at the start of an event trace.
type Header struct {
	// TimeAdjustment is what all times of the file are relative to.
	TimeAdjustment hdtrace.Epoch

	// ProcessorMHz and ProcessorModel are of the machine; 0 and "" if they are not known. Traces of 2009
	// do not have them.
	ProcessorMHz   int
	ProcessorModel string
}

// Kind is what a record of a trace is.
type Kind int

// The kinds of records.
const (
	State Kind = iota
	Event
)

// String names the kind.
func (k Kind) String() string {
	if k == Event {
		return "event"
	}
	return "state"
}

// Record is one state or event.
type Record struct {
	Kind  Kind
	Name  string
	Depth int // states around it

	// Start and End are equal for an event.
	Start, End hdtrace.Epoch

	Attributes []hdtrace.Attribute // without those of the times, and an event's name
	Elements   []hdtrace.Element
	Text       string // that stands in the state itself; no reader shows it

	Offset int64 // of its tag in the file that it was read from, bytes
	Line   int
}

// Value is the value of an attribute.
func (r *Record) Value(name string) (string, bool) { return markup.ValueOf(r.Attributes, name) }

// Duration is from start to end.
func (r *Record) Duration() time.Duration { return r.End.Sub(r.Start) }
