package stats

import "math"

// seen is when ranks were last seen: by their own time, since their timers began, and by the clock of the day.
// The first differs where ranks began at different times, the second where clocks do; of ranks that were seen at
// one moment at least one says so.
type seen struct {
	own, day interval
}

// interval is from the earliest that a rank can have ended to the latest.
type interval struct{ first, last int64 }

func seenOf(p *Profile) seen {
	late := max(p.Late, 0)
	day := addSigned(p.Start, p.To)
	return seen{interval{p.To, addSigned(p.To, late)}, interval{day, addSigned(day, late)}}
}

func (s *seen) merge(o *seen) {
	s.own.merge(o.own)
	s.day.merge(o.day)
}

func (i *interval) merge(o interval) {
	i.first, i.last = min(i.first, o.first), max(i.last, o.last)
}

// length is at least 0.
func (i interval) length() int64 {
	if i.last <= i.first {
		return 0
	}
	if d := i.last - i.first; d > 0 {
		return d
	}
	return math.MaxInt64
}

// apart is Summary.Apart.
func (m *meta) apart() int64 { return min(m.seen.own.length(), m.seen.day.length()) }

// addSigned is a + b, or what of the range is nearest to it.
func addSigned(a, b int64) int64 {
	sum := a + b
	switch {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	}
	return sum
}

func (s *seen) code(c *coder) { c.int64(&s.own.first, &s.own.last, &s.day.first, &s.day.last) }
