package tree

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// Head returns the lines that describe the run and its clock.
func (t *Tree) Head() []string {
	s := t.s
	var parts []string
	ranks := plural(s.Size, "rank")
	if s.Hosts > 0 || s.Source == "" {
		ranks += " on " + plural(s.Hosts, "host")
	}
	if t.o.Who != "" {
		ranks = t.o.Who
	}
	parts = append(parts, ranks)
	if s.From > 0 {
		parts = append(parts, fmt.Sprintf("%s to %s after the start", t.plain(float64(s.From)), t.plain(float64(s.To))))
	}
	if s.To > s.From || s.Source == "" {
		parts = append(parts, "wall time "+t.plain(float64(s.To-s.From)))
	}
	if s.Start != 0 {
		parts = append(parts, "started "+time.Unix(0, s.Start).UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	line := strings.Join(parts, ", ")
	if s.Program != "" {
		line = t.name(s.Program) + ": " + line
	}
	lines := []string{line}
	if s.Source != "" {
		lines = append(lines, "read from "+t.name(s.Source))
	}
	for i := range s.Clocks {
		if s.Source == "" && s.Clocks[i].Name != "" { // other programs tell little of their clocks, timelines nothing
			lines = append(lines, t.clock(&s.Clocks[i]))
		}
	}
	lines = append(lines, t.empty()...)
	if lost := s.Size - s.Ranks; lost > 0 && !t.o.Partial {
		lines = append(lines, fmt.Sprintf("MISSING: %d of %s: %s", lost, plural(s.Size, "rank"), Ranks(s.Missing)))
	}
	return lines
}

// clock describes a clock by its worst figures among the ranks that used it.
func (t *Tree) clock(c *stats.ClockSummary) string {
	line := "clock " + t.name(c.Name)
	if c.Ranks < t.s.Ranks {
		line += " on " + plural(c.Ranks, "rank")
	}
	return fmt.Sprintf("%s: resolution %s ns, a start and stop cost %s ns, drift %s ppm", line,
		figure(c.Resolution), figure(c.PairCost), figure(c.Drift))
}

// figure is a number with three significant digits.
func figure(v float64) string { return fmt.Sprintf("%.3g", v) }

// Ranks prints ranks as the tree and the commands do, 0-2,5,8-62:2; a million of them may come in as many pieces.
func Ranks(ranges []stats.Range) string { return machenv.FormatRanges(ranges, 64) }

func plural[T int | uint64](n T, what string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
