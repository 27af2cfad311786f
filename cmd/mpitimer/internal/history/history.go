// Package history is the sub-command that finds in a directory of runs which commits made a program slower or faster.
package history

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats/history"
)

// ErrSlower reports that a recent commit has made something slower.
var ErrSlower = cli.Findings("a recent commit has made this slower")

type options struct {
	add       []string
	alpha     float64
	minShare  float64
	threshold float64
	last      int
	built     string
	input     string
	commits   string
	branch    string
	dirty     bool
	format    string
	output    string
	width     int
	colour    string

	judges bool
	page   sheet.Page
}

var formats = []string{"text", "markdown", "json", "junit", "badge", "html"}

// Command returns the sub-command history.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "history DIR…",
		Short: "Find the commits that made a program slower or faster",
		Long: `history reads the runs in DIR, one file each, of any kind that show reads, and finds since which
commits regions take longer, or less long. DIR is all that it takes: a directory, without a server. With
--add, runs are first copied there as summaries, each under a name of its own that has the time of
the run, commit, branch, machine and ranks: from the program itself if --built names it, from the
variables of GitHub's and GitLab's CI, or from git in the current directory.

Runs of other programs, inputs, machines and numbers of ranks are compared among themselves. Compared are
the time of the run, and of each region the time outside of the regions below it. A change is told
if no region would stand out so much anywhere in the history by chance: --alpha is one error rate
for all regions and commits. It takes two runs on either side; single odd runs are no change.

A region that goes where another of its size comes is told as renamed, with a question mark. Runs with
changes that no commit has (--dirty) stand beside their commit, which is not to blame for them.

The format badge is an SVG of one line for a README; html is a page with the course of each region that
has changed.

Commits are in the order of their first run, or in that of --commits, which git rev-list --reverse
writes.

Exit status: 0 read; 1 one of the last commits made a region slower by more than --threshold; 2 it
failed, or there was a usage error; 3 runs were left out, which are damaged or had not ended.`,
		Example: `  mpitimer history perf --add out/timing.mptsum
  mpitimer history perf --threshold 5 --format markdown
  git rev-list --reverse main | mpitimer history perf --commits -`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	f.StringArrayVar(&o.add, "add", nil, "copy `RUN` to DIR first, with all that is known of it (repeatable)")
	f.StringVar(&o.built, "built", "", "for --add, take the commit that the Go program `FILE` was built of, which it says itself")
	f.StringVar(&o.input, "input", "", "for --add, name what the run worked on: runs of other inputs are compared apart (default: MPITIMER_INPUT)")
	f.Float64Var(&o.alpha, "alpha", 0.005, "tell changes where the chance of any false one in the history is at most `P`")
	f.Float64Var(&o.minShare, "min-share", 0.1, "leave out regions that never take `PERCENT` of the run")
	f.Float64Var(&o.threshold, "threshold", 0, "exit with 1 if one of the last commits made a region slower by more than `PERCENT`")
	f.IntVar(&o.last, "last", 1, "for --threshold, judge the last `N` commits")
	f.StringVar(&o.commits, "commits", "", "take the order of commits from `FILE`, one a line, the oldest first (- for standard input)")
	f.StringVar(&o.branch, "branch", "", "read only runs of the branch `NAME`")
	f.BoolVar(&o.dirty, "dirty", false, "read also runs with changes that no commit has")
	cli.FormatFlag(c, &o.format, "text", formats...)
	cli.OutputFlag(c, &o.output)
	f.IntVar(&o.width, "width", -1, "make no line longer than `COLUMNS`; 0: any; as the terminal if not given")
	f.StringVar(&o.colour, "color", "auto", "use colours: `WHEN` is auto, always or never")
	cli.Complete(c, "color", "auto", "always", "never")
	c.AddCommand(prune())
	return c
}

func (o *options) check(c *cobra.Command) error {
	o.judges = c.Flags().Changed("threshold")
	switch {
	case !(o.alpha >= history.LeastAlpha && o.alpha < 1):
		return cli.Usagef("--alpha %g: expected a probability from %g to 1", o.alpha, history.LeastAlpha)
	case !(o.minShare >= 0 && o.minShare <= 100):
		return cli.Usagef("--min-share %g: expected a share from 0 to 100 percent", o.minShare)
	case !(o.threshold >= 0):
		return cli.Usagef("--threshold %g: expected a number that is not below 0", o.threshold)
	case o.last < 1:
		return cli.Usagef("--last %d: expected 1 or more", o.last)
	case c.Flags().Changed("width") && o.width < 0:
		return cli.Usagef("--width %d: expected a number that is not below 0", o.width)
	}
	if err := cli.OneOf("format", o.format, formats...); err != nil {
		return err
	}
	var err error
	o.page, err = sheet.PageFor(c.OutOrStdout(), o.output, o.width, o.colour)
	return err
}

func (o *options) run(c *cobra.Command, args []string) error {
	if err := o.check(c); err != nil {
		return err
	}
	order, err := o.order(c)
	if err != nil {
		return err
	}
	var missing error
	for _, name := range o.add {
		if err := store(name, args[0], o.built, o.input); errors.Is(err, cli.ErrIncomplete) {
			missing = errors.Join(missing, err)
		} else if err != nil {
			return err
		}
	}
	s := &shelf{o: o, tell: func(format string, args ...any) { cli.Tell(c, format, args...) }}
	for _, name := range args {
		if err := s.read(name); err != nil {
			return err
		}
	}
	missing = errors.Join(missing, s.missing)
	s.history.Sort(order)
	s.history.Find(o.alpha, o.minShare/100)
	r := &report{o: o, h: &s.history, dirty: s.dirty}
	err = cli.Output(c, o.output, args, func(w io.Writer) error {
		text, err := r.text()
		if err != nil {
			return err
		}
		return cli.WritePainted(c, w, text)
	})
	if err == nil && o.judges {
		if err := r.verdict(); err != nil {
			return err
		}
	}
	return cli.Result(err, missing)
}

// order reads the order of commits.
func (o *options) order(c *cobra.Command) (list []string, err error) {
	if o.commits == "" {
		return nil, nil
	}
	in := c.InOrStdin()
	if o.commits != "-" {
		f, err := os.Open(o.commits)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if commit := strings.TrimSpace(lines.Text()); commit != "" {
			list = append(list, commit)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, cli.Usagef("--commits %s: no commit is there; expected one a line", o.commits)
	}
	return list, nil
}

// report is a history on its way out.
type report struct {
	o     *options
	h     *history.History
	dirty int // runs that were left out
}
