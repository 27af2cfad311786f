package hdtrace

import "time"

// An event trace is one XML file with what happened at one node of the topology: states, which have a
// begin and an end, and events, which have one time. States contain others: these stand before them, in an
// element Nested. A state is written when it ends, so that the file is in the order of ends.

// The elements with a meaning of their own.
const (
	programName = "Program"
	nestedName  = "Nested"
	eventName   = "Event"
)

// Names of what this package puts into traces by itself.
const (
	// UnfinishedState is the state that stands for one whose end was never written, with all that is
	// known of it: from the first to the last of what it contained.
	UnfinishedState = "Unfinished"

	// UnfinishedAttribute marks a state that was running when the trace ended.
	UnfinishedAttribute = "unfinished"

	// LeftOutEvent tells what a limit has left out since the event of that name before it.
	LeftOutEvent = "LeftOut"

	// ElementsEvent holds the elements of the state around it, where they could not stand in the state
	// itself: readers show nothing of the states in a state that has elements behind them, and the states
	// had been written when the first element came.
	ElementsEvent = "Elements"
)

// TraceHeader is what stands at the begin of an event trace.
type TraceHeader struct {
	// TimeAdjustment is what all times of the file are relative to.
	TimeAdjustment Epoch

	// ProcessorMHz and ProcessorModel are of the machine; 0 and "" if they are not known. Traces of 2009
	// do not have them.
	ProcessorMHz   int
	ProcessorModel string
}

// RecordKind is what a record of a trace is.
type RecordKind int

// The kinds of records.
const (
	State RecordKind = iota
	Event
)

// String names the kind.
func (k RecordKind) String() string {
	if k == Event {
		return "event"
	}
	return "state"
}

// TraceRecord is one state or event.
type TraceRecord struct {
	Kind  RecordKind
	Name  string
	Depth int // states around it

	// Start and End are equal for an event.
	Start, End Epoch

	Attributes []Attribute // without those of the times, and an event's name
	Elements   []Element
	Text       string // that stands in the state itself; no reader shows it

	Offset int64 // of its tag in the file that it was read from, bytes
	Line   int
}

// Value is the value of an attribute.
func (r *TraceRecord) Value(name string) (string, bool) { return valueOf(r.Attributes, name) }

// Duration is from start to end.
func (r *TraceRecord) Duration() time.Duration { return r.End.Sub(r.Start) }
