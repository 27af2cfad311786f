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

// csvCommand returns the old name of "show --format csv".
func csvCommand() *cobra.Command {
	o := showOptions{format: "csv"}
	c := &cobra.Command{
		Use: "csv FILE…", Short: "Write reports as CSV (now show --format csv)", Hidden: true,
		Example: `  mpitimer geopm show --format csv geopm.report`,
		Args:    cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			cli.Tell(c, "mpitimer: geopm csv is now geopm show --format csv")
			return o.run(c, args)
		},
	}
	o.selection.flags(c)
	cli.OutputFlag(c, &o.output)
	return c
}

// fromFile returns a report's contribution to the table.
type fromFile struct {
	name   string
	report *geopm.Report
	rows   []row
}

// csv writes a line for each region and each section of totals of each host.
func (o *showOptions) csv(c *cobra.Command, w io.Writer, names []string) error {
	var files []fromFile
	var all []row
	var faults []error
	for _, name := range names {
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
	return cli.Result(writeCSV(w, files, keys), errors.Join(faults...))
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
