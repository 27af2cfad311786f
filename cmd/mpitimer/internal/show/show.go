// Package show is the sub-command that prints what a run has measured: as a tree, by name, by imbalance,
// or one region as histograms.
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
	top         int
	histogram   string
	counters    bool
	findings    int
	width       int
	colour      string

	steps   *steps.Times // of the run, nil if they are not known
	pattern *regexp.Regexp
	page    sheet.Page
	ascii   bool
}

// Command returns the sub-command show.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "show FILE…",
		Short: "Print what a run has measured, as a tree and in other views",
		Long: `show prints the regions of one run as the tree that the log has. FILE is anything that this module reads, known
by what is in it: a summary or profiles of its own, rank tables or the folder of a run, the
timing files of GPTL and E3SM, a GEOPM report. All FILEs belong to one run.

On a terminal the table fits the width and uses colours (unless NO_COLOR is set) and bars;
piped output is plain and stable.

Columns, of which --columns chooses, in its order:

` + columnTable() + `
A path, as --histogram takes it, is the names of the regions from the outermost on with "/"
between; the end of one suffices where only one region ends so, and it may begin within a
name: step for main.(*grid).step.

Exit status: 0 all is there; 2 nothing can be shown; 3 a file is damaged, and what is good
of it is shown.`,
		Example: `  mpitimer show timing.mptsum
  mpitimer show --imbalance timing.mptsum
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
	f.StringSliceVar(&o.columns, "columns", nil, "the `COLUMNS` to show, with commas between")
	f.StringVar(&o.sort, "sort", "tree", "order of regions below one parent: `KEY` is "+strings.Join(sortKeys(), ", "))
	f.IntVar(&o.depth, "depth", 0, "show at most this many `LEVELS` (0: all)")
	f.StringVar(&o.match, "match", "", "show regions whose path matches the regular expression `PATTERN`, below their parents")
	f.StringVar(&o.environment, "environment", "", "show regions of the environment `NAME`, below their parents")
	f.Float64Var(&o.minShare, "min-share", 0, "fold regions in which every rank spent less than `PERCENT` of the run into one row, other")
	f.BoolVar(&o.bottomUp, "bottom-up", false, "show self time by name, and below each name who called it")
	f.IntVar(&o.rank, "rank", -1, "show rank `N` alone, where the files have single ranks")
	f.BoolVar(&o.imbalance, "imbalance", false, "rank regions by the time that balance would give back")
	f.IntVar(&o.top, "top", 20, "with --imbalance, show at most this many `REGIONS` (0: all)")
	cli.FindingsFlag(c, &o.findings, usualFindings)
	f.StringVar(&o.histogram, "histogram", "", "draw how the time of the region at `PATH` spreads over ranks and over calls")
	f.BoolVar(&o.counters, "counters", false, "show the counters measured besides time")
	f.IntVar(&o.width, "width", -1, "make no line longer than `COLUMNS`; 0: any; as the terminal if not given")
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
	run, damage := load.Files(args)
	if run == nil {
		return damage
	}
	run.TellIgnored(c.ErrOrStderr())
	if o.says() {
		o.steps = timeline.Steps(c.ErrOrStderr(), run, args)
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

// says reports whether it is shown what was found of the run.
func (o *options) says() bool {
	return (o.imbalance || o.findings > 0) && !o.bottomUp && o.histogram == "" && !o.counters && o.rank < 0
}

// check checks the flags before anything is read.
func (o *options) check(c *cobra.Command) error {
	modes := 0
	for _, m := range []bool{o.bottomUp, o.imbalance, o.histogram != "", o.counters} {
		if m {
			modes++
		}
	}
	var err error
	switch {
	case modes > 1:
		return cli.Usagef("expected one of --bottom-up, --imbalance, --histogram and --counters")
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
