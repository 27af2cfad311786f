package stats

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

// form is in which form something is shown.
type form struct{ csv, json bool }

func (f *form) flags(c *cobra.Command) {
	c.Flags().BoolVar(&f.csv, "csv", false, "as CSV, with all digits")
	c.Flags().BoolVar(&f.json, "json", false, "as JSON")
	c.MarkFlagsMutuallyExclusive("csv", "json")
}

func showCommand() *cobra.Command {
	var o tacc.ShowOptions
	var f form
	var raw bool
	c := &cobra.Command{
		Use:   "show FILE...",
		Short: "Show what jobs counted: differences and rates by type and device",
		Long: `show sums up jobs over files, of one node or of many: what was counted while a job
ran, corrected for rollovers, restarts and dips, and how fast. Values are in base
units (B, s, J); flags tell how differences were found.`,
		Args: files,
		RunE: func(c *cobra.Command, args []string) error {
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			return errors.Join(show(c, tacc.Correct(d), o, f, raw), missing)
		},
	}
	f.flags(c)
	c.Flags().StringVar(&o.Job, "job", "", "only this job; - is the idle time")
	c.Flags().StringSliceVar(&o.Types, "type", nil, "only these types")
	c.Flags().BoolVar(&o.Devices, "devices", false, "each device, not only their sums")
	c.Flags().BoolVar(&o.Zeros, "zeros", false, "what did not count, too")
	c.Flags().BoolVar(&raw, "raw", false, "each sample, as in the file and corrected, as CSV")
	c.MarkFlagsMutuallyExclusive("raw", "json")
	return c
}

func show(c *cobra.Command, r *tacc.Result, o tacc.ShowOptions, f form, raw bool) error {
	if raw {
		return tacc.WriteSamples(c.OutOrStdout(), r, o)
	}
	jobs := r.Jobs()
	found := o.Job == ""
	for i := range jobs {
		found = found || jobs[i].ID == o.Job || tacc.Idle(o.Job) && tacc.Idle(jobs[i].ID)
	}
	if !found {
		return fmt.Errorf("there is no job %q in these files", o.Job)
	}
	switch {
	case f.csv:
		return tacc.WriteCSV(c.OutOrStdout(), jobs, o)
	case f.json:
		return tacc.WriteJSON(c.OutOrStdout(), jobs, o)
	}
	return text(c, func(w io.Writer) error { return tacc.WriteText(w, jobs, o) })
}

// text writes for people, in ASCII where that is wanted.
func text(c *cobra.Command, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return cli.Write(c, c.OutOrStdout(), b.String())
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check whether files are as the monitor of generation 2 and later writes them",
		Long: `check is strict: it also tells of what readers bear, such as types that are not in
their order. It fails if it finds something.`,
		Args: files,
		RunE: func(c *cobra.Command, args []string) error {
			total := 0
			for _, name := range args {
				n, err := check(c, name)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				total += n
			}
			if total > 0 {
				return fmt.Errorf("%s", cli.Plural(total, "finding"))
			}
			return nil
		},
	}
}

func check(c *cobra.Command, name string) (int, error) {
	var findings []tacc.Finding
	err := unpack(c, name, func(r io.Reader) (err error) {
		findings, err = tacc.Check(r)
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
	return &cobra.Command{
		Use:   "openmetrics FILE...",
		Short: "Convert all samples to OpenMetrics text, for Prometheus and its kin",
		Args:  files,
		RunE: func(c *cobra.Command, args []string) error {
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			return errors.Join(tacc.WriteOpenMetrics(c.OutOrStdout(), tacc.Correct(d)), missing)
		},
	}
}

func regionsCommand() *cobra.Command {
	var o tacc.ShowOptions
	var f form
	var spans []string
	c := &cobra.Command{
		Use:   "regions --spans SPANS FILE...",
		Short: "Show what was counted while regions of a program ran",
		Long: `regions shares out what was counted from sample to sample over the times at which
regions ran, by the time they have in common. SPANS is CSV with the columns region,
start, end and, if wanted, host, or JSON with these names, times in ns since 1970;
or traces of an HDTrace project, whose states are the regions.
Ranks of a node that are in a region at the same time count once. What else ran on
the node is counted too.`,
		Args: files,
		RunE: func(c *cobra.Command, args []string) error {
			if len(spans) == 0 {
				return cli.Usagef("expected --spans FILE, the times of regions")
			}
			times, err := readSpans(c, spans)
			if err != nil {
				return err
			}
			d, missing := read(c, args)
			if d == nil {
				return missing
			}
			entries := tacc.Correct(d).Regions(times)
			switch {
			case f.csv:
				err = tacc.WriteRegionsCSV(c.OutOrStdout(), entries, o)
			case f.json:
				err = tacc.WriteRegionsJSON(c.OutOrStdout(), entries, o)
			default:
				err = text(c, func(w io.Writer) error { return tacc.WriteRegionsText(w, entries, o) })
			}
			return errors.Join(err, missing)
		},
	}
	f.flags(c)
	c.Flags().StringArrayVar(&spans, "spans", nil, "a file with the times of regions; can be given again")
	c.Flags().StringSliceVar(&o.Types, "type", nil, "only these types")
	c.Flags().BoolVar(&o.Zeros, "zeros", false, "what did not count, too")
	return c
}
