package trace

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// Options is how an event trace is written. The zero value is a good choice.
type Options struct {
	// Header is the start of the file. Without a TimeAdjustment it is the whole second at which the
	// writer is made.
	Header Header

	// Clock tells the time for the methods that are given none. Without it it is the system's clock at
	// the beginning, followed by the monotonic one.
	Clock func() hdtrace.Epoch

	// Microseconds writes times with six decimals, as the C library, instead of nine.
	Microseconds bool

	// Indent is what stands before a line for each state around it: a tab, unless set. Traces of 2009
	// have two blanks.
	Indent string

	// NestedFirst writes states that have both states and elements within as the C library does. Its own
	// readers, and the viewer, then show nothing of the states within.
	NestedFirst bool

	// MaxDepth is how deep states may nest; those that are deeper are left out. 0 means 8, as in the
	// C library, negative numbers for any depth.
	MaxDepth int

	// ForceFlush writes every record at once.
	ForceFlush bool

	// Buffer is how many bytes are collected before they are written; 0 means 256 KiB.
	Buffer int

	// MaxAge is how long a record waits for that, if others follow; 0 means a second, negative times
	// for ever. See also Flush.
	MaxAge time.Duration

	// Limit keeps the file from becoming too large.
	Limit Limit

	// Sequential writes each byte once. Otherwise, if the io.Writer has WriteAt and Truncate, as an
	// *os.File, the end of the file is written again and again, so that the file is whole whenever the
	// program is killed.
	Sequential bool

	// Info takes what WriteInfo is given: the file of the same name that ends in .info.
	Info io.Writer
}

// Writer writes the event trace of one node of a topology. States nest: the last one that was begun is the
// first to end. Its methods may be called from several goroutines, but what nests is of one.
//
// Times never go back in a trace: one that is earlier than the last becomes the last.
//
// Where the file can be written at any place (it is an *os.File that was not opened for appending) every write
// leaves a whole trace behind, in which the states that are still running end at the moment of the write
// and carry the attribute unfinished. Elsewhere the end is missing until Close; [project.Repair] adds it.
type Writer struct {
	mu      sync.Mutex
	options Options
	text    *text
	out     file.Tailed
	tail    []byte // room
	clock   file.Monotone

	stack    []openState // of states that were begun; only what is recorded, or was begun while disabled
	recorded int         // how many of them are recorded
	skip     int         // states that are open within one that a limit has left out, with it
	disabled bool
	closed   bool
	given    bool // times were given by the caller
	failed   error

	records int64
	oldest  hdtrace.Epoch // when the first record came that waits in the buffer
	waiting bool
	limits  limiter
}

// openState is a state without its end.
type openState struct {
	name       string
	start      hdtrace.Epoch
	attributes []byte
	content    []byte
	ignored    bool // begun while the trace was disabled
	cost       int64
}

// NewWriter makes the writer of a trace, which is not enabled, as in the C library. A file that it writes to
// has to be empty. Nothing is written before there is a state or an event, for the viewer refuses the whole
// project if one of its traces is empty. The error matches ErrInvalidArgument.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	if w == nil {
		return nil, fmt.Errorf("hdtrace: trace without an io.Writer: %w", hdtrace.ErrInvalidArgument)
	}
	if o.Clock == nil {
		o.Clock = file.SystemClock()
	}
	if o.Header.TimeAdjustment == 0 {
		o.Header.TimeAdjustment = hdtrace.Epoch(o.Clock().Seconds()) * hdtrace.Second
	}
	if o.Indent == "" {
		o.Indent = "\t"
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = file.TraceDepth
	}
	if o.Buffer <= 0 {
		o.Buffer = file.Buffer
	}
	if o.MaxAge == 0 {
		o.MaxAge = time.Second
	}
	decimals := 9
	if o.Microseconds {
		decimals = 6
	}
	return &Writer{
		disabled: true, options: o, limits: limiter{Limit: o.Limit},
		text: newText(o.Header, decimals, o.Indent, o.NestedFirst),
		out:  file.NewTailed(w, o.Sequential),
	}, nil
}

// Start is NewWriter and Enable.
func Start(w io.Writer, o Options) (*Writer, error) {
	t, err := NewWriter(w, o)
	if err != nil {
		return nil, err
	}
	_, err = t.Enable()
	return t, err
}

// Enable lets states and events be recorded, and reports whether they were not before. The error matches
// ErrContext when the trace is closed, and ErrWrite after that.
func (t *Writer) Enable() (changed bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.usable("enable"); err != nil {
		return false, err
	}
	changed, t.disabled = t.disabled, false
	return changed, nil
}

// Disable ignores states that begin or end, and events, up to the next Enable; it reports whether they were
// recorded before. Errors are as of Enable.
func (t *Writer) Disable() (changed bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.usable("disable"); err != nil {
		return false, err
	}
	changed, t.disabled = !t.disabled, true
	return changed, nil
}

// Enabled reports whether states and events are recorded.
func (t *Writer) Enabled() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.disabled && !t.closed
}

// SetMaxDepth changes how deep states may nest, as Options.MaxDepth. The error matches ErrContext
// while a state is open.
func (t *Writer) SetMaxDepth(depth int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.stack)+t.skip > 0 {
		return fmt.Errorf("hdtrace: depth of a trace changed while %d states are open: %w", len(t.stack)+t.skip, hdtrace.ErrContext)
	}
	if depth == 0 {
		return fmt.Errorf("hdtrace: depth 0 of a trace, which would record nothing: %w", hdtrace.ErrInvalidArgument)
	}
	t.options.MaxDepth = depth
	return nil
}

// SetForceFlush changes whether every record is written at once.
func (t *Writer) SetForceFlush(on bool) {
	t.mu.Lock()
	t.options.ForceFlush = on
	t.mu.Unlock()
}

// Depth is how many states are open, recorded or not.
func (t *Writer) Depth() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.stack) + t.skip
}

// Records is how many states and events were recorded; those that tell of states left out are among them.
// A file without any should not stay: the viewer refuses it.
func (t *Writer) Records() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.records
}

// LeftOut is what was left out since the start.
func (t *Writer) LeftOut() LeftOut {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.limits.total
}

// WriteInfo writes a text to the info file at once. The error matches ErrContext if there is none, and
// ErrInvalidArgument for an empty text.
func (t *Writer) WriteInfo(text string) error {
	switch {
	case text == "":
		return fmt.Errorf("hdtrace: empty text for the info file: %w", hdtrace.ErrInvalidArgument)
	case t.options.Info == nil:
		return fmt.Errorf("hdtrace: text for the info file of a trace that has none: %w", hdtrace.ErrContext)
	}
	if _, err := io.WriteString(t.options.Info, text); err != nil {
		return faults.Write("info file", err)
	}
	return nil
}

// now is the time for calls without one.
func (t *Writer) now() hdtrace.Epoch { return t.clock.Next(t.options.Clock()) }

// givenTime is the time for calls with one.
func (t *Writer) givenTime(at hdtrace.Epoch) hdtrace.Epoch {
	t.given = true
	return t.clock.Next(at)
}

// latest is the time up to which states run that have not ended.
func (t *Writer) latest() hdtrace.Epoch {
	if t.given {
		return t.clock.Last
	}
	return t.now()
}

// usable says what is wrong with a call.
func (t *Writer) usable(what string) error {
	if t.closed {
		return fmt.Errorf("hdtrace: %s in a trace that is closed: %w", what, hdtrace.ErrContext)
	}
	return t.failed
}
