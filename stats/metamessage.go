package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/internal/rankset"
)

func (m *meta) code(c *coder) {
	if c.int(&m.size); m.size == 0 {
		return
	}
	list(c, 2, (*[]rankset.Range)(&m.ranks), func(r *rankset.Range) { c.int(&r.First, &r.Last) })
	c.text(&m.program)
	c.int64(&m.start, &m.from, &m.to)
	m.seen.code(c)
	c.text(&m.source)
	c.int64(&m.resolution)
	codeCounted(c, &m.counted)
	codeCounted(c, &m.countedView)
	counts(c, &m.hosts)
	codeClocks(c, &m.clocks)
	codeWarnings(c, &m.warnings)
	c.uint(&m.warned)
}

func (m *meta) decode(b []byte) error {
	c := coder{b: b, reading: true}
	m.code(&c)
	if err := c.end(); err != nil {
		return fmt.Errorf("%w: description of the ranks: %w", errMessage, err)
	}
	m.resolution = max(m.resolution, 0)
	return m.check()
}

// check says what is wrong with a description that came from another rank.
func (m *meta) check() error {
	if m.size == 0 {
		return nil
	}
	if m.size > math.MaxInt32 {
		return fmt.Errorf("%w: %d ranks", errMessage, m.size)
	}
	next := 0
	for _, r := range m.ranks {
		if r.First < next || r.Last < r.First || r.Last >= m.size {
			return fmt.Errorf("%w: ranks %d to %d of %d", errMessage, r.First, r.Last, m.size)
		}
		next = r.Last + 1
	}
	count := m.ranks.Len()
	sorted := slices.IsSorted(m.hosts) && slices.IsSortedFunc(m.counted, compareCounted) &&
		slices.IsSortedFunc(m.countedView, compareCounted) && slices.IsSortedFunc(m.warnings, compareWarnings) &&
		slices.IsSortedFunc(m.clocks, func(a, b ClockSummary) int { return cmp.Compare(a.Name, b.Name) })
	if count == 0 || len(m.hosts) > count || len(m.clocks) > count || !sorted {
		return fmt.Errorf("%w: %d ranks with %d hosts and %d clocks, or out of order", errMessage, count, len(m.hosts), len(m.clocks))
	}
	return nil
}
