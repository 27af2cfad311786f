package trace

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Reader reads an event trace from its beginning to its end, in constant memory: what it holds grows
// with the depth of the states only.
//
// A state comes after those that it contains, as it is in the file. The reader takes states for contained
// in the one that follows them or that is around them, whatever elements that one has: the Java reader
// shows nothing of those that stand before elements.
type Reader struct {
	elements markup.Elements
	patterns markup.Patterns
	stream   faults.Stream
	header   Header

	levels []opened
	depth  int // blocks that are open
	event  Record

	note  func(s finding.Severity, offset int64, line int, text string) // for the checker; may be nil
	whole func(r *Record)                                               // for the repair: a record has just ended; may be nil

	between func(text *markup.Token) // for the checker: text in a block of nested states, otherwise a fault; may be nil
}

// opened is an element that is open: the program, a block of nested states, or a state.
type opened struct {
	kind   levelKind
	record Record
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

// NewReader reads the start of a trace. The error is a [*hdtrace.FormatError].
func NewReader(r io.Reader, options hdtrace.ReadOptions) (*Reader, error) {
	t := &Reader{elements: markup.Elements{Scanner: markup.NewScanner(r)}, stream: faults.Stream{Options: options}}
	if err := t.readHeader(); err != nil {
		return nil, faults.In(options.Name, err)
	}
	return t, nil
}

// Header is the start of the file.
func (t *Reader) Header() Header { return t.header }

// Fault is what a tolerant reader stopped at, nil while there was none.
func (t *Reader) Fault() error { return t.stream.Fault }

// Next reads a record, whose lists are valid until the next call; its texts stay. The error is io.EOF at
// the end of the trace, a [*hdtrace.FormatError] at a fault, after which there is no more.
func (t *Reader) Next() (*Record, error) { return faults.Next(&t.stream, t.read) }

// Records is what Next gives, for range. A fault is the last that comes.
func (t *Reader) Records() iter.Seq2[*Record, error] { return faults.All(t.Next) }

// Clone is a copy that stays as it is when the reader goes on.
func (r *Record) Clone() *Record {
	c := *r
	c.Attributes = append([]hdtrace.Attribute(nil), r.Attributes...)
	c.Elements = append([]hdtrace.Element(nil), r.Elements...)
	return &c
}

func (t *Reader) readHeader() error {
	token, err := t.elements.Next()
	switch {
	case err == io.EOF:
		return markup.FaultAt(0, 1, "an empty file, expected <Program>", true)
	case err != nil:
		return err
	case token.Kind > markup.EmptyTag || string(token.Name) != markup.ProgramName:
		return markup.FaultAt(token.Offset, token.Line, fmt.Sprintf("%s, expected <Program>", markup.Describe(&token)), false)
	}
	level := opened{offset: token.Offset, line: token.Line}
	empty := token.Kind == markup.EmptyTag
	_, text := markup.TagText(&token)
	attributes, err := t.elements.Attributes(nil, &token, text)
	if err != nil {
		return err
	}
	for _, a := range attributes {
		if err := t.header.set(a); err != nil {
			return &hdtrace.FormatError{Offset: level.offset, Line: level.line, Text: err.Error(), Err: hdtrace.ErrSyntax}
		}
	}
	t.levels = append(t.levels, level)
	if empty {
		t.levels = nil
	}
	return nil
}

// set takes an attribute of the start.
func (h *Header) set(a hdtrace.Attribute) (err error) {
	switch a.Name {
	case "timeAdjustment":
		h.TimeAdjustment, err = hdtrace.ParseEpoch(a.Value)
	case "processorSpeedinMHZ":
		if h.ProcessorMHz, err = strconv.Atoi(a.Value); err != nil {
			err = fmt.Errorf("processorSpeedinMHZ %s, expected an integer", printable.Clipped(a.Value))
		}
	case "processorModelName":
		h.ProcessorModel = a.Value
	}
	return err
}

// read reads up to the end of a record.
func (t *Reader) read() (*Record, error) {
	for len(t.levels) > 0 {
		if r := t.known(); r != nil {
			return r, nil
		}
		token, err := t.elements.Next()
		if err != nil {
			level := &t.levels[len(t.levels)-1]
			return nil, t.elements.Unended(err, level.name(), level.line)
		}
		level := &t.levels[len(t.levels)-1]
		switch {
		case token.Kind == markup.EndTag:
			if r, err := t.close(level, &token); r != nil || err != nil {
				return r, err
			}
		case token.Kind == markup.TextToken:
			if level.kind == inNested && t.between != nil {
				if _, err := t.elements.Contained(&token); err != nil {
					return nil, err
				}
				t.between(&token)
				continue
			}
			if level.kind != inState {
				return nil, markup.FaultAt(token.Offset, token.Line, fmt.Sprintf("text %.40q between states", token.Text), false)
			}
			if level.record.Text, err = t.elements.Contained(&token); err != nil {
				return nil, err
			}
		case string(token.Name) == markup.NestedName:
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

func (l *opened) name() string {
	switch l.kind {
	case inProgram:
		return markup.ProgramName
	case inNested:
		return markup.NestedName
	}
	return l.record.Name
}

// behind reads what stands behind the trace: nothing but blanks and comments.
func (t *Reader) behind() error {
	token, err := t.elements.Next()
	if err != nil {
		return err
	}
	return markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+" behind the end of the trace", false)
}

// close takes an end tag.
func (t *Reader) close(level *opened, token *markup.Token) (*Record, error) {
	if string(token.Name) != level.name() {
		return nil, markup.FaultAt(token.Offset, token.Line, fmt.Sprintf("%s, expected that of %q of line %d", markup.Describe(token), level.name(), level.line), false)
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
func (t *Reader) tell(s finding.Severity, offset int64, line int, text string) {
	if t.note != nil {
		t.note(s, offset, line, text)
	}
}

func (t *Reader) emptyBlock(offset int64, line int) {
	t.tell(finding.Refused, offset, line, "a block of nested states without any: the reader stops at the state behind it")
}

// lost notes states that no state contains.
func (t *Reader) lost(level *opened) {
	if level.orphans {
		t.tell(finding.Hidden, level.nestedAt, 0, "nested states with no state behind them that they could belong to")
	}
	level.orphans = false
}

// emit is the record that has just ended.
func (t *Reader) emit(r *Record) *Record {
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
func (t *Reader) openNested(level *opened, token *markup.Token) error {
	t.inside(level, token)
	if token.Kind == markup.EmptyTag {
		t.emptyBlock(token.Offset, token.Line)
		return nil
	}
	if t.depth >= maxStates {
		return markup.FaultAt(token.Offset, token.Line, fmt.Sprintf("states nested more than %d deep", maxStates), false)
	}
	t.lost(level)
	t.depth++
	t.push(opened{kind: inNested, offset: token.Offset, line: token.Line})
	return nil
}

// push opens a level; what a former one at its place has of room is used again.
func (t *Reader) push(level opened) *opened {
	n := len(t.levels)
	if n == cap(t.levels) {
		t.levels = append(t.levels, opened{})
	}
	t.levels = t.levels[:n+1]
	old := &t.levels[n].record
	level.record.Attributes, level.record.Elements = old.Attributes[:0], old.Elements[:0]
	t.levels[n] = level
	return &t.levels[n]
}

// inside notes that something stands in a state before which its nested states stand.
func (t *Reader) inside(level *opened, token *markup.Token) {
	if level.before {
		t.tell(finding.Hidden, level.nestedAt, 0, fmt.Sprintf("nested states before state %s, in which %s stands: readers take them for a part of that", printable.Clipped(level.record.Name), markup.Describe(token)))
		level.before = false
	}
}

// data takes an element of a state.
func (t *Reader) data(level *opened, token *markup.Token) error {
	t.inside(level, token)
	if level.behind {
		t.tell(finding.Hidden, token.Offset, token.Line, markup.Describe(token)+" behind nested states: readers take them for a part of it")
		level.behind = false
	}
	t.elements.Consumed = level.consumed
	e, err := t.elements.Element(token, 0)
	if err == nil {
		level.record.Elements = append(level.record.Elements, e)
	}
	level.consumed = t.elements.Consumed
	return err
}

// open takes the start of a state, or an event as a whole.
func (t *Reader) open(level *opened, token *markup.Token) (*Record, error) {
	empty := token.Kind == markup.EmptyTag
	t.elements.Consumed = 0
	if string(token.Name) == markup.EventName {
		r := &t.event
		*r = Record{Kind: Event, Depth: t.depth, Attributes: r.Attributes[:0], Elements: r.Elements[:0]}
		if err := t.begin(r, token); err != nil {
			return nil, err
		}
		if !empty {
			var err error
			if r.Elements, r.Text, err = t.elements.Content(markup.EventName, r.Offset, r.Line, 0); err != nil {
				return nil, err
			}
		}
		return t.emit(r), nil
	}
	state := t.push(opened{kind: inState, offset: token.Offset, line: token.Line, before: level.orphans, nestedAt: level.nestedAt})
	state.record.Depth = t.depth
	if err := t.begin(&state.record, token); err != nil {
		return nil, err
	}
	if !empty {
		return nil, nil
	}
	t.patterns.Learn(token)
	t.levels = t.levels[:len(t.levels)-1]
	return t.emit(&state.record), nil
}

// known reads a state that has the form of an earlier one, and nothing in it; nil for all else.
func (t *Reader) known() *Record {
	n := len(t.levels)
	if t.levels[n-1].kind == inState || n == cap(t.levels) {
		return nil
	}
	p, length, lines := t.elements.Match(&t.patterns)
	if p == nil {
		return nil
	}
	start, whole := adjusted(p.Start, t.header.TimeAdjustment)
	end, ok := adjusted(p.End, t.header.TimeAdjustment)
	if !whole || !ok {
		return nil
	}
	r := &t.levels[:n+1][n].record
	r.Offset, r.Line = t.elements.Take(p, length, lines)
	r.Kind, r.Name, r.Depth, r.Start, r.End, r.Text = State, p.Name, t.depth, start, end, ""
	r.Attributes, r.Elements = append(r.Attributes[:0], p.Attributes...), r.Elements[:0]
	t.elements.Consumed = 0
	return t.emit(r)
}
