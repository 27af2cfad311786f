// Package show implements the sub-command that prints a run: as a tree, by name, by imbalance, by
// efficiency, or one region as histograms.
package show

import (
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/timeline"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// options are the flags.
type options struct {
	columns     []string
	sort        string
	depth       int
	match       string
	environment string
	minShare    float64 // in percent
	bottomUp    bool
	rank        int
	imbalance   bool
	efficiency  bool
	top         int
	histogram   string
	counters    bool
	findings    int
	interval    string
	stepRange   string
	width       int
	colour      string

	steps    *steps.Times // of the run, nil if they are not known
	transfer float64      // efficiency of the run, 0 if it is not known
	part     timeline.Part
	waits    timeline.Waits // of the part
	pattern  *regexp.Regexp
	page     sheet.Page
	ascii    bool
}

// Command returns the sub-command show.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "show FILE…",
		Short: "Print a run's measurements as a tree and in other views",
		Long: `show prints the regions of one run as the tree of the log. FILE is any file that this module reads,
recognised by its contents: its own summary or profiles, rank tables or the directory of a run,
GPTL's and E3SM's timing files, a GEOPM report. All FILEs belong to one run.

On a terminal the table fits the width and uses colours (unless NO_COLOR is set) and bars;
piped output is plain and stable.

Columns for --columns:

` + columnTable() + `
A PATH is the names of the regions, from the outermost on, separated by "/". Its end is enough
if only one region matches, and the end may begin within a name: step for main.(*grid).step.

Exit status: 0 complete; 2 nothing can be shown; 3 a file is damaged, and its good part
is shown.`,
		Example: `  mpitimer show timing.mptsum
  mpitimer show --imbalance timing.mptsum
  mpitimer show --efficiency timing.mptsum
  mpitimer show --efficiency --steps 41-60 out
  mpitimer show --histogram step/halo timing.mptsum
  mpitimer show --sort max --min-share 1 model_timing_stats
  mpitimer show --rank 17 tables`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c)
	return c
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&o.columns, "columns", nil, "show these `COLUMNS`, separated by commas, in this order")
	f.StringVar(&o.sort, "sort", "tree", "sort regions below one parent by `KEY`: "+strings.Join(sortKeys(), ", "))
	f.IntVar(&o.depth, "depth", 0, "show at most this many `LEVELS` (0: all)")
	f.StringVar(&o.match, "match", "", "show regions whose path matches the regular expression `PATTERN`, below their parents")
	f.StringVar(&o.environment, "environment", "", "show regions of the environment `NAME`, below their parents")
	f.Float64Var(&o.minShare, "min-share", 0, "fold regions in which every rank spent less than `PERCENT` of the run into one row, other")
	f.BoolVar(&o.bottomUp, "bottom-up", false, "show self time by name, and below each name its callers")
	f.IntVar(&o.rank, "rank", -1, "show only rank `N`, if the files have single ranks")
	f.BoolVar(&o.imbalance, "imbalance", false, "rank regions by the time to win by balance")
	f.BoolVar(&o.efficiency, "efficiency", false, "show which share of the ranks' time was useful, and what waiting costs")
	f.IntVar(&o.top, "top", 20, "with --imbalance, show at most this many `REGIONS` (0: all)")
	cli.FindingsFlag(c, &o.findings, usualFindings)
	f.StringVar(&o.interval, "interval", "", "show only the time `FROM-TO` of the timeline beside FILE, such as 1.5s-3s")
	f.StringVar(&o.stepRange, "steps", "", "show only the steps `FIRST-LAST` of the timeline beside FILE, such as 10-20")
	f.StringVar(&o.histogram, "histogram", "", "show the distribution of the region at `PATH` over ranks and over calls")
	f.BoolVar(&o.counters, "counters", false, "show the counters measured besides time")
	f.IntVar(&o.width, "width", -1, "limit lines to `COLUMNS` (0: no limit; default: the terminal's width)")
	f.StringVar(&o.colour, "color", "auto", "use colours and bars: `WHEN` is auto, always or never")
	command.Renamed(c, "context", "environment")
	command.Renamed(c, "quantities", "counters")
	fixed := func(words []string) cobra.CompletionFunc {
		return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return words, cobra.ShellCompDirectiveNoFileComp
		}
	}
	_ = c.RegisterFlagCompletionFunc("sort", fixed(sortKeys()))
	_ = c.RegisterFlagCompletionFunc("columns", fixed(columnNames()))
	_ = c.RegisterFlagCompletionFunc("color", fixed([]string{"auto", "always", "never"}))
}

func (o *options) run(c *cobra.Command, args []string) error {
	if err := o.check(c); err != nil {
		return err
	}
	run, damage := o.read(c, args)
	if run == nil {
		return damage
	}
	run.TellIgnored(c.ErrOrStderr())
	if o.part != (timeline.Part{}) {
		args, o.findings = nil, 0 // what is known of the whole run is not known of a part
	}
	if o.says() {
		o.steps = timeline.Steps(c.ErrOrStderr(), run, args)
	}
	if o.efficiency {
		o.transfer = timeline.Transfer(c.ErrOrStderr(), run, args)
	}
	text, err := o.text(run)
	if err != nil {
		return errors.Join(err, damage)
	}
	if err := cli.WritePainted(c, c.OutOrStdout(), text); err != nil {
		return err
	}
	return damage
}

// read reads the run, or the part of it that is wanted.
func (o *options) read(c *cobra.Command, args []string) (*load.Run, error) {
	if o.part == (timeline.Part{}) {
		return load.Files(timeline.Besides(args))
	}
	run, waits, err := o.part.Run(c.ErrOrStderr(), args)
	o.waits = waits
	return run, err
}

// says reports whether it is shown what was found of the run.
func (o *options) says() bool {
	return (o.imbalance || o.findings > 0) && !o.efficiency && !o.bottomUp && o.histogram == "" && !o.counters && o.rank < 0
}

// check checks the flags before anything is read.
func (o *options) check(c *cobra.Command) error {
	modes := 0
	for _, m := range []bool{o.bottomUp, o.imbalance, o.efficiency, o.histogram != "", o.counters} {
		if m {
			modes++
		}
	}
	var err error
	switch {
	case modes > 1:
		return cli.Usagef("expected one of --bottom-up, --imbalance, --efficiency, --histogram and --counters")
	case o.depth < 0 || o.top < 0:
		return cli.Usagef("--depth and --top: expected a number that is not below 0")
	case !(o.minShare >= 0 && o.minShare <= 100):
		return cli.Usagef("--min-share %g: expected a share from 0 to 100 percent", o.minShare)
	case c.Flags().Changed("rank") && o.rank < 0:
		return cli.Usagef("--rank %d: expected a rank, from 0 on", o.rank)
	case c.Flags().Changed("width") && o.width < 0:
		return cli.Usagef("--width %d: expected a number that is not below 0", o.width)
	}
	if err := cli.CheckFindings(o.findings); err != nil {
		return err
	}
	if err := o.checkPart(); err != nil {
		return err
	}
	if o.pattern, err = patternOf(o.match); err != nil {
		return cli.Usagef("--match: %v", err)
	}
	if err := checkSort(o.sort); err != nil {
		return err
	}
	if err := checkColumns(o.columns); err != nil {
		return err
	}
	o.ascii = cli.WantsASCII(c)
	o.page, err = sheet.PageOf(c.OutOrStdout()).Choose(o.width, o.colour)
	return err
}

// text returns what is shown of a run.
func (o *options) text(run *load.Run) (string, error) {
	v, err := o.view(run)
	if err != nil {
		return "", err
	}
	var short, body []string
	switch {
	case len(v.s.Regions) == 0:
		body = v.wrapped([]string{"no region was timed"})
	case o.imbalance:
		body = v.imbalances()
	case o.efficiency:
		body = v.efficiencies()
	case o.histogram != "":
		body, err = v.histograms()
	case o.bottomUp:
		body, err = v.bottomUp()
	default:
		if o.rank < 0 && o.findings > 0 {
			short = v.inShort()
		}
		body = v.tree()
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, part := range [][]string{v.wrapped(v.rows.Head()), short, body, v.wrapped(v.foot())} {
		if len(part) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		for _, line := range part {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

func (v *view) wrapped(lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, sheet.Wrap(line, v.o.page.Width)...)
	}
	return all
}
