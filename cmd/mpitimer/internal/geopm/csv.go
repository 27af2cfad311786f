package geopm

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/geopm"
)

type csvOptions struct {
	selection
	output string
}

func csvCommand() *cobra.Command {
	var o csvOptions
	c := &cobra.Command{
		Use:   "csv FILE…",
		Short: "Write reports as one table of comma-separated values",
		Long: `csv writes a line for each region and each section of totals of each host. Columns are those
of all reports in the order in which they first appear; what a report has not is empty.`,
		Example: `  mpitimer geopm csv -o runs.csv run1.report run2.report`,
		Args:    cli.Arguments(1, -1),
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c)
	c.Flags().StringVarP(&o.output, "output", "o", "", "write to this `FILE`")
	return c
}

// fromFile is what a report gives to the table.
type fromFile struct {
	name   string
	report *geopm.Report
	rows   []row
}

func (o *csvOptions) run(c *cobra.Command, args []string) error {
	var files []fromFile
	var all []row
	var faults []error
	for _, name := range args {
		r, err := load(c, name)
		if r == nil {
			return err
		}
		if err != nil {
			faults = append(faults, err)
		}
		f := fromFile{name, r, o.rows(r)}
		all = append(all, f.rows...)
		files = append(files, f)
	}
	keys := slices.DeleteFunc(allKeys(all), func(key string) bool { return !wanted(o.keys, key) })
	write := func(w io.Writer) error { return writeCSV(w, files, keys) }
	var err error
	if o.output != "" {
		err = cli.WriteFile(o.output, args, write)
	} else {
		err = write(c.OutOrStdout())
	}
	if err != nil {
		return err
	}
	return errors.Join(faults...)
}

func writeCSV(w io.Writer, files []fromFile, keys []string) error {
	out := csv.NewWriter(w)
	head := []string{"file", "profile", "agent", "start", "host", "section", "region", "hash"}
	if err := out.Write(slices.Concat(head, keys)); err != nil {
		return err
	}
	for _, f := range files {
		for i := range f.rows {
			r := &f.rows[i]
			name := r.region
			if r.kind != "region" {
				name = ""
			}
			cells := []string{f.name, f.report.Profile, f.report.Agent, f.report.Start, r.host, r.kind, name, r.hash}
			for _, key := range keys {
				text, _ := r.text(key)
				cells = append(cells, text)
			}
			if err := out.Write(cells); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
