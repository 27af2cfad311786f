package history

import (
	"fmt"
	"html"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/history"
)

// badge is a picture of one line for a README: whether one of the last commits made the program slower or faster.
func (r *report) badge() string {
	text, colour := "no runs", "#9f9f9f"
	var worst *history.Change
	runs, faster := 0, false
	for _, g := range r.h.Groups {
		runs += len(g.Runs)
		for _, c := range r.late(g) {
			if worst == nil || c.Ratio() > worst.Ratio() {
				worst = c
			}
		}
		for i := range g.Changes {
			c := &g.Changes[i]
			faster = faster || !c.Slower() && c.Commit >= len(g.Commits)-r.o.last
		}
	}
	switch {
	case worst != nil:
		text, colour = fmt.Sprintf("%+.0f %%", 100*(worst.Ratio()-1)), "#c0392b"
	case faster:
		text, colour = "faster", "#2e7d32"
	case runs > 0:
		text, colour = "steady", "#2e7d32"
	}
	const label, letter = "performance", 7
	left, right := letter*len(label)+12, letter*cli.Width(text)+12
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s: %s" font-family="sans-serif" font-size="11" fill="#fff" text-anchor="middle">
<rect width="%d" height="20" fill="#555"/><rect x="%d" width="%d" height="20" fill="%s"/>
<text x="%d" y="14">%s</text><text x="%d" y="14">%s</text>
</svg>
`, left+right, label, html.EscapeString(text), left, left, right, colour, left/2, label, left+right/2, html.EscapeString(text))
}
