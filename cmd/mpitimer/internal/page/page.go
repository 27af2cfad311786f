// Package page implements the sub-command that writes an HTML page of one run, or of two to compare.
package page

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/timeline"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export/page"
)

// options are the flags.
type options struct {
	output  string
	against []string
	title   string
	detail  string
}

// Command returns the sub-command page.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "page FILE… -o PAGE.html",
		Short: "Write a page of HTML that shows where the time went",
		Long: `page writes one HTML file that shows where the time of a run went: the call tree as an icicle and
as a table, a heat map of regions × ranks, distributions over ranks and over calls, the time to win
by balance, environments, counters, warnings. The file opens from disk in any current browser,
needs no network, and loads nothing.

All FILEs, files or directories that show reads, belong to one run. Files of single ranks
(profiles, rank tables) give the heat map the times of ranks; a summary gives it their distribution.

With --against the page compares two runs: A is the run of --against, and B the run of FILE.
A plus means that B takes longer.

An HDTrace project among the files (FILE.proj) or in the directory, from the timers or any other source,
adds a timeline: the states of each rank and thread over time, with statistics beneath. A project alone
is a run, too: its traces give the call tree.

Exit status: 0 written; 2 failure or usage error; 3 written, but without damaged parts of a
file, or with marks in the timeline for states that overlap others or end before they start. The page
lists missing ranks.`,
		Example: `  mpitimer page run.mptsum -o run.html
  mpitimer page run/ -o run.html --title "Coupled model, 512 ranks"
  mpitimer page today.mptsum --against yesterday.mptsum -o change.html`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	cli.OutputFlag(c, &o.output)
	f.StringArrayVar(&o.against, "against", nil, "compare with the run of `FILE` (repeatable, for one run)")
	f.StringVar(&o.title, "title", "", "give the page this `TITLE` (default: the name of the program)")
	f.StringVar(&o.detail, "detail", "", "keep all states of the interval `FROM-TO`, for example 10s-12.5s from the start, in a long timeline")
	return c
}

func (o *options) run(c *cobra.Command, args []string) error {
	if o.output == "" {
		return cli.Missing(c, "-o PAGE.html")
	}
	inputs := slices.Concat(o.against, args)
	if err := cli.KeepInputs(o.output, inputs); err != nil { // before what takes long
		return err
	}
	p := page.Page{Title: o.title}
	part, err := o.interval(c)
	if err != nil {
		return err
	}
	args, over, missing := timeline.In(c.ErrOrStderr(), args, part)
	if missing != nil && over == nil {
		return missing
	}
	var last *load.Run
	for k, names := range [][]string{o.against, args} {
		if len(names) == 0 {
			continue
		}
		run, err := load.Files(names)
		if errors.Is(err, load.ErrForm) && k == 1 && over != nil && len(names) == 1 && isDirectory(names[0]) {
			args = nil // it holds only what the timeline is made of
			continue
		}
		if err != nil && (run == nil || !errors.Is(err, cli.ErrIncomplete)) {
			return err
		}
		run.TellIgnored(c.ErrOrStderr())
		missing = errors.Join(missing, err)
		one := runOf(run)
		if last = run; k == 0 { // of the other one there is a timeline
			one.Steps = timeline.Steps(c.ErrOrStderr(), run, names)
		}
		p.Runs = append(p.Runs, one)
	}
	if over == nil {
		var problem error
		over, problem = timeline.Recorded(last, args)
		missing = errors.Join(missing, problem)
	}
	if p.Timeline = over; over == nil && last != nil {
		p.Runs[len(p.Runs)-1].Steps = answers.OverCheckpoints(last.Checkpoints)
	}
	if len(args) == 0 {
		run, err := runOver(over)
		if err != nil {
			return err
		}
		p.Runs = append(p.Runs, run)
	}
	if len(p.Runs) == 2 && len(args) > 0 {
		p.Runs[0].Name, p.Runs[1].Name = distinct(p.Runs[0].Name, p.Runs[1].Name, o.against[0], args[0])
	}
	write := func(w io.Writer) error { return page.Write(w, p) }
	return cli.Result(cli.Output(c, o.output, inputs, write), missing)
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func runOf(run *load.Run) page.Run {
	r := page.Run{Name: run.Name, Form: run.Form, Summary: run.Summary, Meta: run.Meta, Lacks: run.Lacks}
	if len(run.Ranks) > 0 {
		r.Profiles = run.Ranks.All()
	}
	return r
}

// distinct gives two runs the names of their files with the directories from which on these differ: files of runs are
// often called the same. Of one file twice, one is before.
func distinct(first, second, firstFile, secondFile string) (string, string) {
	elements := func(file string) []string { return strings.Split(filepath.ToSlash(filepath.Clean(file)), "/") }
	a, b := elements(firstFile), elements(secondFile)
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] && a[0] != ".." {
		a, b = a[1:], b[1:]
	}
	placed := func(name string, elements []string) string {
		above := strings.Join(elements[:len(elements)-1], "/")
		if above == "" || above == "." {
			return name
		}
		return above + "/" + name
	}
	first, second = placed(first, a), placed(second, b)
	if first == second {
		return first + " (before)", second + " (after)"
	}
	return first, second
}
