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

// Run is one run, and what its files say about it. There is always a Summary, and Ranks only if the files are of single ranks.
type Run struct {
	Summary *stats.Summary
	Ranks   Ranks
	Meta    map[string]string // what else is known of the run

	Name  string   // of the files, short
	Form  string   // of the files: "summary", "profiles", "tables", "GPTL 8 summary", "E3SM stats", "GEOPM report", …
	Lacks []string // what the format does not hold, for people: "times of single calls"

	Checkpoints []answers.Checkpoint // that lie beside the report on the whole run

	ignored []error // see ranktable.Run.Ignored
	others  []int   // users whose tables were not used
	less    bool    // the Ranks are of other files than the Summary, and tell less than it does
}

// Whole returns the run for a format without the figures of single ranks: of Profiles it only sees that there are some.
func (r *Run) Whole() export.Run {
	run := export.Run{Summary: r.Summary, Meta: r.Meta}
	for i := range r.Ranks[:min(len(r.Ranks), 1)] {
		run.Profiles = append(run.Profiles, r.Ranks[i].Profile)
	}
	return run
}

// Export returns the run for a format, with all Profiles as such. One that shows the figures of single ranks instead of
// those of all has them where they tell no less, of all ranks, regions and counters.
func (r *Run) Export(instead bool) export.Run {
	run := export.Run{Summary: r.Summary, Meta: r.Meta}
	if !r.less || !instead {
		run.Profiles = r.Ranks.List()
	}
	return run
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
func (r *Run) TellIgnored(w io.Writer) { tellNotUsed(w, r.ignored) }

// tellNotUsed names what was not used.
func tellNotUsed(w io.Writer, list []error) {
	for i, problem := range list {
		if i == mostIgnored {
			fmt.Fprintf(w, "mpitimer: and %d more\n", len(list)-mostIgnored)
			return
		}
		fmt.Fprintf(w, "mpitimer: %s\n", printable.Line(problem.Error()))
	}
}
