package geopm

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/geopm"
)

type showOptions struct {
	selection
	all    bool
	format string
	output string
}

// forms are the words for --format.
var forms = []string{"text", "csv"}

func showCommand() *cobra.Command {
	var o showOptions
	c := &cobra.Command{
		Use:   "show FILE…",
		Short: "Print reports as a table for each host, or as CSV",
		Long: `show prints the regions of each host, longest first, and the totals.
It omits columns that are 0 everywhere. share is the runtime as a share of the
application's runtime. Values are the report's; - stands for a missing value.

--format csv makes one table of all reports: a line for each region and each section of
totals of each host. It has the columns of all reports, in the order in which they
first appear; missing values are empty.`,
		Example: `  mpitimer geopm show geopm.report
  mpitimer geopm show --host node1 --key "power (W)" --key "runtime-max (s)" geopm.report
  mpitimer geopm show --format csv -o runs.csv run1.report run2.report`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c)
	c.Flags().BoolVar(&o.all, "all", false, "show all values, including those that are 0 everywhere")
	cli.FormatFlag(c, &o.format, "text", forms...)
	cli.OutputFlag(c, &o.output)
	return c
}

func (o *showOptions) run(c *cobra.Command, args []string) error {
	if err := cli.OneOf("format", o.format, forms...); err != nil {
		return err
	}
	return cli.Output(c, o.output, args, func(w io.Writer) error {
		if o.format == "csv" {
			return o.csv(c, w, args)
		}
		return o.text(c, w, args)
	})
}

// text writes reports as tables.
func (o *showOptions) text(c *cobra.Command, w io.Writer, args []string) error {
	var errs []error
	for i, name := range args {
		r, err := load(c, name)
		if err != nil {
			errs = append(errs, err)
		}
		if r == nil {
			continue
		}
		text := o.report(r)
		if len(args) > 1 {
			text = printable.Line(name) + "\n" + text
		}
		if i > 0 {
			text = "\n" + text
		}
		if err := cli.Write(c, w, text); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

// shown are the columns without --key or --all, if the report has them.
var shown = []string{
	geopm.KeyCount, geopm.KeySyncRuntime, geopm.KeyPackageEnergy, geopm.KeyDRAMEnergy, geopm.KeyPower, geopm.KeyFrequencyShare, geopm.KeyFrequency,
	geopm.KeyGPUEnergy, geopm.KeyGPUPower, geopm.KeyGPUFrequency, geopm.KeyUncoreFrequency,
	geopm.KeyRuntimeMin, geopm.KeyRuntimeMax, geopm.KeyRuntimeMaxRank, geopm.KeyRuntimeStdDev, geopm.KeyRuntimeMedian, geopm.KeyImbalance,
}

func (o *showOptions) report(r *geopm.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · agent %s · %s · GEOPM %s\n", printable.Line(cmp.Or(r.Profile, "(no profile)")), printable.Line(cmp.Or(r.Agent, "unknown")),
		printable.Line(cmp.Or(r.Start, "no start time")), printable.Line(cmp.Or(r.Version, "of unknown version")))
	fmt.Fprintf(&b, "policy %s\n", printable.Line(cmp.Or(r.Policy, "{}")))
	for _, e := range slices.Concat(r.Header, r.Trailer) {
		if e.Block == nil {
			fmt.Fprintf(&b, "%s: %s\n", printable.Line(e.Key), printable.Line(e.Text))
		}
	}
	for i := range r.Hosts {
		if h := &r.Hosts[i]; wanted(o.hosts, h.Name) {
			b.WriteString("\n" + o.host(h))
		}
	}
	return b.String()
}

func (o *showOptions) host(h *geopm.Host) string {
	rows := o.hostRows(h)
	slices.SortStableFunc(rows, func(x, y row) int {
		if x.kind != "region" || y.kind != "region" {
			return 0 // totals already follow the regions
		}
		a, _ := x.values.Value(geopm.KeyRuntime)
		b, _ := y.values.Value(geopm.KeyRuntime)
		return cmp.Compare(b, a)
	})
	whole, _ := h.Application.Value(geopm.KeyRuntime)
	keys := o.columns(rows)
	t := sheet.New(1, slices.Concat([]string{"host " + printable.Line(h.Name), geopm.KeyRuntime, "share"}, keys)...)
	for i := range rows {
		r := &rows[i]
		cells := []string{"  " + printable.Line(r.region), r.cell(geopm.KeyRuntime), "-"}
		if v, ok := r.values.Value(geopm.KeyRuntime); ok && whole > 0 && !math.IsNaN(v) {
			cells[2] = cli.Percent(v/whole) + " %"
		}
		for _, key := range keys {
			cells = append(cells, r.cell(key))
		}
		t.Words(cells...)
	}
	text := t.String()
	for _, e := range h.Header {
		text += entryText(e, "  ")
	}
	return text
}

// entryText returns a key of a host or an agent with what is below it.
func entryText(e geopm.Entry, indent string) string {
	if e.Block == nil {
		return fmt.Sprintf("%s%s: %s\n", indent, printable.Line(e.Key), printable.Line(e.Text))
	}
	text := fmt.Sprintf("%s%s:\n", indent, printable.Line(e.Key))
	for _, below := range e.Block {
		text += entryText(below, indent+"  ")
	}
	return text
}

func (r *row) cell(key string) string {
	text, ok := r.text(key)
	if !ok {
		return "-"
	}
	return printable.Line(text)
}

// columns returns the keys to show besides the runtime.
func (o *showOptions) columns(rows []row) []string {
	if len(o.keys) > 0 {
		return o.keys
	}
	keys := shown
	if o.all {
		keys = allKeys(rows)
	}
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		return key == geopm.KeyRuntime || !slices.ContainsFunc(rows, func(r row) bool {
			text, has := r.text(key)
			return has && (o.all || text != "0")
		})
	})
}

// allKeys returns the keys of all rows, in the order in which they first appear.
func allKeys(rows []row) []string {
	var keys []string
	seen := make(map[string]bool)
	for i := range rows {
		for _, e := range rows[i].values {
			if !seen[e.Key] {
				seen[e.Key] = true
				keys = append(keys, e.Key)
			}
		}
	}
	return keys
}
