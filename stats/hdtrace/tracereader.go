package hdtrace

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
)

// TraceReader reads an event trace from its beginning to its end, in constant memory: what it holds grows
// with the depth of the states only.
//
// A state comes after those that it contains, as it is in the file. The reader takes states for contained
// in the one that follows them or that is around them, whatever elements that one has: the Java reader
// shows nothing of those that stand before elements.
type TraceReader struct {
	elements
	options ReadOptions
	header  TraceHeader

	levels []traceLevel
	depth  int // blocks that are open
	event  TraceRecord
	done   bool
	fault  error

	note  func(s Severity, offset int64, line int, text string) // for the checker; may be nil
	whole func(r *TraceRecord)                                  // for the repair: a record has just ended; may be nil
}

// traceLevel is an element that is open: the program, a block of nested states, or a state.
type traceLevel struct {
	kind   levelKind
	record TraceRecord
	offset int64
	line   int

	entries  int   // of a block
	orphans  bool  // a block has ended, and the state that it belongs to has not come
	nestedAt int64 // where that block begins
	before   bool  // of a state: such a block stands before it
	behind   bool  // of a state: a block has ended in it
	consumed int   // bytes of its elements
}

type levelKind int

const (
	inProgram levelKind = iota
	inNested
	inState
)

// maxStates is how deep states may nest in a file.
const maxStates = 1000

// NewTraceReader reads the begin of a trace. The error is a [*FormatError].
func NewTraceReader(r io.Reader, options ReadOptions) (*TraceReader, error) {
	t := &TraceReader{elements: elements{scanner: newScanner(r)}, options: options}
	if err := t.readHeader(); err != nil {
		return nil, inFile(options.Name, err)
	}
	return t, nil
}

// Header is the begin of the file.
func (t *TraceReader) Header() TraceHeader { return t.header }

// Fault is what a tolerant reader stopped at, nil while there was none.
func (t *TraceReader) Fault() error { return t.fault }

// Next reads a record, whose lists are valid until the next call; its texts stay. The error is io.EOF at
// the end of the trace, a [*FormatError] at a fault, after which there is no more.
func (t *TraceReader) Next() (*TraceRecord, error) {
	if t.fault == nil && !t.done {
		r, err := t.read()
		if err == nil {
			return r, nil
		}
		if err == io.EOF {
			t.done = true
		} else {
			t.fault = inFile(t.options.Name, err)
		}
	}
	if t.fault == nil || t.options.Tolerant {
		return nil, io.EOF
	}
	return nil, t.fault
}

// Records is what Next gives, for range. A fault is the last that comes.
func (t *TraceReader) Records() iter.Seq2[*TraceRecord, error] {
	return func(yield func(*TraceRecord, error) bool) {
		for {
			r, err := t.Next()
			if err == io.EOF || !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Clone is a copy that stays as it is when the reader goes on.
func (r *TraceRecord) Clone() *TraceRecord {
	c := *r
	c.Attributes = append([]Attribute(nil), r.Attributes...)
	c.Elements = append([]Element(nil), r.Elements...)
	return &c
}

func (t *TraceReader) readHeader() error {
	token, err := t.next()
	switch {
	case err == io.EOF:
		return faultAt(0, 1, "an empty file, expected <Program>", true)
	case err != nil:
		return err
	case token.kind > emptyTag || string(token.name) != programName:
		return faultAt(token.offset, token.line, fmt.Sprintf("%s, expected <Program>", describe(&token)), false)
	}
	level := traceLevel{offset: token.offset, line: token.line}
	empty := token.kind == emptyTag
	_, text := tagText(&token)
	attributes, err := t.attributes(nil, &token, text)
	if err != nil {
		return err
	}
	for _, a := range attributes {
		if err := t.header.set(a); err != nil {
			return &FormatError{Offset: level.offset, Line: level.line, Text: err.Error(), Err: ErrSyntax}
		}
	}
	t.levels = append(t.levels, level)
	if empty {
		t.levels = nil
	}
	return nil
}

// set takes an attribute of the begin.
func (h *TraceHeader) set(a Attribute) (err error) {
	switch a.Name {
	case "timeAdjustment":
		h.TimeAdjustment, err = ParseEpoch(a.Value)
	case "processorSpeedinMHZ":
		if h.ProcessorMHz, err = strconv.Atoi(a.Value); err != nil {
			err = fmt.Errorf("processorSpeedinMHZ %s, expected an integer", printable.Clipped(a.Value))
		}
	case "processorModelName":
		h.ProcessorModel = a.Value
	}
	return err
}

// describe says what a token is, for errors.
func describe(t *token) string {
	switch t.kind {
	case textToken:
		return fmt.Sprintf("text %.40q", t.text)
	case endTag:
		return fmt.Sprintf("end tag %.40q", t.name)
	}
	return fmt.Sprintf("element %.40q", t.name)
}

// read reads up to the end of a record.
func (t *TraceReader) read() (*TraceRecord, error) {
	for len(t.levels) > 0 {
		token, err := t.next()
		if err != nil {
			level := &t.levels[len(t.levels)-1]
			return nil, t.unended(err, level.name(), level.line)
		}
		level := &t.levels[len(t.levels)-1]
		switch {
		case token.kind == endTag:
			if r, err := t.close(level, &token); r != nil || err != nil {
				return r, err
			}
		case token.kind == textToken:
			if level.kind != inState {
				return nil, faultAt(token.offset, token.line, fmt.Sprintf("text %.40q between states", token.text), false)
			}
			if level.record.Text, err = t.contained(&token); err != nil {
				return nil, err
			}
		case string(token.name) == nestedName:
			if err := t.openNested(level, &token); err != nil {
				return nil, err
			}
		case level.kind == inState:
			if err := t.data(level, &token); err != nil {
				return nil, err
			}
		default:
			if r, err := t.open(level, &token); r != nil || err != nil {
				return r, err
			}
		}
	}
	return nil, t.behind()
}

func (l *traceLevel) name() string {
	switch l.kind {
	case inProgram:
		return programName
	case inNested:
		return nestedName
	}
	return l.record.Name
}

// behind reads what stands behind the trace: nothing but blanks and comments.
func (t *TraceReader) behind() error {
	token, err := t.next()
	if err != nil {
		return err
	}
	return faultAt(token.offset, token.line, describe(&token)+" behind the end of the trace", false)
}

// close takes an end tag.
func (t *TraceReader) close(level *traceLevel, token *token) (*TraceRecord, error) {
	if string(token.name) != level.name() {
		return nil, faultAt(token.offset, token.line, fmt.Sprintf("%s, expected that of %q of line %d", describe(token), level.name(), level.line), false)
	}
	t.lost(level)
	t.levels = t.levels[:len(t.levels)-1]
	switch level.kind {
	case inNested:
		t.depth--
		around := &t.levels[len(t.levels)-1]
		if level.entries == 0 {
			t.emptyBlock(level.offset, level.line)
		} else if around.kind == inState {
			around.behind = true
		} else {
			around.orphans, around.nestedAt = true, level.offset
		}
	case inState:
		return t.emit(&level.record), nil
	}
	return nil, nil
}

// tell notes what the Java reader makes something else of.
func (t *TraceReader) tell(s Severity, offset int64, line int, text string) {
	if t.note != nil {
		t.note(s, offset, line, text)
	}
}

func (t *TraceReader) emptyBlock(offset int64, line int) {
	t.tell(Refused, offset, line, "a block of nested states without any: the reader stops at the state behind it")
}

// lost notes states that no state contains.
func (t *TraceReader) lost(level *traceLevel) {
	if level.orphans {
		t.tell(Hidden, level.nestedAt, 0, "nested states with no state behind them that they could belong to")
	}
	level.orphans = false
}

// emit is the record that has just ended.
func (t *TraceReader) emit(r *TraceRecord) *TraceRecord {
	around := &t.levels[len(t.levels)-1]
	around.entries++
	if r.Kind == Event {
		t.lost(around)
	}
	around.orphans = false
	if t.whole != nil {
		t.whole(r)
	}
	return r
}

// openNested begins a block.
func (t *TraceReader) openNested(level *traceLevel, token *token) error {
	t.inside(level, token)
	if token.kind == emptyTag {
		t.emptyBlock(token.offset, token.line)
		return nil
	}
	if t.depth >= maxStates {
		return faultAt(token.offset, token.line, fmt.Sprintf("states nested more than %d deep", maxStates), false)
	}
	t.lost(level)
	t.depth++
	t.push(traceLevel{kind: inNested, offset: token.offset, line: token.line})
	return nil
}

// push opens a level; what a former one at its place has of room is used again.
func (t *TraceReader) push(level traceLevel) *traceLevel {
	n := len(t.levels)
	if n == cap(t.levels) {
		t.levels = append(t.levels, traceLevel{})
	}
	t.levels = t.levels[:n+1]
	old := &t.levels[n].record
	level.record.Attributes, level.record.Elements = old.Attributes[:0], old.Elements[:0]
	t.levels[n] = level
	return &t.levels[n]
}

// inside notes that something stands in a state before which its nested states stand.
func (t *TraceReader) inside(level *traceLevel, token *token) {
	if level.before {
		t.tell(Hidden, level.nestedAt, 0, fmt.Sprintf("nested states before state %s, in which %s stands: readers take them for a part of that", printable.Clipped(level.record.Name), describe(token)))
		level.before = false
	}
}

// data takes an element of a state.
func (t *TraceReader) data(level *traceLevel, token *token) error {
	t.inside(level, token)
	if level.behind {
		t.tell(Hidden, token.offset, token.line, describe(token)+" behind nested states: readers take them for a part of it")
		level.behind = false
	}
	t.consumed = level.consumed
	e, err := t.element(token, 0)
	if err == nil {
		level.record.Elements = append(level.record.Elements, e)
	}
	level.consumed = t.consumed
	return err
}

// open takes the begin of a state, or an event as a whole.
func (t *TraceReader) open(level *traceLevel, token *token) (*TraceRecord, error) {
	empty := token.kind == emptyTag
	t.consumed = 0
	if string(token.name) == eventName {
		r := &t.event
		*r = TraceRecord{Kind: Event, Depth: t.depth, Attributes: r.Attributes[:0], Elements: r.Elements[:0]}
		if err := t.begin(r, token); err != nil {
			return nil, err
		}
		if !empty {
			var err error
			if r.Elements, r.Text, err = t.content(eventName, r.Offset, r.Line, 0); err != nil {
				return nil, err
			}
		}
		return t.emit(r), nil
	}
	state := t.push(traceLevel{kind: inState, offset: token.offset, line: token.line, before: level.orphans, nestedAt: level.nestedAt})
	state.record.Depth = t.depth
	if err := t.begin(&state.record, token); err != nil {
		return nil, err
	}
	if !empty {
		return nil, nil
	}
	t.levels = t.levels[:len(t.levels)-1]
	return t.emit(&state.record), nil
}
