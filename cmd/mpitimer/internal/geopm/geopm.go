// Package geopm implements the sub-command for GEOPM reports: show, compare, convert and check them.
package geopm

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/packed"
	"github.com/go-hpc/timers/stats/geopm"
)

// Command is mpitimer geopm.
func Command() *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "geopm",
		Short: "Show, compare and check GEOPM reports",
		Long: `geopm reads GEOPM reports, written by the timers or by GEOPM itself. It reads reports of all
versions of GEOPM, including the text of version 1. "-" is standard input.

` + cli.StatusHelp,
	}, showCommand(), diffCommand(), csvCommand(), checkCommand())
}

// report is an open report, which may be packed.
type report struct {
	io.Reader
	packed *packed.Reader
	file   io.Closer
}

func (r *report) Close() error { return errors.Join(r.packed.Close(), r.file.Close()) }

// open opens a report; "-" means standard input.
func open(c *cobra.Command, name string) (*report, error) {
	file := io.NopCloser(c.InOrStdin())
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		file = f
	}
	u, err := packed.NewReader(file, nil)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return &report{packed.Text(u), u, file}, nil
}

// load reads a report. One that is damaged is returned with an error that matches cli.ErrIncomplete; the
// report is nil for other errors.
func load(c *cobra.Command, name string) (*geopm.Report, error) {
	f, err := open(c, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := geopm.Read(f)
	switch {
	case errors.Is(err, geopm.ErrFormat) && len(r.Hosts) == 0:
		return nil, fmt.Errorf("%s: %w", name, oneLine(err))
	case errors.Is(err, geopm.ErrFormat):
		return r, fmt.Errorf("%s: %w: %w", name, cli.ErrIncomplete, oneLine(err))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// oneLine returns the first of several faults, and how many there are.
func oneLine(err error) error {
	all, ok := err.(interface{ Unwrap() []error })
	if !ok || len(all.Unwrap()) < 2 {
		return err
	}
	list := all.Unwrap()
	return fmt.Errorf("%w (and %s; see mpitimer geopm check)", list[0], cli.Plural(len(list)-1, "further fault"))
}

// selection is which parts of reports are wanted.
type selection struct {
	hosts, regions, keys []string
}

func (s *selection) flags(c *cobra.Command) {
	c.Flags().StringSliceVar(&s.hosts, "host", nil, "show only these `HOSTS`")
	c.Flags().StringArrayVar(&s.regions, "region", nil, "show only the `REGION`, or totals as \"Epoch Totals\" (repeatable)")
	c.Flags().StringArrayVar(&s.keys, "key", nil, "show only the values of `KEY`, as \"power (W)\" (repeatable)")
}

func wanted(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

// row is a region or a section of totals of one host.
type row struct {
	host   string
	kind   string // region, unmarked, epoch, application
	region string // its name, or the title of the totals
	hash   string
	values geopm.Section
}

// rows lists the wanted parts of a report, in its order.
func (s *selection) rows(r *geopm.Report) []row {
	var list []row
	for i := range r.Hosts {
		h := &r.Hosts[i]
		if wanted(s.hosts, h.Name) {
			list = append(list, s.hostRows(h)...)
		}
	}
	return list
}

func (s *selection) hostRows(h *geopm.Host) []row {
	var list []row
	for k := range h.Regions {
		region := &h.Regions[k]
		list = append(list, row{h.Name, "region", region.Name, fmt.Sprintf("0x%08x", region.Hash), region.Totals})
	}
	for _, t := range []struct {
		kind, title string
		values      geopm.Section
	}{{"unmarked", "Unmarked Totals", h.Unmarked}, {"epoch", "Epoch Totals", h.Epoch}, {"application", "Application Totals", h.Application}} {
		if t.values != nil {
			list = append(list, row{h.Name, t.kind, t.title, "", t.values})
		}
	}
	return slices.DeleteFunc(list, func(r row) bool { return !wanted(s.regions, r.region) })
}

// text returns the value of a key as the report has it.
func (r *row) text(key string) (string, bool) {
	for i := range r.values {
		if r.values[i].Key == key {
			return r.values[i].Text, true
		}
	}
	return "", false
}
