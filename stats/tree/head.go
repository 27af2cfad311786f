package tree

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats"
)

// head says which run it was, and on which clock.
func (p *page) head() []string {
	s := p.s
	var parts []string
	ranks := plural(s.Size, "rank")
	if s.Hosts > 0 || s.Source == "" {
		ranks += " on " + plural(s.Hosts, "host")
	}
	parts = append(parts, ranks)
	if s.From > 0 {
		parts = append(parts, fmt.Sprintf("%s to %s after the start", p.plain(float64(s.From)), p.plain(float64(s.To))))
	}
	if s.To > s.From || s.Source == "" {
		parts = append(parts, "wall time "+p.plain(float64(s.To-s.From)))
	}
	if s.Start != 0 {
		parts = append(parts, "started "+time.Unix(0, s.Start).UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	line := strings.Join(parts, ", ")
	if s.Program != "" {
		line = p.name(s.Program) + ": " + line
	}
	lines := []string{line}
	if s.Source != "" {
		lines = append(lines, "read from "+p.name(s.Source))
	}
	for i := range s.Clocks {
		if s.Source == "" { // other programs tell little of their clocks
			lines = append(lines, p.clock(&s.Clocks[i]))
		}
	}
	if lost := s.Size - s.Ranks; lost > 0 && !p.o.Partial {
		lines = append(lines, fmt.Sprintf("MISSING: %d of %s: %s", lost, plural(s.Size, "rank"), p.spans(s.Missing)))
	}
	return lines
}

// clock describes a clock by its worst figures among the ranks that used it.
func (p *page) clock(c *stats.ClockUse) string {
	line := "clock " + p.name(c.Name)
	if c.Ranks < p.s.Ranks {
		line += " on " + plural(c.Ranks, "rank")
	}
	return fmt.Sprintf("%s: resolution %s ns, a start and stop cost %s ns, drift %s ppm", line,
		figure(c.Resolution), figure(c.PairCost), figure(c.Drift))
}

// figure is a number with three significant digits.
func figure(v float64) string { return fmt.Sprintf("%.3g", v) }

// mostSpans is how many runs of ranks are listed before the rest is left out: a million ranks may
// come in as many pieces.
const mostSpans = 8

// spans lists ranks: 0, 2–5, 10–90 by 10
func (p *page) spans(spans []stats.Span) string {
	var parts []string
	for i, sp := range spans {
		if i == mostSpans {
			parts = append(parts, p.more)
			break
		}
		switch {
		case sp.First == sp.Last:
			parts = append(parts, fmt.Sprint(sp.First))
		case sp.First+sp.Stride == sp.Last:
			parts = append(parts, fmt.Sprintf("%d, %d", sp.First, sp.Last))
		case sp.Stride == 1:
			parts = append(parts, fmt.Sprintf("%d%s%d", sp.First, p.to, sp.Last))
		default:
			parts = append(parts, fmt.Sprintf("%d%s%d by %d", sp.First, p.to, sp.Last, sp.Stride))
		}
	}
	return strings.Join(parts, ", ")
}

func plural[T int | uint64](n T, what string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
