package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/history"
)

// pruning is what history prune is asked for.
type pruning struct {
	options
	keep int  // runs of a commit, 0 for all
	old  bool // runs with changes that no commit has
	dry  bool
}

// prune returns the sub-command history prune.
func prune() *cobra.Command {
	var o pruning
	c := &cobra.Command{
		Use:   "prune DIR…",
		Short: "Remove runs from a history",
		Long: `prune removes runs from DIR that --add has put there: those of a commit beyond the first N, those of
old commits, or those with changes that no commit has. Runs of each program, machine and number of
ranks are counted by themselves. Other files, and runs that are damaged, stay. It may run while
others add runs.

Exit status: 0 done; 2 it failed, or there was a usage error; 3 files that could not be read stay.`,
		Example: `  mpitimer history prune perf --keep 3 --last 500
  mpitimer history prune perf --dirty --dry-run`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	f.IntVar(&o.keep, "keep", 0, "keep the first `N` runs of each commit (0: all)")
	f.IntVar(&o.last, "last", 0, "keep only runs of the last `N` commits (0: all)")
	f.BoolVar(&o.old, "dirty", false, "remove runs with changes that no commit has")
	f.StringVar(&o.commits, "commits", "", "take the order of commits from `FILE`, one a line, the oldest first (- for standard input)")
	f.BoolVar(&o.dry, "dry-run", false, "say what would be removed, and remove nothing")
	return c
}

func (o *pruning) run(c *cobra.Command, args []string) error {
	switch {
	case o.keep < 0 || o.last < 0:
		return cli.Usagef("--keep and --last: expected a number that is not below 0")
	case o.keep == 0 && o.last == 0 && !o.old:
		return cli.Usagef("nothing to remove: expected --keep, --last or --dirty")
	}
	order, err := o.order(c)
	if err != nil {
		return err
	}
	o.dirty = true // they are read
	s := &shelf{o: &o.options, tell: func(format string, args ...any) { cli.Tell(c, format, args...) }}
	for _, name := range args {
		if err := s.read(name); err != nil {
			return err
		}
	}
	s.history.Sort(order)
	runs, removed, bytes := 0, 0, int64(0)
	for _, g := range s.history.Groups {
		runs += len(g.Runs)
		for _, r := range o.surplus(g) {
			size, err := o.remove(r.Name)
			if err != nil {
				return err
			}
			if size >= 0 {
				removed, bytes = removed+1, bytes+size
			}
		}
	}
	what := "removed"
	if o.dry {
		what = "would remove"
	}
	err = cli.Write(c, c.OutOrStdout(), fmt.Sprintf("%s %d of %s, %.1f MB\n", what, removed, cli.Plural(runs, "run"), float64(bytes)/1e6))
	return cli.Result(err, s.missing)
}

// surplus lists the runs of a group that are not to be kept.
func (o *pruning) surplus(g *history.Group) (list []history.Run) {
	later := 0 // commits
	for _, commit := range g.Commits {
		if !commit.Dirty {
			later++
		}
	}
	for _, commit := range g.Commits {
		kept := 0
		if !commit.Dirty {
			later--
		}
		for _, r := range g.Runs[commit.First : commit.Last+1] {
			switch {
			case o.last > 0 && later >= o.last, o.old && r.Dirty, o.keep > 0 && kept >= o.keep:
				list = append(list, r)
			default:
				kept++
			}
		}
	}
	return list
}

// remove removes the file of a run, and returns its size: -1 if it is not from a store, or has gone.
func (o *pruning) remove(name string) (int64, error) {
	var r history.Run
	if !ofName(&r, name) {
		return -1, nil
	}
	info, err := os.Lstat(name)
	if err == nil && !o.dry {
		err = os.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	return info.Size(), nil
}
