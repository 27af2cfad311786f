package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// cleanOptions are the flags of clean.
type cleanOptions struct {
	older  time.Duration
	dryRun bool
}

func cleanCommand() *cobra.Command {
	var o cleanOptions
	c := &cobra.Command{
		Use:   "clean [DIR…] [NAME]",
		Short: "Remove the tables that runs have left behind",
		Long: `clean removes the tables of runs that have died or ended without a whole report:
what they had measured cannot be recovered afterwards. It removes your own tables only,
and those of no run of which a rank lives, and says of each run what it did.

DIR is the folder of a run, or one that holds folders of runs. Without one it is what
lies on this node. With NAME it is the runs whose names begin so.`,
		Example:           "  mpitimer clean --dry-run\n  mpitimer clean --older 24h\n  mpitimer clean tables solver-20261121-0520",
		ValidArgsFunction: completeRuns,
		RunE: func(c *cobra.Command, args []string) error {
			return o.run(c, args)
		},
	}
	f := c.Flags()
	f.DurationVar(&o.older, "older", 0, "keep runs that were seen alive within the last `DURATION`, for example 24h")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be removed, and remove nothing")
	return c
}

func (o *cleanOptions) run(c *cobra.Command, args []string) error {
	folders, name, err := sortArguments(args)
	if err != nil {
		return err
	}
	runs, problem := ranktable.Find(folders...)
	var lines []string
	for _, r := range runs {
		if strings.HasPrefix(r.Name, name) {
			line, err := o.clean(r, time.Now())
			lines, problem = append(lines, line), errors.Join(problem, err)
		}
		problem = errors.Join(problem, r.Close())
	}
	if len(lines) == 0 {
		lines = []string{"there are no tables"}
	}
	return errors.Join(cli.Write(c, c.OutOrStdout(), joined(lines)), problem)
}

// clean removes the tables of a run, unless there is a reason to keep them, and says which.
func (o *cleanOptions) clean(r *ranktable.Run, now time.Time) (line string, problem error) {
	m := glanceAt(r, now)
	name := printable.Line(m.name)
	if reason := o.reason(r, m); reason != "" {
		return fmt.Sprintf("kept %s: %s", name, reason), nil
	}
	seen := cli.Age(now.Sub(m.lastSeen()))
	if o.dryRun {
		return fmt.Sprintf("would remove %s: %s, last seen %s ago", name, cli.Plural(len(m.ranks), "table"), seen), nil
	}
	var files []string
	for i := range m.ranks {
		files = append(files, m.ranks[i].File)
	}
	removed, problem := removeFiles(files)
	return fmt.Sprintf("removed %s: %s, last seen %s ago", name, cli.Plural(removed, "table"), seen), problem
}

// reason is why the tables of a run stay; empty if they do not. A table that cannot be read may be one of a
// rank that is about to begin.
func (o *cleanOptions) reason(r *ranktable.Run, m *moment) string {
	if m.others {
		return "of another user, " + m.user()
	}
	for _, t := range r.Tables { // again: what glanceAt could not learn counts here
		if _, err := t.Info(); err != nil {
			return printable.Line(err.Error())
		}
	}
	switch {
	case m.alive():
		return "still running"
	case len(r.Problems) > 0:
		return printable.Line(r.Problems[0].Error())
	case m.at.Sub(m.lastSeen()) < o.older:
		return "last seen " + cli.Age(m.at.Sub(m.lastSeen())) + " ago"
	}
	return ""
}

// removeFiles removes tables, and the folders that held nothing else. It returns how many are gone.
func removeFiles(files []string) (removed int, problem error) {
	folders := map[string]bool{}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			problem = errors.Join(problem, err)
			continue
		}
		removed++
		folders[filepath.Dir(file)] = true
	}
	for folder := range folders {
		_ = os.Remove(folder) // unless something is left in it
	}
	return removed, problem
}

// removeTables removes the tables that were read, and says how many. What could not be read is not lost
// with the rest.
func removeTables(w io.Writer, m *moment) error {
	var files []string
	for i := range m.ranks {
		if r := &m.ranks[i]; r.profile != nil {
			files = append(files, r.File)
		}
	}
	removed, problem := removeFiles(files)
	fmt.Fprintf(w, "removed: %s\n", cli.Plural(removed, "table"))
	return problem
}
