package sheet

import (
	"fmt"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// Findings returns the sentences of the first findings of a run, in lines of some width; of further ones, how many there are
// and where they are shown.
func Findings(s *stats.Summary, list []answers.Finding, most, width int, where string) (lines []string) {
	for i := range list[:min(len(list), most)] {
		lines = append(lines, Wrap("* "+printable.Line(list[i].Text(s)), width)...)
	}
	switch more := len(list) - most; {
	case most <= 0 || more <= 0:
	case more == 1:
		lines = append(lines, Wrap("* 1 more finding: see "+where+".", width)...)
	default:
		lines = append(lines, Wrap(fmt.Sprintf("* %d more findings: see %s.", more, where), width)...)
	}
	return lines
}
