package trace

import (
	"bytes"
	"fmt"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Begin begins a state. The name becomes that of an XML element (see [hdtrace.XMLName]); Nested and Event have
// another meaning and are none. The error matches ErrInvalidArgument; the state is then not begun.
func (t *Writer) Begin(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begin(name, t.now())
}

// BeginAt is Begin at a given time.
func (t *Writer) BeginAt(at hdtrace.Epoch, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begin(name, t.givenTime(at))
}

func (t *Writer) begin(name string, at hdtrace.Epoch) error {
	if err := t.usable("begin of a state"); err != nil {
		return err
	}
	if err := checkState(name); err != nil {
		return err
	}
	switch {
	case t.skip > 0:
		t.skip++
		t.limits.more()
		return nil
	case t.disabled:
		t.push(name, at).ignored = true
		return nil
	}
	cost := t.costOf(name)
	if t.skips(at, cost) {
		t.skip = 1
		return nil
	}
	t.recorded++
	t.push(name, at).cost = cost
	t.limits.reserved += cost
	return nil
}

func checkState(name string) error {
	if name == markup.NestedName || name == markup.EventName {
		return &hdtrace.NameError{What: "state", Name: name, Why: "has another meaning in a trace"}
	}
	return markup.CheckName("state", name)
}

// push opens a state.
func (t *Writer) push(name string, at hdtrace.Epoch) *openState {
	n := len(t.stack)
	if n == cap(t.stack) {
		t.stack = append(t.stack, openState{})
	}
	t.stack = t.stack[:n+1]
	s := &t.stack[n]
	*s = openState{name: name, start: at, attributes: s.attributes[:0], content: s.content[:0]}
	return s
}

// Attribute adds an attribute to the innermost open state. The names time, end and unfinished have a
// meaning of their own. The error matches ErrContext outside of a state, and ErrInvalidArgument.
func (t *Writer) Attribute(name, value string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, err := t.within("attribute", name)
	if err != nil || s == nil {
		return err
	}
	if name == "time" || name == "end" || name == hdtrace.UnfinishedAttribute {
		return &hdtrace.NameError{What: "attribute", Name: name, Why: "has a meaning of its own in a state"}
	}
	if err := markup.CheckName("attribute", name); err != nil {
		return err
	}
	if hasAttribute(s.attributes, name) {
		return &hdtrace.NameError{What: "attribute", Name: name, Why: "is given twice, which readers refuse"}
	}
	before := len(s.attributes)
	s.attributes = append(markup.AppendAttribute(s.attributes, name, value, '\''), ' ')
	if !t.affordable(s, int64(len(s.attributes)-before)) {
		s.attributes = s.attributes[:before]
	}
	return nil
}

// hasAttribute looks for a name among attributes that are text. In values an apostrophe is escaped.
func hasAttribute(attributes []byte, name string) bool {
	for rest := attributes; ; {
		at := bytes.Index(rest, []byte(name))
		if at < 0 {
			return false
		}
		end := at + len(name)
		if bytes.HasPrefix(rest[end:], []byte("='")) && (at == 0 && len(rest) == len(attributes) || at > 0 && rest[at-1] == ' ') {
			return true
		}
		rest = rest[end:]
	}
}

// Element adds an element to the innermost open state. Errors are as of Attribute.
func (t *Writer) Element(e hdtrace.Element) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, err := t.within("element", e.Name)
	if err != nil || s == nil {
		return err
	}
	if err := markup.CheckElement(&e, 0); err != nil {
		return err
	}
	before := len(s.content)
	s.content = t.text.content(s.content, t.recorded-1, []hdtrace.Element{e}, "")
	if !t.affordable(s, int64(len(s.content)-before)) {
		s.content = s.content[:before]
	}
	return nil
}

// within is the innermost open state; nil if it is not recorded.
func (t *Writer) within(what, name string) (*openState, error) {
	if err := t.usable(what); err != nil {
		return nil, err
	}
	if len(t.stack)+t.skip == 0 {
		return nil, fmt.Errorf("hdtrace: %s %s outside of a state: %w", what, printable.Clipped(name), hdtrace.ErrContext)
	}
	if t.skip > 0 || t.disabled {
		return nil, nil
	}
	if s := &t.stack[len(t.stack)-1]; !s.ignored {
		return s, nil
	}
	return nil, nil
}

// End ends the innermost open state. The error matches ErrContext if there is none, ErrUnknown if it was
// begun while the trace was disabled and is not any more (it is not recorded, then), and ErrWrite.
func (t *Writer) End() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end(t.now())
}

// EndAt is End at a given time.
func (t *Writer) EndAt(at hdtrace.Epoch) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end(t.givenTime(at))
}

func (t *Writer) end(at hdtrace.Epoch) error {
	if err := t.usable("end of a state"); err != nil {
		return err
	}
	if t.skip > 0 {
		if t.skip--; t.skip == 0 {
			t.limits.over(at)
		}
		return nil
	}
	if len(t.stack) == 0 {
		return fmt.Errorf("hdtrace: end of a state, but none is open: %w", hdtrace.ErrContext)
	}
	s := &t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	if s.ignored {
		if !t.disabled {
			return fmt.Errorf("hdtrace: state %s was begun while the trace was disabled, and is not recorded: %w", printable.Clipped(s.name), hdtrace.ErrUnknown)
		}
		return nil
	}
	t.recorded--
	t.limits.reserved -= s.cost
	if t.disabled && t.forget() {
		return nil
	}
	t.text.put(t.recorded, s.item(at))
	return t.added(at)
}

func (s *openState) item(end hdtrace.Epoch) *item {
	return &item{name: s.name, attributes: s.attributes, content: s.content, start: s.start, end: end}
}

// forget drops the state that has just ended, and what it contained. It can't if that was written already:
// the reader would take it for a part of what follows.
func (t *Writer) forget() bool {
	if len(t.text.blocks) <= t.recorded {
		return true
	}
	b := t.text.blocks[t.recorded]
	if b.at < 0 {
		return false
	}
	t.text.buf = t.text.buf[:b.at]
	t.text.blocks = t.text.blocks[:t.recorded]
	return true
}

// Event records an event: something at one time. The name, which may be any text, has two characters or
// more, for readers refuse shorter ones. The error matches ErrInvalidArgument and ErrWrite.
func (t *Writer) Event(name string, attributes ...hdtrace.Attribute) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.event(t.now(), name, attributes, nil)
}

// EventAt is Event at a given time, with elements.
func (t *Writer) EventAt(at hdtrace.Epoch, name string, attributes []hdtrace.Attribute, elements ...hdtrace.Element) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.event(t.givenTime(at), name, attributes, elements)
}

func (t *Writer) event(at hdtrace.Epoch, name string, attributes []hdtrace.Attribute, elements []hdtrace.Element) error {
	if err := t.usable("event"); err != nil {
		return err
	}
	if err := checkEvent(name, attributes, elements); err != nil {
		return err
	}
	switch {
	case t.skip > 0:
		t.limits.part()
		return nil
	case t.disabled:
		return nil
	}
	it := item{event: true, name: naming.ValidText(name), start: at, end: at}
	for _, a := range attributes {
		it.attributes = append(markup.AppendAttribute(it.attributes, a.Name, a.Value, '\''), ' ')
	}
	it.content = t.text.content(nil, t.recorded, elements, "")
	if !t.fits(t.costOf(name) + int64(len(it.attributes)+len(it.content))) {
		t.limits.part()
		return nil
	}
	t.text.put(t.recorded, &it)
	return t.added(at)
}

func checkEvent(name string, attributes []hdtrace.Attribute, elements []hdtrace.Element) error {
	if len(name) < 2 || len([]rune(name)) < 2 {
		return &hdtrace.NameError{What: "event", Name: name, Why: "has less than two characters, and readers refuse it"}
	}
	return markup.CheckRecord("an event", attributes, elements, "time", "name", "end")
}

// added is what follows a record.
func (t *Writer) added(at hdtrace.Epoch) error {
	t.records++
	t.reportLeftOut(at)
	if !t.waiting {
		t.oldest, t.waiting = at, true
	}
	switch {
	case t.options.ForceFlush, len(t.text.buf) >= t.options.Buffer,
		t.options.MaxAge > 0 && at.Sub(t.oldest) >= t.options.MaxAge:
		return t.flush(at, false)
	}
	return nil
}
