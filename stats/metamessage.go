package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

func (m *meta) encode(e *encoder) {
	e.uint(uint64(m.size))
	if m.size == 0 {
		return
	}
	e.uint(uint64(len(m.ranks)))
	for _, r := range m.ranks {
		e.uint(uint64(r.first))
		e.uint(uint64(r.last))
	}
	e.text(m.program)
	e.int(m.start)
	e.int(m.from)
	e.int(m.to)
	m.seen.encode(e)
	e.text(m.source)
	e.int(m.resolution)
	encodeCounted(e, m.counted)
	encodeCounted(e, m.countedView)
	encodeCounts(e, m.hosts)
	encodeClocks(e, m.clocks)
	encodeWarnings(e, m.warnings)
	e.uint(m.warned)
}

func (m *meta) decode(b []byte) error {
	d := decoder{b: b}
	if m.size = int(min(d.uint(), math.MaxInt32)); m.size != 0 {
		m.ranks = list(&d, 2, func(r *run) {
			*r = run{int(min(d.uint(), math.MaxInt32)), int(min(d.uint(), math.MaxInt32))}
		})
		m.program = d.text()
		m.start, m.from, m.to = d.int64(), d.int64(), d.int64()
		m.seen.decode(&d)
		m.source, m.resolution = d.text(), max(d.int64(), 0)
		m.counted, m.countedView = decodeCounted(&d), decodeCounted(&d)
		m.hosts = d.counts()
		m.clocks = decodeClocks(&d)
		m.warnings = decodeWarnings(&d)
		m.warned = d.uint()
	}
	if err := d.end(); err != nil {
		return fmt.Errorf("%w: description of the ranks: %w", errMessage, err)
	}
	return m.check()
}

// check says what is wrong with a description that came from another rank.
func (m *meta) check() error {
	if m.size == 0 {
		return nil
	}
	next := 0
	for _, r := range m.ranks {
		if r.first < next || r.last < r.first || r.last >= m.size {
			return fmt.Errorf("%w: ranks %d to %d of %d", errMessage, r.first, r.last, m.size)
		}
		next = r.last + 1
	}
	count := countRuns(m.ranks)
	sorted := slices.IsSorted(m.hosts) && slices.IsSortedFunc(m.counted, compareCounted) &&
		slices.IsSortedFunc(m.countedView, compareCounted) && slices.IsSortedFunc(m.warnings, compareWarnings) &&
		slices.IsSortedFunc(m.clocks, func(a, b ClockUse) int { return cmp.Compare(a.Name, b.Name) })
	if count == 0 || len(m.hosts) > count || len(m.clocks) > count || !sorted {
		return fmt.Errorf("%w: %d ranks with %d hosts and %d clocks, or out of order", errMessage, count, len(m.hosts), len(m.clocks))
	}
	return nil
}
