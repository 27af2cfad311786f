package geopm

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/geopm"
)

type diffOptions struct {
	selection
	threshold float64
	order     bool
}

func diffCommand() *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "List changes from one report to another",
		Long: `diff prints the values that differ, by host, region and key, largest change first. It matches hosts
by name; if two reports have no host in common, like two runs of a batch system, it matches
them in order.

Exit status: 0 nothing changed by more than the threshold; 1 something did; 2 failure or
usage error; 3 a report is damaged.`,
		Example: `  mpitimer geopm diff --threshold 5 --key "runtime (s)" before.report after.report`,
		Args:    cli.Arguments(2, 2),
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c, args[0], args[1]) },
	}
	o.flags(c)
	c.Flags().Float64Var(&o.threshold, "threshold", 0, "show only changes above `PERCENT`")
	c.Flags().BoolVar(&o.order, "by-order", false, "compare hosts by their order, not by name")
	return c
}

// change is a value that differs.
type change struct {
	host, region, key string
	before, after     string // empty if there is none
	share             float64
}

func (o *diffOptions) run(c *cobra.Command, nameA, nameB string) error {
	if !(o.threshold >= 0) {
		return cli.Usagef("--threshold %g: expected a number from 0 on", o.threshold)
	}
	a, faultA := load(c, nameA)
	if a == nil {
		return faultA
	}
	b, faultB := load(c, nameB)
	if b == nil {
		return faultB
	}
	changes, note := o.compare(a, b)
	if err := cli.Write(c, c.OutOrStdout(), note+changesText(changes)); err != nil {
		return err
	}
	if faults := errors.Join(faultA, faultB); faults != nil {
		return faults
	}
	if len(changes) > 0 {
		return cli.Findings("%s by more than %g %%", changed(len(changes)), o.threshold)
	}
	return nil
}

func changed(n int) string {
	if n == 1 {
		return "1 value changed"
	}
	return fmt.Sprintf("%d values changed", n)
}

// compare finds the changes. It also returns how the hosts were paired, if not by name.
func (o *diffOptions) compare(a, b *geopm.Report) (list []change, note string) {
	byOrder := o.order
	if !byOrder && !slices.ContainsFunc(a.Hosts, func(h geopm.Host) bool { return b.Host(h.Name) != nil }) {
		byOrder = true
		note = "no host is in both reports: they are compared in their order\n"
	}
	done := make(map[string]bool)
	for i := range a.Hosts {
		h := &a.Hosts[i]
		other := b.Host(h.Name)
		name := h.Name
		if byOrder {
			other = nil
			if i < len(b.Hosts) {
				other = &b.Hosts[i]
				name = pairName(h.Name, other.Name)
			}
		}
		if other != nil {
			done[other.Name] = true
		}
		if wanted(o.hosts, h.Name) {
			list = append(list, o.hostChanges(name, h, other)...)
		}
	}
	for i := range b.Hosts {
		if h := &b.Hosts[i]; !done[h.Name] && wanted(o.hosts, h.Name) {
			list = append(list, o.hostChanges(h.Name, nil, h)...)
		}
	}
	slices.SortStableFunc(list, func(x, y change) int {
		switch ax, ay := math.Abs(x.share), math.Abs(y.share); {
		case ax > ay:
			return -1
		case ax < ay:
			return 1
		}
		return 0
	})
	return list, note
}

func pairName(a, b string) string {
	if a == b {
		return a
	}
	return a + "/" + b
}

// hostChanges compares two hosts, one of which may be nil.
func (o *diffOptions) hostChanges(name string, a, b *geopm.Host) []change {
	if a == nil || b == nil {
		c := change{host: name, region: "(the whole host)", before: "there", share: math.Inf(-1)}
		if a == nil {
			c.before, c.after, c.share = "", "there", math.Inf(1)
		}
		return []change{c}
	}
	var list []change
	rowsA, rowsB := o.hostRows(a), o.hostRows(b)
	for i := range rowsA {
		k := slices.IndexFunc(rowsB, func(r row) bool { return r.kind == rowsA[i].kind && r.region == rowsA[i].region })
		other := row{}
		if k >= 0 {
			other = rowsB[k]
			rowsB = slices.Delete(rowsB, k, k+1)
		}
		list = append(list, o.rowChanges(name, rowsA[i].region, &rowsA[i], &other)...)
	}
	for i := range rowsB {
		list = append(list, o.rowChanges(name, rowsB[i].region, &row{}, &rowsB[i])...)
	}
	return list
}

func (o *diffOptions) rowChanges(host, region string, a, b *row) []change {
	var list []change
	for _, key := range allKeys([]row{*a, *b}) {
		if !wanted(o.keys, key) {
			continue
		}
		x, hasX := a.text(key)
		y, hasY := b.text(key)
		share := relative(x, y)
		if x == y && hasX == hasY || math.Abs(share) <= o.threshold/100 {
			continue
		}
		list = append(list, change{host, region, key, x, y, share})
	}
	return list
}

// relative returns the share by which a value grew: infinite if it was zero or not a number.
func relative(before, after string) float64 {
	x, isX := (&geopm.Entry{Text: before}).Number()
	y, isY := (&geopm.Entry{Text: after}).Number()
	switch {
	case isX && isY && (x == y || math.IsNaN(x) && math.IsNaN(y)):
		return 0
	case !isY:
		return math.Inf(-1)
	case !isX || x == 0 || math.IsNaN(x) || math.IsNaN(y):
		return math.Inf(1)
	}
	return (y - x) / math.Abs(x)
}

func changesText(list []change) string {
	if len(list) == 0 {
		return "nothing changed\n"
	}
	t := sheet.New(3, "host", "region", "key", "before", "after", "change")
	for _, c := range list {
		t.Words(printable.Line(c.host), printable.Line(c.region), printable.Line(c.key), orDash(c.before), orDash(c.after), changeText(c))
	}
	return t.String()
}

func changeText(c change) string {
	switch {
	case c.before == "":
		return "new"
	case c.after == "":
		return "gone"
	case math.IsInf(c.share, 0):
		return "-"
	}
	return strings.Replace(fmt.Sprintf("%+.1f %%", 100*c.share), "-", "−", 1)
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return printable.Line(text)
}
