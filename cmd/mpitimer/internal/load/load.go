// Package load reads a run from any file that this module can read, recognised by its contents.
package load

import (
	"fmt"
	"io"
	"slices"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export"
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

	Checkpoints []answers.Checkpoint // that lie beside the report on the whole run

	ignored []error // see ranktable.Run.Ignored
	others  []int   // users whose tables were not used
	partly  bool    // of what the Profiles tell, something has no place in the Summary
}

// Export is the run for the forms of package export. A form that shows the figures of single ranks instead of those of all
// gets them where they tell no less: of all ranks, regions and counters.
func (r *Run) Export(instead bool) export.Run {
	e := export.Run{Summary: r.Summary, Profiles: r.Profiles, Meta: r.Meta}
	if instead && len(r.Profiles) > 0 && (r.partly || len(r.Profiles) < r.Summary.Ranks || len(r.Profiles[0].Counters) < len(r.Summary.Counters)) {
		e.Profiles = nil
	}
	return e
}

// Uses reports whether the run may be of the tables of a user: not where others have left them beside its files.
func (r *Run) Uses(user int) bool { return !slices.Contains(r.others, user) }

// Sources says which files answer what, and which do not, blank where one form answers all.
func (r *Run) Sources() string {
	text := r.Form
	for _, key := range []string{singleRanks, leftOut} {
		if r.Meta[key] != "" {
			text += "; " + key + ": " + r.Meta[key]
		}
	}
	if text == r.Form {
		return ""
	}
	return text
}

// mostIgnored is how many files and directories of other users are named: there may be any number of them.
const mostIgnored = 5

// TellIgnored names files and rank tables that were not used since another user has left them there.
func (r *Run) TellIgnored(w io.Writer) { TellNotUsed(w, r.ignored) }

// TellNotUsed names what was not used.
func TellNotUsed(w io.Writer, list []error) {
	for i, problem := range list {
		if i == mostIgnored {
			fmt.Fprintf(w, "mpitimer: and %d more\n", len(list)-mostIgnored)
			return
		}
		fmt.Fprintf(w, "mpitimer: %s\n", printable.Line(problem.Error()))
	}
}
