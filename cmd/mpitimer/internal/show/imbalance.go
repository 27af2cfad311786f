package show

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// gains returns what balance would gain (stats.Summary.Balance) in the wanted regions.
func (v *view) gains() []stats.Gain {
	return slices.DeleteFunc(v.s.Balance(), func(g stats.Gain) bool { return !v.wanted(g.Region) })
}

// wanted reports whether --match and --environment want a region.
func (v *view) wanted(i int) bool {
	r := &v.s.Regions[i]
	return (v.o.environment == "" || v.s.Environments[r.Environment].Name == v.o.environment) &&
		(v.o.match == "" || v.o.pattern.MatchString(v.path(i)))
}

// path returns the names of a region from the outermost inwards, or only the last for one that is nested
// without end.
func (v *view) path(i int) string {
	var names []string
	for ; i >= 0 && len(names) < deepest; i = v.s.Regions[i].Parent {
		names = append(names, v.s.Regions[i].Name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// imbalances returns the view that ranks them.
func (v *view) imbalances() []string {
	list := v.gains()
	if len(list) == 0 {
		if v.serial() {
			return v.wrapped([]string{"one rank: there is nothing that could be balanced"})
		}
		return v.wrapped([]string{"no region is imbalanced, as far as can be told"})
	}
	rest := list
	if v.o.top > 0 && len(list) > v.o.top {
		list = list[:v.o.top]
	}
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "gives back", Right: true},
		{Title: "% of run", Right: true, Drop: 5},
		{Title: "slowest", Right: true, Drop: 8},
		{Title: "mean", Right: true, Drop: 2},
		{Title: "max", Right: true, Drop: 3},
		{Title: "imbalance", Right: true, Drop: 4},
		{Title: "share", Right: true, Drop: 1},
		{Title: "region", Least: 2 * leastName},
		{Title: "mostly in", Least: leastName, Drop: 7},
		{Title: "others wait in", Least: leastName, Drop: 6},
	}}
	for _, g := range list {
		t.Add(v.gainRow(g)...)
	}
	v.notes = append(v.notes, "gives back: time of the slowest rank that balance between the k ranks that ran the region would save, "+
		"max - mean, less what other regions save already; mostly in: the region below where the same rank lost most of it, or itself: outside of those below; "+
		"others wait in: where that rank is the fastest and the others make up for it, which is not counted again.")
	if slices.ContainsFunc(list, v.undecided) {
		v.notes = append(v.notes, "Of two ranks each may be the one that waits: times alone do not tell. They do where calls of MPI are regions (package mpiwrap).")
	}
	if slices.ContainsFunc(list, func(g stats.Gain) bool { return g.Between }) {
		v.notes = append(v.notes, "all its ranks: those of the environment have more to do than others, which wait for them; it would take more of them, or less to do for each, and saves that much when they are balanced themselves.")
	}
	if more := len(rest) - len(list); more > 0 {
		v.notes = append(v.notes, fmt.Sprintf("%s, of at most %s; see --top.", cli.Plural(more, "more region"), trimmed(rest[len(list)].Saves)))
	}
	return t.Lines(v.o.page.Width, v.o.page.Paint())
}

// undecided reports whether a gain may as well be where its slowest rank waits for the other one.
func (v *view) undecided(g stats.Gain) bool {
	return v.s.Regions[g.Region].Ranks == 2 && len(g.Waits) > 0 && !slices.ContainsFunc(v.s.Regions, func(r stats.Region) bool { return stats.Communicates(r.Name) })
}

// waiting names the regions in which others wait.
func (v *view) waiting(regions []int) string {
	const most = 3
	if len(regions) == 0 {
		return dash
	}
	var names []string
	for k, i := range regions {
		if k == most {
			names = append(names, "…")
			break
		}
		names = append(names, printable.Line(v.s.Regions[i].Name))
	}
	return strings.Join(names, ", ")
}

func (v *view) gainRow(g stats.Gain) []sheet.Text {
	r := &v.s.Regions[g.Region]
	share := 0.0
	if longest := v.longest(); longest > 0 {
		share = g.Saves / longest
	}
	mostly := dash
	if g.Mostly != g.Region {
		mostly = printable.Line(strings.TrimPrefix(v.path(g.Mostly), v.path(g.Region)+"/"))
	}
	lost := dash
	if f := v.s.Figure(r, stats.FigureLost); f.Known {
		lost = cli.Percent(f.Value) + " %"
	}
	rank := "rank " + strconv.Itoa(g.Rank)
	if v.run.Form == "GEOPM report" {
		rank = "host " + strconv.Itoa(g.Rank)
	}
	mean, longest, imbalance := v.timeOf(r, stats.FigureMean), v.timeOf(r, stats.FigureMax), v.timeOf(r, stats.FigureImbalance)
	switch {
	case g.Own: // of which there are no extremes
		mean, longest, imbalance, lost, mostly = dash, dash, dash, dash, "itself"
	case g.Between:
		rank, longest, imbalance, lost, mostly = "@"+printable.Line(v.s.Environments[r.Environment].Name), dash, dash, dash, "all its ranks"
	}
	return []sheet.Text{
		sheet.Styled(cli.Duration(g.Saves), gainStyle(share)),
		sheet.Plain(cli.Percent(share)),
		sheet.Plain(rank),
		sheet.Plain(mean),
		sheet.Plain(longest),
		sheet.Plain(imbalance),
		sheet.Plain(lost),
		sheet.Plain(v.pathOf(g.Region)),
		sheet.Plain(mostly),
		sheet.Plain(v.waiting(g.Waits)),
	}
}

// pathOf returns the path of a region for people, with its environment if that is not the default one.
func (v *view) pathOf(i int) string {
	path := printable.Line(v.path(i))
	if c := v.s.Regions[i].Environment; c > 0 {
		path += " @" + printable.Line(v.s.Environments[c].Name)
	}
	return path
}

func gainStyle(share float64) sheet.Style {
	switch {
	case share >= 0.1:
		return sheet.Red
	case share >= 0.02:
		return sheet.Yellow
	}
	return 0
}

// deepest is how many names of a path count: in a file that nests without end the rest is ignored.
const deepest = 256
