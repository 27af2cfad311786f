package trace

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// planRepair says how a damaged trace becomes a whole one. Of one that is cut off, as a killed program leaves it, all
// records that are whole stay, and what contained some of them and is missing becomes a state named Unfinished. One
// that is damaged elsewhere is written anew, without what does not read.
func planRepair(name string, r io.Reader, size int64) (hdtrace.Fix, bool) {
	fix := hdtrace.Fix{File: name}
	m := mender{}
	err := m.read(r)
	var fault *hdtrace.FormatError
	switch {
	case err == nil && m.records == 0:
		fix.Remove, fix.Why = true, "it has neither states nor events"
		return fix, true
	case err == nil && len(m.times.mends) == 0 && !m.tooFine:
		return fix, false
	case err != nil && (!errors.As(err, &fault) || fault.Err != hdtrace.ErrSyntax && fault.Err != hdtrace.ErrTruncated):
		return fix, false // it could not be read
	}
	if !faults.Rewind(r) {
		return fix, false
	}
	w := &rewrite{}
	if fault != nil {
		w.after = fault.Offset
	}
	if err := w.plan(r); err != nil {
		return fix, false
	}
	switch {
	case fault != nil && m.records == 0 && w.times.records == 0:
		if m.begun && fault.Err != hdtrace.ErrTruncated && size > 0 && w.beyond > 0 {
			fix.Left, fix.Why = true, "nothing of it reads: "+fault.Text
			return fix, true // whatever it is, it is more than the start of a trace
		}
		fix.Remove, fix.Why = fault.Err == hdtrace.ErrTruncated || m.begun, "it ends before the end of the first state"
		if !m.begun {
			fix.Why = "it ends before the first state"
		}
		if !fix.Remove {
			fix.Left, fix.Why = true, fault.Text
		}
		return fix, true
	case fault != nil && w.beyond == 0 && m.records > 0 && (fault.Err == hdtrace.ErrTruncated || w.times.records <= m.records):
		fix.Keep, fix.Append = m.keep, m.closing()
		fix.Why = fmt.Sprintf("%d whole records, then %s", m.records, fault.Text)
		return fix, true
	case w.times.records == 0:
		return fix, false
	}
	fix.Rewrite, fix.Losses, fix.MoreLosses = w.write, w.losses.List, w.losses.More
	fix.Why = fmt.Sprintf("%d records, damaged in %d places", w.times.records, w.losses.Count())
	if w.losses.Count() == 0 {
		fix.Why = fmt.Sprintf("%d records, times of more than nine decimals", w.times.records)
	}
	return fix, true
}

// read reads a trace up to its first fault.
func (m *mender) read(r io.Reader) error {
	t, err := NewReader(r, hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	m.begun, m.reader = true, t
	t.whole = m.whole
	t.note = func(s finding.Severity, _ int64, _ int, _ string) { m.tooFine = m.tooFine || s == finding.Wrong }
	if !t.header.plausible() {
		return &hdtrace.FormatError{Line: 1, Text: "the header has numbers beyond 32 bits", Err: hdtrace.ErrSyntax}
	}
	for err == nil {
		_, err = t.Next()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// mender remembers how a trace would be closed behind the last record that is whole.
type mender struct {
	reader  *Reader
	begun   bool // the header could be read
	times   times
	tooFine bool // times have decimals that readers take for others
	records int64
	keep    int64
	open    []openLevel
	spans   []block // of the blocks that are open, by depth
}

// openLevel is an element that has no end yet.
type openLevel struct {
	kind levelKind
	name string
}

// whole sees each record behind its end.
func (m *mender) whole(r *Record) {
	m.records++
	m.times.see(r)
	m.keep = m.reader.elements.Offset()
	// What was in the record is closed.
	m.spans = m.spans[:min(len(m.spans), r.Depth)]
	for len(m.spans) < r.Depth {
		m.spans = append(m.spans, block{first: r.Start, last: r.End})
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
func (m *mender) closing() []byte {
	x := text{clockText: markup.Times{Start: m.reader.header.TimeAdjustment, Decimals: 9}, indent: "\t"}
	x.buf = append(x.buf, '\n')
	depth := len(m.spans)
	for i := len(m.open) - 1; i >= 0; i-- {
		l := m.open[i]
		switch l.kind {
		case inNested:
			depth--
			x.closeNested(depth)
			if m.open[i-1].kind != inState {
				x.record(depth, &item{name: UnfinishedState, start: m.spans[depth].first, end: m.spans[depth].last})
			}
		case inState:
			x.closeState(depth, &item{name: l.name})
		}
	}
	x.buf = append(x.buf, ending...)
	return x.buf
}
