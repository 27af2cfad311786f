package hdtrace

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

func init() { kinds[extRelation] = kind{checkRelations, fixRelations} }

// checkRelations says what the readers make of a file of relations.
func checkRelations(name string, r io.Reader, size int64) []Finding {
	c := traceChecker{file: name, seen: make(map[string]int)}
	rr, err := NewRelationReader(r, ReadOptions{})
	if err != nil {
		return []Finding{faultFinding(name, err, Java|Sunshot)}
	}
	if rr.comment {
		c.find(Refused, Java|Sunshot, 0, 1, "a comment before <relation>, which the reader takes for it")
	}
	h := rr.Header()
	c.header(TraceHeader{TimeAdjustment: h.TimeAdjustment})
	if h.Topology > math.MaxInt32 {
		c.find(Refused, Java|Sunshot, 0, 1, fmt.Sprintf("topologyNumber %d is beyond 32 bits", h.Topology))
	}
	last := Epoch(math.MinInt64)
	for record, err := range rr.Records() {
		if err != nil {
			c.list = append(c.list, faultFinding(name, err, Java|Sunshot))
			return c.result()
		}
		if record.Time < last {
			c.find(Wrong, Sunshot, record.Offset, record.Line, "time goes backwards: the viewer, which searches by time, misses what follows")
		}
		if record.Time.Seconds() > math.MaxInt32 || record.Time.Seconds() < math.MinInt32 {
			c.find(Wrong, Java|Sunshot, record.Offset, record.Line, "a time beyond the 32 bits of seconds that readers have")
		}
		if record.Kind == Destroyed {
			c.records++
		}
		last = max(last, record.Time)
	}
	if n := len(rr.live); n > 0 {
		c.find(Hidden, Java|Sunshot, -1, 0, fmt.Sprintf("%d tokens have no end, and are not shown", n))
	}
	if c.records == 0 {
		c.find(Refused, Sunshot, -1, 0, "a file without a relation that has ended: the viewer refuses the whole project")
	}
	return c.result()
}

// fixRelations says how the file of a killed program becomes a whole one: all records that are whole stay,
// and what they have left open ends at the time of the last. One that is damaged elsewhere is written anew, without
// what does not read.
func fixRelations(name string, r io.Reader, size int64) (Fix, bool) {
	fix := Fix{File: name}
	rr, err := NewRelationReader(r, ReadOptions{})
	var fault *FormatError
	if errors.As(err, &fault) && (fault.Err == ErrSyntax || fault.Err == ErrTruncated) {
		if fix, ok := salvageRelations(fix, r, fault, 0, 0); ok {
			return fix, true
		}
	}
	if errors.Is(err, ErrTruncated) {
		fix.Remove, fix.Why = true, "it ends before the first token"
		return fix, true
	}
	if err != nil {
		return fix, false
	}
	m := relationMender{reader: rr, live: make(map[int64]int)}
	rr.whole = m.whole
	for err == nil {
		_, err = rr.Next()
	}
	isFault := errors.As(err, &fault)
	if isFault && (fault.Err == ErrSyntax || fault.Err == ErrTruncated) {
		if fix, ok := salvageRelations(fix, r, fault, m.keep, 1); ok {
			return fix, true
		}
	}
	if !isFault && m.disorder {
		return salvageRelations(fix, r, &FormatError{Err: ErrSyntax}, 0, 0)
	}
	switch {
	case isFault && fault.Err != ErrSyntax && fault.Err != ErrTruncated:
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

// relationMender remembers what is open behind the last record that is whole.
type relationMender struct {
	reader  *RelationReader
	records int64
	keep    int64
	last    Epoch

	disorder bool // a time is out of order

	live map[int64]int
}

func (m *relationMender) whole(r *RelationRecord) {
	m.records++
	m.keep = m.reader.offset()
	m.disorder = m.disorder || r.Time < m.last || r.Time > MaxEpoch
	m.last = max(m.last, r.Time)
	if r.Kind == Destroyed {
		delete(m.live, r.Token)
	} else {
		m.live[r.Token] = m.reader.live[r.Token]
	}
}

func (m *relationMender) closing() []byte {
	x := newRelationText(&m.reader.header, 9, false)
	text := []byte{'\n'}
	for _, id := range slices.Sorted(maps.Keys(m.live)) {
		text = x.close(text, id, m.live[id], m.last)
	}
	return append(text, relationEnd...)
}
