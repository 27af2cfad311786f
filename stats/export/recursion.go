package export

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// RecursionNote returns a note on the self time of recursive calls, with the regions concerned: such calls have no
// call path of their own, so the region that made the call has their self time. It is blank where that is certain to
// be the region itself, since there are none below it.
func RecursionNote(s *stats.Summary) string {
	const most = 4
	above := make([]bool, len(s.Regions)) // a region of the host
	for i := range s.Regions {
		if g := &s.Regions[i]; g.Parent >= 0 && !g.OnDevice() && g.Lacks&stats.LacksSelf == 0 {
			above[g.Parent] = true
		}
	}
	var names []string
	rest := 0
	for i := range s.Regions {
		switch g := &s.Regions[i]; {
		case g.Recursion == 0 || !above[i]:
		case len(names) == most:
			rest++
		default:
			names = append(names, fmt.Sprintf("%s (%d of %d calls)", printable.Line(g.Name), g.Recursion, g.Calls))
		}
	}
	if len(names) == 0 {
		return ""
	}
	if rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return recursionNote + ": " + strings.Join(names, ", ") + "."
}

const recursionNote = "self time of recursive calls stands in the region that made them, which may be one below"

func recursiveRun(r Run) bool { return r.Summary != nil && RecursionNote(r.Summary) != "" }
