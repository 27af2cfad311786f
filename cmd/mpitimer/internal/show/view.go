package show

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/tree"
)

// view is a run on its way to the page.
type view struct {
	o    *options
	run  *load.Run
	s    *stats.Summary
	of   string // the rank that is shown alone, with its host
	rows *tree.Tree

	selfKnown bool // the files carry self time

	shown []tree.Column // of the tree
	notes []string      // noted on the way, to be printed below
}

func (o *options) view(run *load.Run) (*view, error) {
	v := &view{o: o, run: run, s: run.Summary}
	if o.rank >= 0 {
		if err := v.alone(); err != nil {
			return nil, err
		}
	}
	for i := range v.s.Regions {
		v.selfKnown = v.selfKnown || v.s.Regions[i].Lacks&stats.LacksSelf == 0
	}
	if o.environment != "" && !slices.ContainsFunc(v.s.Environments, func(c stats.EnvironmentSummary) bool { return c.Name == o.environment }) {
		var names []string
		for _, c := range v.s.Environments {
			names = append(names, printable.Line(c.Name))
		}
		return nil, cli.Usagef("--environment %q: the run has the environments %s", o.environment, strings.Join(names, ", "))
	}
	if v.s.Program == "" {
		named := *v.s
		named.Program = run.Name
		v.s = &named
	}
	var err error
	v.rows, err = tree.New(v.s, v.treeOptions())
	return v, err
}

// alone makes a run of a single rank of one of many.
func (v *view) alone() error {
	if len(v.run.Ranks) == 0 {
		return cli.Usagef("--rank: a %s has no single ranks; profiles, rank tables and files of ranks have them", v.run.Form)
	}
	p := v.run.Ranks.Of(v.o.rank)
	if p == nil {
		return fmt.Errorf("rank %d is not in the files; of %d ranks they have %d", v.o.rank, v.s.Size, len(v.run.Ranks))
	}
	v.of = fmt.Sprintf("rank %d of %d", p.Rank, p.Size)
	if p.Host != "" {
		v.of += " on " + printable.Line(p.Host)
	}
	p.Rank, p.Size = 0, 1
	p.Environments = slices.Clone(p.Environments)
	for i := range p.Environments {
		p.Environments[i].Size, p.Environments[i].Ranks = 1, []stats.Range{{First: 0, Last: 0, Stride: 1}}
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return fmt.Errorf("rank %d: %w", v.o.rank, err)
	}
	v.s = s
	return nil
}

// whole returns the time of the run, over all ranks, or 0 if there is none.
func (v *view) whole() float64 {
	if v.rows.Total() < 0 {
		return 0
	}
	return v.s.Regions[v.rows.Total()].Wall.Float64()
}

// longest returns the time of the run on its slowest rank.
func (v *view) longest() float64 {
	if v.rows.Total() < 0 {
		return 0
	}
	return float64(v.s.Regions[v.rows.Total()].Max.Value)
}

func (v *view) share(part stats.Uint128) float64 {
	if whole := v.whole(); whole > 0 {
		return part.Float64() / whole
	}
	return 0
}

// who says who took part, if that is not a number of ranks on a number of hosts.
func (v *view) who() string {
	switch {
	case v.of != "":
		return v.of
	case v.run.Form == "GEOPM report":
		return cli.Plural(v.s.Size, "host")
	}
	return ""
}

// foot explains the view, what the files lack, and what went wrong in the run.
func (v *view) foot() []string {
	notes := v.notes
	if note := export.RecursionNote(v.s); note != "" && (v.o.bottomUp || v.o.sort == "self" || slices.Contains(v.o.columns, "self")) {
		notes = append(notes, note)
	}
	lines := slices.Concat(notes, v.rows.Foot(v.shown))
	var lacks []string
	for _, l := range v.run.Lacks {
		if len(v.s.Missing) == 0 || !strings.HasSuffix(l, tree.Ranks(v.s.Missing)) { // the head has it
			lacks = append(lacks, l)
		}
	}
	if len(lacks) > 0 {
		lines = append(lines, "not in "+v.run.Form+": "+printable.Line(strings.Join(lacks, "; "))+".")
	}
	if from := v.run.Sources(); from != "" {
		lines = append(lines, "made of: "+printable.Line(from)+".")
	}
	return lines
}

func trimmed(ns float64) string { return strings.TrimRight(cli.Duration(ns), " ") }

var errNoSelf = errors.New("the files have no self times; --bottom-up needs them")
