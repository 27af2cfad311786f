// Package load reads what a run measured from any file that this module can read, recognised by what is
// in it.
package load

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// Run is what files say about one run. There is always a Summary, and Profiles only if the files are of
// single ranks.
type Run struct {
	Name     string // of the files, short
	Form     string // of the files: "summary", "profiles", "tables", "GPTL 8 summary", "E3SM stats", "GEOPM report", …
	Summary  *stats.Summary
	Profiles []*stats.Profile  // by rank; nil if there are none
	Meta     map[string]string // what else is known of the run
	Lacks    []string          // what the format does not hold, for people: "times of single calls"

	ignored []error // see ranktable.Run.Ignored
}

// mostIgnored is how many directories of other users are named: there may be any number of them.
const mostIgnored = 5

// TellIgnored names rank tables with the run's ID that were not used since another user has left them there.
func (r *Run) TellIgnored(w io.Writer) {
	for i, problem := range r.ignored {
		if i == mostIgnored {
			fmt.Fprintf(w, "mpitimer: and %d more\n", len(r.ignored)-mostIgnored)
			return
		}
		fmt.Fprintf(w, "mpitimer: %s\n", printable.Line(problem.Error()))
	}
}
