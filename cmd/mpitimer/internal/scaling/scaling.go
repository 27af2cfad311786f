// Package scaling is the sub-command that makes a scaling study of runs on several numbers of ranks: tables, laws and plots.
package scaling

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/scaling"
)

// options are the flags.
type options struct {
	strong, weak bool
	format       string
	output       string
	match        string
	depth        int
	top          int
	width        int
	colour       string

	pattern *regexp.Regexp
	page    sheet.Page
}

// formats are the words for --format, each the extension of its files, too, but for those that stand in extensions.
var (
	formats    = []string{"text", "markdown", "csv", "json", "svg", "html"}
	extensions = map[string]string{".txt": "text", ".md": "markdown", ".csv": "csv", ".json": "json", ".svg": "svg", ".html": "html"}
)

// Command returns the sub-command scaling.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "scaling RUN…",
		Short: "Study how runs scale with the number of ranks",
		Long: `scaling compares runs of one program on several numbers of ranks, two at least. Each RUN is a file or
a folder, of any kind that show reads; several runs on as many ranks are samples of each other.

It shows the time, speed-up and efficiency of the run on each number of ranks, and where waits were
recorded the efficiencies of the POP centre: computation scaling, and parallel efficiency, which is
load balance times communication efficiency. For each region it finds the law c p^i log2(p)^j that
its time follows on p ranks, if need be with a constant: the one that fits best, "or" others that
fit as well, or none. By these laws it says which region takes the most on 2, 10 and 100 times the
ranks, and where the efficiency falls below 70 %. Where the runs do not tell, it says so.

Strong scaling, of the same work on all ranks together, is told from weak scaling, of the same work
for each rank, by the useful time of all ranks, or by regions that take less time on more ranks;
--strong and --weak say which it is.

Plots (svg, html) have time and efficiency over ranks, with the laws and what they may be.

Exit status: 0 written; 2 it could not run, or the runs do not belong together; 3 runs were left
out, since they had not ended or ranks of them are missing, or a file is damaged.`,
		Example: `  mpitimer scaling p1.mptsum p2.mptsum p4.mptsum p8.mptsum
  mpitimer scaling runs/* -o scaling.html
  mpitimer scaling --weak runs/* --format markdown
  mpitimer scaling runs/* --match 'step/(halo|flux)$' -o scaling.svg`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	f.BoolVar(&o.strong, "strong", false, "the runs do the same work together")
	f.BoolVar(&o.weak, "weak", false, "each rank does the same work in all runs")
	cli.FormatFlag(c, &o.format, "", formats...)
	cli.OutputFlag(c, &o.output)
	f.StringVar(&o.match, "match", "", "show regions whose path matches the regular expression `PATTERN`")
	f.IntVar(&o.depth, "depth", 0, "show at most this many `LEVELS` (0: all)")
	f.IntVar(&o.top, "top", 20, "show at most this many `REGIONS`, those that take longest on the most ranks (0: all); a plot has 8")
	f.IntVar(&o.width, "width", -1, "make no line longer than `COLUMNS`; 0: any; as the terminal if not given")
	f.StringVar(&o.colour, "color", "auto", "use colours: `WHEN` is auto, always or never")
	cli.Complete(c, "color", "auto", "always", "never")
	return c
}

func (o *options) check(c *cobra.Command) error {
	var err error
	switch {
	case o.strong && o.weak:
		return cli.Usagef("expected one of --strong and --weak")
	case o.depth < 0 || o.top < 0:
		return cli.Usagef("--depth and --top: expected a number that is not below 0")
	case c.Flags().Changed("width") && o.width < 0:
		return cli.Usagef("--width %d: expected a number that is not below 0", o.width)
	}
	if o.format == "" {
		if o.format = "text"; o.output != "" && o.output != "-" {
			var known bool
			if o.format, known = extensions[filepath.Ext(o.output)]; !known {
				return cli.Usagef("%s: its name does not say which format is meant: add --format", o.output)
			}
		}
	} else if err := cli.OneOf("format", o.format, formats...); err != nil {
		return err
	}
	if o.pattern, err = regexp.Compile(o.match); err != nil {
		return cli.Usagef("--match: %v", err)
	}
	o.page, err = sheet.PageFor(c.OutOrStdout(), o.output, o.width, o.colour)
	return err
}

func (o *options) run(c *cobra.Command, args []string) error {
	if err := o.check(c); err != nil {
		return err
	}
	if err := cli.KeepInputs(o.output, args); err != nil {
		return err
	}
	runs, damage, err := read(c.ErrOrStderr(), args)
	if err != nil {
		return err
	}
	kind := scaling.Kind("")
	switch {
	case o.strong:
		kind = scaling.Strong
	case o.weak:
		kind = scaling.Weak
	}
	st, err := scaling.New(runs, kind)
	for _, left := range st.Left {
		damage = errors.Join(damage, cli.Incomplete("%s is left out", left))
	}
	switch {
	case errors.Is(err, scaling.ErrUntold):
		return cli.Usagef("%w; add --strong or --weak", err)
	case err != nil:
		return cli.Usage{Err: err}
	}
	r := &report{o: o, st: st}
	if r.choose(); len(r.list) == 0 {
		return cli.Usagef("no region is as --match and --depth want it")
	}
	return cli.Result(cli.Output(c, o.output, args, func(w io.Writer) error {
		text, err := r.text()
		if err == nil && (o.format == "text" || o.format == "markdown") {
			return cli.WritePainted(c, w, text)
		}
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}), damage)
}

// read reads the runs. Damage is what is missing from them.
func read(messages io.Writer, names []string) (runs []scaling.Run, damage, err error) {
	for _, name := range names {
		run, err := load.Files([]string{name})
		if run == nil {
			return nil, nil, cli.Usage{Err: err}
		}
		run.TellIgnored(messages)
		damage = errors.Join(damage, err)
		runs = append(runs, scaling.Run{Name: name, Summary: run.Summary, Efficiency: efficiency.Of(run.Summary, run.Ranks.All())})
	}
	return runs, damage, nil
}

// report is a study on its way out.
type report struct {
	o    *options
	st   *scaling.Study
	list []*scaling.Region // those that are shown, in the order of the tree
	more int               // others
}

// choose finds the regions that are shown: the whole, and of the others those that take longest on the most ranks.
func (r *report) choose() {
	var list []*scaling.Region
	for _, g := range r.st.Regions {
		path := g.Path()
		if r.o.pattern.MatchString(strings.Join(path, "/")) && (r.o.depth == 0 || len(path) <= r.o.depth) {
			list = append(list, g)
		}
	}
	last := func(g *scaling.Region) float64 {
		for k := len(g.Points) - 1; k >= 0; k-- {
			if g.Points[k].Runs > 0 {
				return g.Points[k].Time
			}
		}
		return 0
	}
	most := r.o.top
	if r.o.format == "csv" || r.o.format == "json" {
		most = 0
	}
	longest := slices.Clone(list)
	slices.SortStableFunc(longest, func(a, b *scaling.Region) int {
		switch x, y := last(a), last(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	if most > 0 && len(longest) > most {
		longest = longest[:most]
	}
	shown := make(map[*scaling.Region]bool, len(longest))
	for _, g := range longest {
		shown[g] = true
	}
	for _, g := range list {
		if shown[g] {
			r.list = append(r.list, g)
		}
	}
	r.more = len(list) - len(r.list)
}

// text returns the study in the format that is wanted.
func (r *report) text() (string, error) {
	switch r.o.format {
	case "markdown":
		return r.markdown(), nil
	case "csv":
		return r.csv()
	case "json":
		return r.json()
	case "svg":
		return r.svg(), nil
	case "html":
		return r.html()
	case "text":
		return r.plain(), nil
	}
	return "", fmt.Errorf("unknown format %q", r.o.format)
}
