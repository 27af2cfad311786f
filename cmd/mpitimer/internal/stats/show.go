package stats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

// form is in which form something is shown, and where.
type form struct{ format, output string }

// forms are the words for --format.
var forms = []string{"text", "csv", "json"}

func (f *form) flags(c *cobra.Command) {
	cli.FormatFlag(c, &f.format, "text", forms...)
	cli.OutputFlag(c, &f.output)
	command.Renamed(c, "csv", "format", "csv")
	command.Renamed(c, "json", "format", "json")
}

// check finds out whether there is such a form.
func (f *form) check() error { return cli.OneOf("format", f.format, forms...) }

// write writes what was read from some files in the requested format.
func (f *form) write(c *cobra.Command, inputs []string, text, csv, json func(io.Writer) error) error {
	return cli.Output(c, f.output, inputs, func(w io.Writer) error {
		switch f.format {
		case "csv":
			return csv(w)
		case "json":
			return json(w)
		}
		var b bytes.Buffer // text is for people: in ASCII if requested
		if err := text(&b); err != nil {
			return err
		}
		return cli.Write(c, w, b.String())
	})
}

func showCommand() *cobra.Command {
	var o tacc.ShowOptions
	var f form
	var raw bool
	c := &cobra.Command{
		Use:   "show FILE...",
		Short: "Show the counts of jobs, by type and device",
		Long: `show sums up jobs over files, of one node or of many: the counts while a job
ran, corrected for rollovers, restarts and dips, and their rates. Values are in base
units (B, s, J); flags show how differences were found.`,
		Example: `  mpitimer stats show --job 4711 tacc_stats/node1/*`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if raw && f.format == "json" {
				return cli.Usagef("--raw is CSV: it does not go with --format json")
			}
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			return cli.Result(show(c, tacc.Correct(d), o, f, raw, args), missing)
		},
	}
	f.flags(c)
	c.Flags().StringVar(&o.Job, "job", "", "show only the job `ID` (-: idle time)")
	c.Flags().StringSliceVar(&o.Types, "type", nil, "show only these `TYPES`")
	c.Flags().BoolVar(&o.Devices, "devices", false, "show each device, instead of sums")
	c.Flags().BoolVar(&o.Zeros, "zeros", false, "show what did not count, too")
	c.Flags().BoolVar(&raw, "raw", false, "show each sample, as in the file and corrected, as CSV")
	return c
}

func show(c *cobra.Command, r *tacc.Result, o tacc.ShowOptions, f form, raw bool, inputs []string) error {
	if raw {
		return cli.Output(c, f.output, inputs, func(w io.Writer) error { return tacc.WriteSamples(w, r, o) })
	}
	jobs := r.Jobs()
	found := o.Job == ""
	for i := range jobs {
		found = found || jobs[i].ID == o.Job || tacc.Idle(o.Job) && tacc.Idle(jobs[i].ID)
	}
	if !found {
		return fmt.Errorf("there is no job %q in these files", o.Job)
	}
	return f.write(c, inputs,
		func(w io.Writer) error { return tacc.WriteText(w, jobs, o) },
		func(w io.Writer) error { return tacc.WriteCSV(w, jobs, o) },
		func(w io.Writer) error { return tacc.WriteJSON(w, jobs, o) })
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check files against what tacc_stats' monitor writes",
		Long: `check is strict: it also finds what readers bear, such as types that are not in
their order.

Exit status: 0 there is nothing to find; 1 there are findings; 2 a file cannot be
read; 3 a packed file is damaged, and was checked as far as it could be read.`,
		Example: `  mpitimer stats check tacc_stats/node1/current`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			total := 0
			var damage error
			for _, name := range args {
				n, err := check(c, name)
				if err != nil && !errors.Is(err, cli.ErrIncomplete) {
					return err
				}
				total, damage = total+n, errors.Join(damage, err)
			}
			if total > 0 {
				return errors.Join(cli.Findings("%s", cli.Plural(total, "finding")), damage)
			}
			return damage
		},
	}
}

func check(c *cobra.Command, name string) (int, error) {
	var findings []tacc.Finding
	err := unpack(c, name, func(r io.Reader) (err error) {
		if findings, err = tacc.Check(r); err != nil {
			err = fmt.Errorf("%w: %w", cli.ErrIncomplete, err)
		}
		return err
	})
	for _, finding := range findings {
		if err := cli.Write(c, c.OutOrStdout(), printable.Line(fmt.Sprintf("%s: %s", name, finding))+"\n"); err != nil {
			return 0, err
		}
	}
	return len(findings), err
}

func openMetricsCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:     "openmetrics FILE...",
		Short:   "Convert all samples to OpenMetrics text, for Prometheus",
		Example: `  mpitimer stats openmetrics tacc_stats/node1/* -o node1.om`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			err := cli.Output(c, output, args, func(w io.Writer) error { return tacc.WriteOpenMetrics(w, tacc.Correct(d)) })
			return cli.Result(err, missing)
		},
	}
	cli.OutputFlag(c, &output)
	return c
}

func regionsCommand() *cobra.Command {
	var o tacc.ShowOptions
	var f form
	var intervals []string
	c := &cobra.Command{
		Use:   "regions --intervals INTERVALS FILE...",
		Short: "Show the counts during a program's regions",
		Long: `regions divides the counts between two samples among the regions that ran in between, in
proportion to time. INTERVALS is CSV with the columns region,
start, end and optionally host, or JSON with these names, with times in ns since 1970;
or traces of an HDTrace project, whose states are the regions.
Ranks of a node that are in a region at the same time count once. Other work on
the node is counted too.`,
		Example: `  mpitimer stats regions --intervals regions.csv tacc_stats/node1/*`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(intervals) == 0 {
				return cli.Missing(c, "--intervals FILE, the times of regions")
			}
			if err := f.check(); err != nil {
				return err
			}
			times, err := readIntervals(c, intervals)
			if err != nil {
				return err
			}
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			entries := tacc.Correct(d).Regions(times)
			err = f.write(c, slices.Concat(args, intervals),
				func(w io.Writer) error { return tacc.WriteRegionsText(w, entries, o) },
				func(w io.Writer) error { return tacc.WriteRegionsCSV(w, entries, o) },
				func(w io.Writer) error { return tacc.WriteRegionsJSON(w, entries, o) })
			return cli.Result(err, missing)
		},
	}
	f.flags(c)
	c.Flags().StringArrayVar(&intervals, "intervals", nil, "use the regions and times in `FILE` (repeatable)")
	command.Renamed(c, "spans", "intervals")
	c.Flags().StringSliceVar(&o.Types, "type", nil, "show only these `TYPES`")
	c.Flags().BoolVar(&o.Zeros, "zeros", false, "show what did not count, too")
	return c
}
