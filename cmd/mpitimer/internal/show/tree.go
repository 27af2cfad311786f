package show

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// The column of names may become so narrow before columns go: a name that is cut says little, but so does
// one without numbers.
const leastName, longName = 16, 32

// treeOptions returns those of the rows.
func (v *view) treeOptions() tree.Options {
	o := tree.Options{ASCII: v.o.ascii, NameWidth: -1, MinShare: v.o.minShare / 100, Depth: v.o.depth, Who: v.who(), Order: sortBy[v.o.sort]}
	if v.o.match != "" || v.o.environment != "" {
		wanted := make([]bool, len(v.s.Regions))
		for i := range wanted {
			wanted[i] = v.wanted(i)
		}
		o.Keep = func(i int) bool { return wanted[i] }
	}
	return o
}

// tree returns the view from the top down, with its counters below it, or only those.
func (v *view) tree() (lines []string) {
	rows := v.rows.Rows()
	if len(rows) == 0 {
		text := "no region is as --match and --environment want it"
		if v.o.match != "" {
			text += v.meant(v.o.match)
		}
		return v.wrapped([]string{text})
	}
	if !v.o.counters {
		lines = v.table(rows, v.chosen(), len(v.o.columns) == 0 || slices.Contains(v.o.columns, barName))
	}
	if len(v.o.columns) > 0 && !v.o.counters {
		return lines
	}
	counted := v.rows.CounterRows()
	switch {
	case v.o.counters && counted == nil:
		return v.wrapped([]string{"nothing was measured besides time"})
	case counted == nil:
		return lines
	case len(lines) > 0:
		lines = append(lines, "")
	}
	return append(lines, v.table(counted, v.rows.CounterColumns(), false)...)
}

// chosen returns the columns to show. Those that the user names are dropped from the right if there is no
// room.
func (v *view) chosen() []tree.Column {
	if v.shown = v.rows.Usual(); len(v.o.columns) > 0 {
		v.shown = v.rows.Choose(v.o.columns)
		for i := range v.shown {
			v.shown[i].Drop = len(v.shown) - i
			if v.shown[i].Words && i > 0 { // the rank goes with its time
				v.shown[i].Drop = v.shown[i-1].Drop
			}
		}
	}
	return v.shown
}

// barDrop is where bars stand among the columns that are left out.
const barDrop = 5

// table draws rows.
func (v *view) table(rows []tree.Row, list []tree.Column, bars bool) []string {
	t := &sheet.Table{Columns: []sheet.Column{{Title: "region", Names: true}}}
	for _, c := range list {
		t.Columns = append(t.Columns, sheet.Column{Title: c.Title, Right: !c.Words, Tight: c.Words, Drop: c.Drop})
	}
	if bars = bars && v.o.page.Colour; bars {
		t.Columns = append(t.Columns, sheet.Column{Drop: barDrop})
	}
	longest := 0
	for i := range rows {
		r := &rows[i]
		name := sheet.Styled(v.rows.Label(r), v.nameStyle(r))
		longest = max(longest, name.Width())
		cells := []sheet.Text{name}
		for k := range list {
			cells = append(cells, sheet.Styled(v.rows.Cell(r, &list[k]), v.cellStyle(r, &list[k])))
		}
		if bars {
			cells = append(cells, v.bar(r))
		}
		t.Add(cells...)
	}
	t.Columns[0].Least = max(leastName, min(longest, longName, v.o.page.Width*2/5))
	lines := t.Lines(v.o.page.Width, v.o.page.Paint())
	v.shown = slices.DeleteFunc(slices.Clone(v.shown), func(c tree.Column) bool { // what is left out is not explained
		i := slices.IndexFunc(list, func(of tree.Column) bool { return c.Name != "" && of.Name == c.Name })
		return i >= 0 && t.Left[1+i]
	})
	if slices.Contains(t.Left, true) && len(v.notes) == 0 {
		v.notes = append(v.notes, fmt.Sprintf("Columns were left out to fit %d characters.", v.o.page.Width))
	}
	return lines
}

// nameStyle makes names stand out below which much time was spent.
func (v *view) nameStyle(r *tree.Row) sheet.Style {
	switch {
	case r.Faint || r.Part != tree.Whole || r.Beside:
		return sheet.Dim
	case v.selfKnown:
		return heat(v.share(v.s.Regions[r.Region].Self))
	}
	return 0
}

// What deserves a colour: the lost share of a region's time, if the region matters at all.
const (
	lostMuch, lostSome = 0.3, 0.1
	matters            = 0.01
)

func (v *view) cellStyle(r *tree.Row, c *tree.Column) sheet.Style {
	if c.Name != "imbalance" || r.Part != tree.Whole {
		return 0
	}
	of := &v.s.Regions[r.Region]
	if f := v.s.Figure(of, stats.FigureImbalance); f.Known && f.Value >= matters*v.longest() {
		switch share := of.ImbalanceShare(); {
		case share >= lostMuch:
			return sheet.Red
		case share >= lostSome:
			return sheet.Yellow
		}
	}
	return 0
}

// heat returns the colour of a share of the run.
func heat(share float64) sheet.Style {
	switch {
	case share >= 0.25:
		return sheet.Red
	case share >= 0.1:
		return sheet.Yellow
	case share < 0.001:
		return sheet.Dim
	}
	return 0
}

const barColumns = 10

// bar draws the share of the run.
func (v *view) bar(r *tree.Row) sheet.Text {
	if r.Part != tree.Whole || v.s.Regions[r.Region].Lacks&stats.LacksWall != 0 {
		return nil
	}
	share := v.share(v.s.Regions[r.Region].Wall)
	return sheet.Styled(sheet.Bar(share, barColumns), heat(share))
}

// barName is the column of bars, which are drawn if there are colours.
const barName = "bar"

func columnNames() (names []string) {
	for _, c := range tree.Columns() {
		names = append(names, c.Name)
	}
	return append(names, barName)
}

func columnTable() string {
	var rows [][]string
	for _, c := range tree.Columns() {
		rows = append(rows, []string{c.Name, c.About})
	}
	return sheet.List(append(rows, []string{barName, "that as a bar, where there are colours"})...)
}

func checkColumns(names []string) error {
	for _, name := range names {
		if !slices.Contains(columnNames(), name) {
			return cli.Usagef("--columns %s: expected some of %s", name, strings.Join(columnNames(), ", "))
		}
	}
	return nil
}

// timeOf returns a time of a region as far as it is known.
func (v *view) timeOf(r *stats.Region, of stats.FigureOf) string {
	text := tree.FigureText(v.s.Figure(r, of))
	switch {
	case text == "":
		return dash
	case r.Estimated:
		return "~" + text
	}
	return text
}

const dash = "-"
