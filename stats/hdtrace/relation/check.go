package relation

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

func init() { faults.Kinds[naming.ExtRelation] = faults.Kind{Check: check, Plan: planRepair} }

// check says what the readers make of a file of relations.
func check(name string, r io.Reader, size int64) []hdtrace.Finding {
	c := faults.FindingsOf(name)
	rr, err := NewReader(r, hdtrace.ReadOptions{})
	if err != nil {
		return []hdtrace.Finding{faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)}
	}
	if rr.comment {
		c.Find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, 0, 1, "a comment before <relation>, which the reader takes for it")
	}
	rr.elements.Entities = func(at *markup.Token) {
		c.FindKind("entities", finding.Wrong, hdtrace.Java|hdtrace.Sunshot, at.Offset, at.Line, faults.WrongText)
	}
	h := rr.Header()
	c.Header(h.TimeAdjustment, 0)
	if h.Topology > math.MaxInt32 {
		c.Find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, 0, 1, fmt.Sprintf("topologyNumber %d is beyond 32 bits", h.Topology))
	}
	last := hdtrace.Epoch(math.MinInt64)
	for record, err := range rr.Records() {
		if err != nil {
			fault := faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)
			if rr.ended { // they stop there
				fault.Severity = finding.Note
			}
			c.List = append(c.List, fault)
			return c.Result()
		}
		if record.Time < last {
			c.Find(finding.Wrong, hdtrace.Sunshot, record.Offset, record.Line, "time goes backwards: the viewer, which searches by time, misses what follows")
		}
		if record.Time.Seconds() > math.MaxInt32 || record.Time.Seconds() < math.MinInt32 {
			c.Find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, record.Offset, record.Line, "a time beyond the 32 bits of seconds that readers have")
		}
		if rr.unnamed {
			c.Find(finding.Note, hdtrace.Java|hdtrace.Sunshot, record.Offset, record.Line, "a state without a name, which is shown without")
		}
		if record.Kind == Destroyed {
			c.Records++
		}
		last = max(last, record.Time)
	}
	if n := len(rr.live); n > 0 {
		c.Find(finding.Hidden, hdtrace.Java|hdtrace.Sunshot, 0, 0, fmt.Sprintf("%d tokens have no end, and are not shown", n))
	}
	if c.Records == 0 {
		c.Find(finding.Refused, hdtrace.Sunshot, 0, 0, "a file without a relation that has ended: the viewer refuses the whole project")
	}
	return c.Result()
}

// planRepair says how the file of a killed program becomes a whole one: all records that are whole stay,
// and what they have left open ends at the time of the last. One that is damaged elsewhere is written anew, without
// what does not read.
func planRepair(name string, r io.Reader, size int64) (hdtrace.Fix, bool) {
	fix := hdtrace.Fix{File: name}
	rr, err := NewReader(r, hdtrace.ReadOptions{})
	var fault *hdtrace.FormatError
	if errors.As(err, &fault) && (fault.Err == hdtrace.ErrSyntax || fault.Err == hdtrace.ErrTruncated) {
		if fix, ok := planSalvage(fix, r, fault, 0, 0); ok {
			return fix, true
		}
	}
	if errors.Is(err, hdtrace.ErrTruncated) {
		fix.Remove, fix.Why = true, "it ends before the first token"
		return fix, true
	}
	if err != nil {
		return fix, false
	}
	m := mender{reader: rr, live: make(map[int64]int)}
	rr.whole = m.whole
	for err == nil {
		_, err = rr.Next()
	}
	isFault := errors.As(err, &fault)
	if isFault && (fault.Err == hdtrace.ErrSyntax || fault.Err == hdtrace.ErrTruncated) {
		if fix, ok := planSalvage(fix, r, fault, m.keep, 1); ok {
			return fix, true
		}
	}
	if !isFault && m.disorder {
		return planSalvage(fix, r, &hdtrace.FormatError{Err: hdtrace.ErrSyntax}, 0, 0)
	}
	switch {
	case isFault && fault.Err != hdtrace.ErrSyntax && fault.Err != hdtrace.ErrTruncated:
		return fix, false // it could not be read
	case m.records == 0:
		fix.Remove, fix.Why = true, "it has no tokens"
		return fix, true
	case !isFault && len(m.live) == 0:
		return fix, false
	}
	fix.Keep, fix.Append = m.keep, m.closing()
	fix.Why = fmt.Sprintf("%d tokens without an end", len(m.live))
	if isFault {
		fix.Why = fmt.Sprintf("%d whole records, then %s", m.records, fault.Text)
	}
	return fix, true
}

// mender remembers what is open behind the last record that is whole.
type mender struct {
	reader  *Reader
	records int64
	keep    int64
	last    hdtrace.Epoch

	disorder bool // a time is out of order

	live map[int64]int
}

func (m *mender) whole(r *Record) {
	m.records++
	m.keep = m.reader.elements.Offset()
	m.disorder = m.disorder || r.Time < m.last || r.Time > hdtrace.MaxEpoch
	m.last = max(m.last, r.Time)
	if r.Kind == Destroyed {
		delete(m.live, r.Token)
	} else {
		m.live[r.Token] = m.reader.live[r.Token]
	}
}

func (m *mender) closing() []byte {
	x := newText(&m.reader.header, 9, false)
	text := []byte{'\n'}
	for _, id := range slices.Sorted(maps.Keys(m.live)) {
		text = x.close(text, id, m.live[id], m.last)
	}
	return append(text, ending...)
}
