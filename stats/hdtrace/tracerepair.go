package hdtrace

import (
	"errors"
	"fmt"
	"io"
)

// fixTrace says how the trace of a killed program becomes a whole one: all records that are whole stay;
// what contained some of them and is missing becomes a state named Unfinished.
func fixTrace(name string, r io.Reader, size int64) (Fix, bool) {
	fix := Fix{File: name}
	t, err := NewTraceReader(r, ReadOptions{})
	if errors.Is(err, ErrTruncated) {
		fix.Remove, fix.Why = true, "it ends before the first state"
		return fix, true
	}
	if err != nil {
		return fix, false
	}
	m := traceMender{reader: t}
	t.whole = m.whole
	for {
		switch _, err = t.Next(); {
		case err == io.EOF && m.records > 0:
			return fix, false
		case err == io.EOF:
			fix.Remove, fix.Why = true, "it has neither states nor events"
			return fix, true
		case err == nil:
			continue
		}
		break
	}
	var fault *FormatError
	if !errors.As(err, &fault) || fault.Err != ErrSyntax && fault.Err != ErrTruncated {
		return fix, false // it could not be read
	}
	if m.records == 0 {
		fix.Remove, fix.Why = true, "it ends before the end of the first state"
		return fix, true
	}
	fix.Keep, fix.Append = m.keep, m.closing()
	fix.Why = fmt.Sprintf("%d whole records, then %s", m.records, fault.Text)
	return fix, true
}

// traceMender remembers how a trace would be closed behind the last record that is whole.
type traceMender struct {
	reader  *TraceReader
	records int64
	keep    int64
	open    []openLevel
	spans   []traceBlock // of the blocks that are open, by depth
}

// openLevel is an element that has no end yet.
type openLevel struct {
	kind levelKind
	name string
}

// whole is told of each record behind its end.
func (m *traceMender) whole(r *TraceRecord) {
	m.records++
	m.keep = m.reader.offset()
	// What was in the record is closed.
	m.spans = m.spans[:min(len(m.spans), r.Depth)]
	for len(m.spans) < r.Depth {
		m.spans = append(m.spans, traceBlock{first: r.Start, last: r.End})
	}
	for i := range m.spans {
		m.spans[i].first, m.spans[i].last = min(m.spans[i].first, r.Start), max(m.spans[i].last, r.End)
	}
	m.open = m.open[:0]
	for i := range m.reader.levels {
		l := &m.reader.levels[i]
		m.open = append(m.open, openLevel{l.kind, l.name()})
	}
}

// closing is what closes the levels that were open behind the last record.
func (m *traceMender) closing() []byte {
	x := traceText{start: m.reader.header.TimeAdjustment, decimals: 9, indent: "\t"}
	x.buf = append(x.buf, '\n')
	depth := len(m.spans)
	for i := len(m.open) - 1; i >= 0; i-- {
		l := m.open[i]
		switch l.kind {
		case inNested:
			depth--
			x.closeNested(depth)
			if m.open[i-1].kind != inState {
				x.record(depth, &traceItem{name: UnfinishedState, start: m.spans[depth].first, end: m.spans[depth].last})
			}
		case inState:
			x.closeState(depth, &traceItem{name: l.name})
		}
	}
	x.buf = append(x.buf, traceEnd...)
	return x.buf
}
