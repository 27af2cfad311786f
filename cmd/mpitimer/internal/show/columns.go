package show

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// column is a column that can be chosen.
type column struct {
	name  string
	title string
	about string
	drop  int // which go first where there is no room: those with small numbers
	cell  func(v *view, n *node) sheet.Cell
}

const dash = "-"

var columns []column // set below: their cells refer to it

func init() {
	columns = []column{
		{"calls", "calls", "calls on all ranks and threads", 6, callsCell},
		{"ranks", "ranks", "k/P: the k of the P ranks of the region's context that ran it", 8, ranksCell},
		{"threads", "threads", "pairs of rank and thread that ran it", 1, threadsCell},
		{"min", "min (rank)", "smallest time of those k ranks; that of a rank is that of its slowest thread", 2, minCell},
		{"mean", "mean", "mean time of those k ranks", 9, figureCell(stats.FigureMean)},
		{"mean-all", "mean of P", "mean time of the P ranks, those that did not run it counted as 0", 1, figureCell(stats.FigureMeanOfAll)},
		{"median", "median", "time below which half of those k ranks lie", 1, figureCell(stats.FigureMedian)},
		{"stddev", "std dev", "standard deviation between those k ranks", 1, figureCell(stats.FigureDeviation)},
		{"max", "max (rank)", "largest time of a rank", 13, maxCell},
		{"time", "time", "time of the slowest thread of the slowest rank", 13, timeCell},
		{"total", "total", "time of all ranks and threads", 3, figureCell(stats.FigureTotal)},
		{"self", "self", "time of all threads of a rank outside the regions below, mean over those k ranks", 5, figureCell(stats.FigureSelf)},
		{"imbalance", "imbalance", "max - mean: what the slowest rank costs", 11, imbalanceCell},
		{"share", "share", "that as a share of max", 7, shareCell},
		{"call", "a call", "mean time of a call", 3, callMeanCell},
		{"call-min", "call min", "shortest call", 2, figureCell(stats.FigureCallMin)},
		{"call-max", "call max (rank)", "longest call", 2, callMaxCell},
		{"call-p50", "call p50", "time below which half of the calls lie, where histograms were kept", 2, quantileCell(0.5)},
		{"call-p99", "call p99", "time below which 99 % of the calls lie", 2, quantileCell(0.99)},
		{"parent", "% parent", "time of all ranks, of that of the parent", 4, parentCell},
		{"run", "% run", "time of all ranks, of that of the region without a parent that has most", 12, runCell},
		{"bar", "", "that as a bar", 10, barCell},
	}
}

func columnNames() (names []string) {
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

func columnNamed(name string) (column, bool) {
	i := slices.IndexFunc(columns, func(c column) bool { return c.name == name })
	if i < 0 {
		return column{}, false
	}
	return columns[i], true
}

func checkColumns(names []string) error {
	for _, name := range names {
		if _, ok := columnNamed(name); !ok {
			return cli.Usagef("--columns %s: expected some of %s", name, strings.Join(columnNames(), ", "))
		}
	}
	return nil
}

// chosen are the columns to show. Those that the user names go from the right where there is no room.
func (v *view) chosen() []column {
	names := v.o.columns
	if len(names) == 0 {
		names = v.usual()
	}
	var list []column
	for i, name := range names {
		c, _ := columnNamed(name)
		if len(v.o.columns) > 0 {
			c.drop = len(names) - i
		}
		list = append(list, c)
	}
	return list
}

func (v *view) usual() []string {
	names := []string{"calls", "ranks", "threads", "min", "mean", "max", "self", "imbalance", "share", "parent", "run", "bar"}
	if v.serial() {
		names = []string{"calls", "threads", "time", "self", "call", "call-max", "parent", "run", "bar"}
	}
	flat := !slices.ContainsFunc(v.s.Regions, func(r stats.Region) bool { return r.Parent >= 0 })
	return slices.DeleteFunc(names, func(name string) bool {
		switch name {
		case "threads":
			return !slices.ContainsFunc(v.s.Regions, func(r stats.Region) bool {
				return r.Threads > r.Completed && r.Lacks&stats.LacksThreads == 0
			})
		case "self":
			return !v.selfKnown
		case "parent":
			return flat
		case "bar":
			return !v.o.page.Colour
		}
		return false
	})
}

func text(s string) sheet.Cell { return sheet.Cell{Text: s} }

// timeOf is a time, where there is one.
func (n *node) timeOf(ns float64, known bool) sheet.Cell {
	if !known || math.IsNaN(ns) {
		return text(dash)
	}
	d := cli.Duration(ns)
	if n.region.Estimated {
		d = "~" + d
	}
	return text(d)
}

func percentCell(share float64, known bool) sheet.Cell {
	if !known {
		return text(dash)
	}
	return text(cli.Percent(share))
}

// figureOf is a time of the node's region as far as it is known.
func (v *view) figureOf(n *node, of stats.FigureOf) sheet.Cell {
	return text(n.figure(v.s.Figure(n.region, of)))
}

func (n *node) figure(f stats.Figure) string {
	if f.Below {
		return tree.FigureText(f)
	}
	return n.timeOf(f.Value, f.Known).Text
}

func callsCell(_ *view, n *node) sheet.Cell {
	if n.region.Lacks&stats.LacksCalls != 0 {
		return text(dash)
	}
	return text(strconv.FormatUint(n.region.Calls, 10))
}

func ranksCell(v *view, n *node) sheet.Cell {
	if n.region.Ranks == 0 {
		return text(dash)
	}
	return text(fmt.Sprintf("%d/%d", n.region.Ranks, v.s.Contexts[n.region.Context].Size))
}

func threadsCell(_ *view, n *node) sheet.Cell {
	if n.region.Threads == 0 || n.region.Lacks&stats.LacksThreads != 0 {
		return text(dash)
	}
	return text(strconv.Itoa(n.region.Threads))
}

// extremeCell is a time with its rank. All ranks take the same room, so that times stand below each other.
func (v *view) extremeCell(n *node, of stats.FigureOf, rank int) sheet.Cell {
	room := len(strconv.Itoa(v.s.Size-1)) + 2
	f := v.s.Figure(n.region, of)
	if !f.Known && !f.Below {
		return text(dash + "  " + strings.Repeat(" ", room))
	}
	return text(n.figure(f) + " " + fmt.Sprintf("%*s", room, fmt.Sprintf("(%d)", rank)))
}

func minCell(v *view, n *node) sheet.Cell {
	return v.extremeCell(n, stats.FigureMin, n.region.Min.Rank)
}

func maxCell(v *view, n *node) sheet.Cell {
	return v.extremeCell(n, stats.FigureMax, n.region.Max.Rank)
}

func callMaxCell(v *view, n *node) sheet.Cell {
	if v.serial() {
		return v.figureOf(n, stats.FigureCallMax)
	}
	return v.extremeCell(n, stats.FigureCallMax, n.region.CallMax.Rank)
}

func timeCell(v *view, n *node) sheet.Cell {
	if n.other {
		return n.timeOf(n.region.Wall.Float64(), n.region.Lacks&stats.LacksWall == 0)
	}
	return v.figureOf(n, stats.FigureMax)
}

// figureCell is a column of nothing but a time.
func figureCell(of stats.FigureOf) func(*view, *node) sheet.Cell {
	return func(v *view, n *node) sheet.Cell { return v.figureOf(n, of) }
}

// What is worth a colour: a share of a region's time that is lost, where the region matters at all.
const (
	lostMuch, lostSome = 0.3, 0.1
	matters            = 0.01
)

func imbalanceCell(v *view, n *node) sheet.Cell {
	c := v.figureOf(n, stats.FigureImbalance)
	if f := v.s.Figure(n.region, stats.FigureImbalance); f.Known && f.Value >= matters*v.longest() {
		switch share := n.region.ImbalanceShare(); {
		case share >= lostMuch:
			c.Colour = sheet.Red
		case share >= lostSome:
			c.Colour = sheet.Yellow
		}
	}
	return c
}

func shareCell(v *view, n *node) sheet.Cell {
	f := v.s.Figure(n.region, stats.FigureLost)
	c := percentCell(f.Value, f.Known)
	if c.Text != dash {
		c.Text += " %"
	}
	return c
}

func callMeanCell(v *view, n *node) sheet.Cell {
	if n.other {
		return text(dash)
	}
	return v.figureOf(n, stats.FigureCallMean)
}

func quantileCell(q float64) func(*view, *node) sheet.Cell {
	return func(_ *view, n *node) sheet.Cell {
		return n.timeOf(n.region.CallQuantile(q), n.region.CallHistogram.Total() > 0)
	}
}

func parentCell(_ *view, n *node) sheet.Cell {
	whole := 0.0
	if n.parent != nil {
		whole = n.parent.region.Wall.Float64()
	}
	return percentCell(n.region.Wall.Float64()/whole, whole > 0 && (n.region.Lacks|n.parent.region.Lacks)&stats.LacksWall == 0)
}

func runCell(v *view, n *node) sheet.Cell {
	return percentCell(v.share(n.region.Wall), v.whole() > 0 && n.region.Lacks&stats.LacksWall == 0)
}

const barColumns = 10

// heat is the colour of a share of the run.
func heat(share float64) sheet.Colour {
	switch {
	case share >= 0.25:
		return sheet.Red
	case share >= 0.1:
		return sheet.Yellow
	case share < 0.001:
		return sheet.Dim
	}
	return sheet.None
}

func barCell(v *view, n *node) sheet.Cell {
	share := v.share(n.region.Wall)
	if n.region.Lacks&stats.LacksWall != 0 {
		share = 0
	}
	return sheet.Cell{Text: sheet.Bar(share, barColumns), Colour: heat(share)}
}
