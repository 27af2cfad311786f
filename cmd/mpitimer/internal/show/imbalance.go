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
	"github.com/go-hpc/timers/stats/answers"
)

// findings returns what is to be said of the wanted regions (answers.Of).
func (v *view) findings() []answers.Finding {
	return slices.DeleteFunc(answers.Of(v.s, v.o.steps), func(f answers.Finding) bool {
		return f.Region >= 0 && !v.wanted(f.Region) && !slices.ContainsFunc(f.Either, func(e answers.Finding) bool { return v.wanted(e.Region) })
	})
}

// usualFindings is how many of them stand above the tree if nobody says otherwise.
const usualFindings = 3

// inShort returns the first findings as sentences.
func (v *view) inShort() []string {
	return sheet.Findings(v.s, v.findings(), v.o.findings, v.o.page.Width, "--imbalance")
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

// imbalances returns the view that ranks what was found.
func (v *view) imbalances() []string {
	besides := "" // what no region gives back
	list := slices.DeleteFunc(v.findings(), func(f answers.Finding) bool {
		if f.Kind != answers.Waiting && f.Kind != answers.Stuck {
			return false
		}
		besides = printable.Line(f.Text(v.s))
		return true
	})
	if lines := v.sentences(list, besides); lines != nil {
		return v.wrapped(lines)
	}
	var all []answers.Finding
	for i := range list {
		all = append(all, list[i].Apart()...)
	}
	list = all
	if v.o.top > 0 && len(list) > v.o.top {
		list = list[:v.o.top]
	}
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "gives back", Right: true},
		{Title: "% of run", Right: true, Drop: 5},
		{Title: "slow", Right: true, Drop: 8},
		{Title: "mean", Right: true, Drop: 2},
		{Title: "max", Right: true, Drop: 3},
		{Title: "imbalance", Right: true, Drop: 4},
		{Title: "share", Right: true, Drop: 1},
		{Title: "region", Least: 2 * leastName, Names: true},
		{Title: "others wait in", Least: leastName, Drop: 6},
	}}
	for i := range list {
		t.Add(v.findingRow(&list[i], "")...)
		for k := range list[i].Either {
			t.Add(v.findingRow(&list[i].Either[k], "or")...)
		}
	}
	v.notes = append(v.notes, "gives back: time that balance between the k ranks that ran the region would save on the slowest rank: max - mean, "+
		"less the savings of other regions; others wait in: where they wait for it; that time is not counted again.")
	if slices.ContainsFunc(list, func(f answers.Finding) bool { return f.Kind == answers.Undecided }) {
		v.notes = append(v.notes, "or: each of these regions may be the one where ranks have more to do, or the one in which others wait: times alone cannot show which. Recorded MPI calls can (package mpiwrap).")
	}
	if slices.ContainsFunc(list, func(f answers.Finding) bool { return f.Kind == answers.Between }) {
		v.notes = append(v.notes, "@…: the ranks of the environment have more to do than the others, which wait for them; more ranks there, or less work for each, would save this much once they are balanced among themselves.")
	}
	if more := len(all) - len(list); more > 0 {
		v.notes = append(v.notes, fmt.Sprintf("%s, of at most %s; see --top.", cli.Plural(more, "more region"), trimmed(all[len(list)].Saves)))
	}
	if besides != "" {
		v.notes = append(v.notes, besides)
	}
	return t.Lines(v.o.page.Width, v.o.page.Paint())
}

// sentences is what is said instead of a table if no rank is known to be slow, nil otherwise.
func (v *view) sentences(list []answers.Finding, besides string) (lines []string) {
	only := len(list) == 1 || len(list) == 2 && list[1].Kind == answers.Within // between ranks
	switch {
	case len(list) == 0 && besides != "":
		return []string{besides}
	case len(list) > 0 && list[0].Kind == answers.Balanced || only && list[0].Kind == answers.Unknown:
		for i := range list {
			lines = append(lines, printable.Line(list[i].Text(v.s)))
		}
	}
	return lines
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

// findingRow is the row of a finding; either is said in the place of what it saves.
func (v *view) findingRow(f *answers.Finding, either string) []sheet.Text {
	r := &v.s.Regions[f.Region]
	share := 0.0
	if longest := v.longest(); longest > 0 {
		share = f.Saves / longest
	}
	lost := dash
	if f := v.s.Figure(r, stats.FigureImbalanceShare); f.Known {
		lost = cli.Percent(f.Value) + " %"
	}
	who := f.Ranks.String()
	if v.run.Form == "GEOPM report" {
		who = "host " + strconv.Itoa(f.Ranks.First)
	}
	mean, longest, imbalance := v.timeOf(r, stats.FigureMean), v.timeOf(r, stats.FigureMax), v.timeOf(r, stats.FigureImbalance)
	where := v.pathOf(f.Region)
	switch {
	case f.Own: // of which there are no extremes
		mean, longest, imbalance, lost = dash, dash, dash, dash
		where += " itself"
	case f.Kind == answers.Within:
		who = "on each rank"
	case f.Kind == answers.Between:
		who, longest, imbalance, lost = "@"+printable.Line(v.s.Environments[r.Environment].Name), dash, dash, dash
	}
	saves, part := sheet.Styled(cli.Duration(f.Saves), gainStyle(share)), sheet.Plain(cli.Percent(share))
	if either != "" {
		saves, part = sheet.Plain(either), sheet.Plain("")
	}
	return []sheet.Text{
		saves, part, sheet.Plain(who), sheet.Plain(mean), sheet.Plain(longest), sheet.Plain(imbalance), sheet.Plain(lost), sheet.Plain(where), sheet.Plain(v.waiting(f.Waits)),
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
