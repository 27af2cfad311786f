// Package diff implements the sub-command that compares runs, region by region, and separates changes from noise.
package diff

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// ErrSlower reports a slowdown above the threshold.
var ErrSlower = cli.Findings("slower than the threshold allows")

// options are the flags.
type options struct {
	before, after []string
	metric        string
	threshold     float64
	minTime       time.Duration
	alpha         float64
	untested      bool
	changed       bool
	sort          string
	depth         int
	match         string
	format        string
	width         int
	colour        string

	judges  bool // --threshold was given
	of      metric
	pattern *regexp.Regexp
	page    sheet.Page
	ascii   bool
}

// Command returns the sub-command diff.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "diff OLD NEW | OLD… -- NEW…",
		Short: "Compare runs, and separate changes from noise",
		Long: `diff compares two runs, or several runs on each side, region by region. Each argument is a run: any
file or directory that show reads.

Several runs on a side are samples. The table shows their medians with the 95 % confidence interval
(as its larger half, in percent of the median; it takes 6 runs), the change, and p:
how often chance alone makes a region stand out this much among all compared regions. p comes from
permuting the runs between the two sides, for all regions together. --alpha is therefore one
error rate however many regions there are: if nothing has changed, at most that share of comparisons
shows any region as slower.
"~" marks a change that chance can explain (p above --alpha). By default it takes at least 3 runs on each
side to find a real change, and 5 or more to find small ones among many regions.
With one run on each side, changes are shown as they are: the ranks of a run wait for each other, so
they are not samples.

The compared figure (--metric):

` + metricTable() + `
Exit status: 0 compared; 1 a region is significantly slower by more than --threshold; 2 failure or
usage error; 3 a file is damaged, or there are too few runs for --threshold.`,
		Example: `  mpitimer diff before.mptsum after.mptsum
  mpitimer diff old/*.mptsum -- new/*.mptsum
  mpitimer diff --old a1 --old a2 --old a3 --old a4 --new b1 --new b2 --new b3 --new b4
  mpitimer diff --threshold 5 --min-time 10ms --format markdown old/* -- new/*`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c)
	return c
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&o.before, "old", nil, "add an old `RUN` (repeatable)")
	f.StringArrayVar(&o.after, "new", nil, "add a new `RUN` (repeatable)")
	f.StringVar(&o.metric, "metric", "mean", "compare this `FIGURE`: "+strings.Join(metricNames(), ", ")+", or the name of a counter")
	f.Float64Var(&o.threshold, "threshold", 0, "exit with 1 if a region is significantly slower by more than `PERCENT`")
	f.DurationVar(&o.minTime, "min-time", 0, "for --threshold, count only regions that took at least `TIME` on one side; alpha covers these together")
	f.Float64Var(&o.alpha, "alpha", defaultAlpha, "treat a change as significant if its p-value, adjusted for all regions, is at most `P`")
	f.BoolVar(&o.untested, "untested", false, "for --threshold, also count slowdowns if there are too few runs to test them")
	f.BoolVar(&o.changed, "changed", false, "show only regions that have changed, appeared or vanished")
	f.StringVar(&o.sort, "sort", "tree", "sort regions by `ORDER`: tree, or change (largest loss of time first)")
	f.IntVar(&o.depth, "depth", 0, "compare at most this many `LEVELS` (0: all)")
	f.StringVar(&o.match, "match", "", "compare regions whose path matches the regular expression `PATTERN`")
	f.StringVarP(&o.format, "format", "f", "text", "print as `FORMAT`: text or markdown")
	f.Bool("markdown", false, "")
	_ = f.MarkHidden("markdown") // what --format was called before
	f.IntVar(&o.width, "width", -1, "limit lines to `COLUMNS` (0: no limit; default: the terminal's width)")
	f.StringVar(&o.colour, "color", "auto", "use colours: `WHEN` is auto, always or never")
	for flag, words := range map[string][]string{"metric": metricNames(), "sort": {"tree", "change"}, "format": {"text", "markdown"}, "color": {"auto", "always", "never"}} {
		_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return words, cobra.ShellCompDirectiveNoFileComp
		})
	}
}

func (o *options) run(c *cobra.Command, args []string) error {
	if err := o.check(c); err != nil {
		return err
	}
	names, err := o.sides(args, c.ArgsLenAtDash())
	if err != nil {
		return err
	}
	var sides [2][]*load.Run
	var damage error
	for side := range names {
		for _, name := range names[side] {
			run, err := load.Files([]string{name})
			if run == nil {
				return cli.Usage{Err: err} // not the status of a region that is slower
			}
			run.TellIgnored(c.ErrOrStderr())
			damage = errors.Join(damage, err)
			run.Name = name // if there are several, the files often have the same name in directories of their own
			sides[side] = append(sides[side], run)
		}
	}
	if err := o.hasCounter(sides); err != nil {
		return err
	}
	text, verdict := o.text(sides)
	if err := cli.WritePainted(c, c.OutOrStdout(), text); err != nil {
		return err
	}
	if errors.Is(verdict, ErrSlower) {
		return verdict // a build fails because of it, whatever else there is
	}
	return errors.Join(verdict, damage)
}

// hasCounter is the error where the figure is neither one of a region nor a counter of any run.
func (o *options) hasCounter(sides [2][]*load.Run) error {
	if !o.of.counter {
		return nil
	}
	names := metricNames()
	for _, run := range slices.Concat(sides[0], sides[1]) {
		if counterNamed(run.Summary, o.metric) >= 0 {
			return nil
		}
		for _, c := range run.Summary.Counters {
			name := c.Name
			if c.Peak {
				name += ":peak"
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return cli.Usagef("--metric %s: expected one of %s", o.metric, strings.Join(names, ", "))
}

// check checks the flags before anything is read.
func (o *options) check(c *cobra.Command) error {
	var known bool
	if o.of, known = metricNamed(o.metric); !known {
		o.of = metric{name: o.metric, about: "mean of the counter", counter: true}
	}
	o.judges = c.Flags().Changed("threshold")
	if old, err := c.Flags().GetBool("markdown"); err == nil && old {
		cli.Tell(c, "mpitimer: --markdown is now --format markdown")
		o.format = "markdown"
	}
	var err error
	switch {
	case !slices.Contains([]string{"text", "markdown"}, o.format):
		return cli.Usagef("--format %s: expected text or markdown", o.format)
	case !slices.Contains([]string{"tree", "change"}, o.sort):
		return cli.Usagef("--sort %s: expected tree or change", o.sort)
	case !(o.threshold >= 0):
		return cli.Usagef("--threshold %g: expected a number that is not below 0", o.threshold)
	case !(o.alpha >= leastAlpha && o.alpha < 1):
		return cli.Usagef("--alpha %g: expected a probability from %g to 1", o.alpha, leastAlpha)
	case o.minTime < 0 || o.depth < 0:
		return cli.Usagef("--min-time and --depth: expected a value that is not below 0")
	case !o.judges && (o.minTime > 0 || o.untested):
		return cli.Usagef("--min-time and --untested require --threshold")
	case o.minTime > 0 && !o.of.time:
		return cli.Usagef("--min-time: %s are not times", o.metric)
	case c.Flags().Changed("width") && o.width < 0:
		return cli.Usagef("--width %d: expected a number that is not below 0", o.width)
	}
	if o.pattern, err = regexp.Compile(o.match); err != nil {
		return cli.Usagef("--match: %v", err)
	}
	o.ascii = cli.WantsASCII(c)
	o.page, err = sheet.PageOf(c.OutOrStdout()).Choose(o.width, o.colour)
	return err
}

// sides tells old runs from new ones.
func (o *options) sides(args []string, dash int) (names [2][]string, err error) {
	const how = "expected OLD NEW, or OLD… -- NEW…, or --old RUN and --new RUN"
	flags := len(o.before)+len(o.after) > 0
	switch {
	case flags && len(args) > 0:
		return names, cli.Usagef("both --old or --new and other runs: %s", how)
	case flags:
		names = [2][]string{o.before, o.after}
	case dash >= 0:
		names = [2][]string{args[:dash], args[dash:]}
	case len(args) == 2:
		names = [2][]string{args[:1], args[1:]}
	default:
		return names, cli.Usagef("%s: %s", cli.Plural(len(args), "run"), how)
	}
	if len(names[0]) == 0 || len(names[1]) == 0 {
		return names, cli.Usagef("no runs on one side: %s", how)
	}
	return names, nil
}

func metricTable() string {
	var rows [][]string
	for _, m := range metrics {
		rows = append(rows, []string{m.name, m.about})
	}
	return sheet.List(rows...)
}
