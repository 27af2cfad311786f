package runs

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// clearRun removes the tables of a run, unless there is a reason to keep them, which it returns.
func (o *options) clearRun(r *ranktable.Run, now time.Time) (line string, problem error) {
	m := job.Glance(r, now)
	name := printable.Line(m.Name)
	if reason := o.reason(r, m); reason != "" {
		return fmt.Sprintf("kept %s: %s", name, reason), nil
	}
	seen := cli.Age(now.Sub(m.LastSeen()))
	if o.dryRun {
		return fmt.Sprintf("would remove %s: %s, last seen %s ago", name, cli.Plural(len(m.Ranks), "table"), seen), nil
	}
	var files []string
	for i := range m.Ranks {
		files = append(files, m.Ranks[i].File)
	}
	removed, problem := job.RemoveFiles(files)
	return fmt.Sprintf("removed %s: %s, last seen %s ago", name, cli.Plural(removed, "table"), seen), problem
}

// reason is why the tables of a run stay; empty if they do not. A table that cannot be read may be one of a
// rank that is about to begin.
func (o *options) reason(r *ranktable.Run, m *job.Moment) string {
	if m.Others {
		return "of another user, " + m.User()
	}
	for _, t := range r.Tables { // again: what Glance could not learn counts here
		if _, err := t.Info(); err != nil {
			return printable.Line(err.Error())
		}
	}
	switch {
	case m.Alive():
		return "still running"
	case len(r.Problems) > 0:
		return printable.Line(r.Problems[0].Error())
	case m.At.Sub(m.LastSeen()) < o.older:
		return "last seen " + cli.Age(m.At.Sub(m.LastSeen())) + " ago"
	}
	return ""
}
