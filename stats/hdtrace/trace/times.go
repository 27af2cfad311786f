package trace

import (
	"fmt"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// times finds times of records that readers stumble over, and how they are mended. A state that ends before the
// one before it has a wrong time, or the other has: it is the one that does not lie between its neighbours.
type times struct {
	records int64
	last    []endedRecord // at each depth
	mends   map[int64]timeMend
	many    bool // there are more than are mended
}

// endedRecord is the last record at a depth.
type endedRecord struct {
	number     int64
	kind       Kind
	start, end hdtrace.Epoch
	before     hdtrace.Epoch // the last end before it
	name       string
	offset     int64
	line       int
}

// timeMend is the times of a record from now on.
type timeMend struct {
	start, end hdtrace.Epoch
	loss       *hdtrace.Loss // nil where there are many
}

// see gets each record, in their order.
func (m *times) see(r *Record) {
	for len(m.last) <= r.Depth {
		m.last = append(m.last, endedRecord{number: -1, start: hdtrace.MinEpoch, end: hdtrace.MinEpoch, before: hdtrace.MinEpoch})
	}
	m.last = m.last[:r.Depth+1]
	p := &m.last[r.Depth]
	now := endedRecord{m.records, r.Kind, r.Start, r.End, p.end, r.Name, r.Offset, r.Line}
	m.records++
	now.order(p.end)
	if now.end < p.end {
		if p.kind == Event {
			p.start = min(p.start, p.before) // it has one time, which says nothing of itself
		}
		if p.number >= 0 && now.end >= p.before && now.end >= p.start {
			// The one before is too late.
			p.end = now.end
			if now.start >= max(p.before, p.start) {
				p.end = now.start
			}
			if p.kind == Event {
				p.start = p.end
			}
			m.mend(p)
		} else {
			now.end = p.end
			if now.kind == Event {
				now.start = now.end
			}
		}
		now.before = p.end
	}
	if now.start != r.Start || now.end != r.End {
		m.mend(&now)
	}
	*p = now
}

// order makes the times of a record ones that readers hold, the start not behind the end.
func (r *endedRecord) order(before hdtrace.Epoch) {
	holds := func(t hdtrace.Epoch) bool { return t >= hdtrace.MinEpoch && t <= hdtrace.MaxEpoch }
	switch {
	case !holds(r.start) && !holds(r.end):
		r.start, r.end = before, before
	case !holds(r.end):
		r.end = max(r.start, before)
	case !holds(r.start):
		r.start = r.end
	case r.end < r.start && r.end >= before:
		r.start = r.end
	case r.end < r.start:
		r.end = r.start
	}
}

// mend remembers how a record is mended.
func (m *times) mend(r *endedRecord) {
	if len(m.mends) >= faults.MaxPatches {
		m.many = true
		return
	}
	if m.mends == nil {
		m.mends = make(map[int64]timeMend)
	}
	t := timeMend{start: r.start, end: r.end}
	if len(m.mends) < faults.MostLosses {
		t.loss = &hdtrace.Loss{Offset: r.offset, Line: r.line, Text: fmt.Sprintf("%v %.40q: its times are out of order, and become %v to %v", r.kind, r.name, r.start, r.end)}
	}
	m.mends[r.number] = t
}

// apply gives a record the times that it has from now on.
func (m *times) apply(number int64, r *Record) {
	if t, is := m.mends[number]; is {
		r.Start, r.End = t.start, t.end
	}
}
