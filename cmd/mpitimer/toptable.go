package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
)

// Where columns have to be left out, those with the smallest number go first.
const (
	dropBar = iota + 1
	dropCalls
	dropMin
	dropImbalance
	dropHost
	dropMax
	dropInside
	dropShare
	dropRate
)

// treeGrid is the tree as a table.
func (v *view) treeGrid(s *sample, rows []row) *grid {
	g := &grid{}
	var cells []func(r *row) line
	add := func(c column, cell func(r *row) line) {
		g.columns = append(g.columns, c)
		cells = append(cells, cell)
	}
	add(column{title: "region", flexible: 22, least: 22}, v.nameCell)
	several := s.size > 1
	if several {
		add(column{title: "in", right: true, least: 3, drop: dropInside}, insideCell)
	}
	add(column{title: "now %", right: true, least: 5}, nowCell)
	add(column{title: "", tight: true, least: 8, drop: dropBar}, barCell)
	add(column{title: "calls/s", right: true, least: 7, drop: dropRate}, rateCell)
	add(column{title: "run %", right: true, least: 5, drop: dropShare}, func(r *row) line { return v.shareCell(s, r) })
	add(column{title: "calls", right: true, least: 6, drop: dropCalls}, v.callsCell)
	if !several {
		add(column{title: "time  ", right: true, least: 8}, v.meanCell)
	} else {
		add(column{title: "min  ", right: true, least: 8, drop: dropMin}, v.minCell)
		add(column{title: "mean  ", right: true, least: 8}, v.meanCell)
		add(column{title: "max  ", right: true, least: 8, drop: dropMax}, v.maxCell)
		add(column{title: "(rank)", tight: true, drop: dropMax}, v.maxRankCell)
		add(column{title: "imbalance", right: true, drop: dropImbalance}, v.imbalanceCell)
	}
	for i := range rows {
		var cellsOfRow []line
		for _, cell := range cells {
			cellsOfRow = append(cellsOfRow, cell(&rows[i]))
		}
		g.add(cellsOfRow...)
	}
	return g
}

func (v *view) nameCell(r *row) line {
	name := segment{text: r.name}
	switch {
	case r.faint:
		name.dim = true
	case v.filter != "":
		name.bold = true
	}
	l := line{{r.guides, style{dim: true}}, name}
	if r.hidden > 0 {
		l = append(l, segment{" +" + strconv.Itoa(r.hidden), style{colour: cyan}})
	}
	return l
}

func insideCell(r *row) line {
	if r.inside == 0 {
		return nil
	}
	return styled(strconv.Itoa(r.inside), style{colour: green})
}

func nowCell(r *row) line {
	if r.last == nil {
		return plain("-")
	}
	return styled(cli.Percent(r.now), heat(r.now))
}

// heat makes a share stand out.
func heat(share float64) style {
	switch {
	case share >= 0.5:
		return style{bold: true}
	case share < 0.01:
		return style{dim: true}
	}
	return style{}
}

// barCell draws the share of the last interval, an eighth of a column as the smallest step.
func barCell(r *row) line {
	const columns = 8
	eighths := int(min(max(r.now, 0), 1)*columns*8 + 0.5)
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return styled(bar, style{colour: cyan})
}

func rateCell(r *row) line {
	if r.last == nil {
		return plain("-")
	}
	return plain(cli.Quantity(r.rate))
}

func (v *view) shareCell(s *sample, r *row) line {
	root := s.regions[0].Wall.Float64()
	if root == 0 {
		return plain("-")
	}
	share := r.Wall.Float64() / root
	return styled(cli.Percent(share), heat(share))
}

func (v *view) callsCell(r *row) line {
	f := v.figures(r.region)
	if f == nil {
		return plain("-")
	}
	return plain(cli.Calls(f.Calls))
}

// timeCell is a time of the run or of the interval, scaled from a sample of the calls if it has "~".
func (v *view) timeCell(r *row, ns float64) line {
	if r.Estimated {
		return plain("~" + cli.Duration(ns))
	}
	return plain(cli.Duration(ns))
}

func (v *view) meanCell(r *row) line {
	f := v.figures(r.region)
	if f == nil || f.Ranks == 0 {
		return plain("-  ")
	}
	return v.timeCell(r, f.MeanOverRanks())
}

func (v *view) minCell(r *row) line {
	f := v.figures(r.region)
	if f == nil || f.Ranks == 0 {
		return plain("-  ")
	}
	return v.timeCell(r, float64(f.Min.Value))
}

func (v *view) maxCell(r *row) line {
	f := v.figures(r.region)
	if f == nil || f.Ranks == 0 {
		return plain("-  ")
	}
	return v.timeCell(r, float64(f.Max.Value))
}

func (v *view) maxRankCell(r *row) line {
	f := v.figures(r.region)
	if f == nil || f.Ranks == 0 {
		return nil
	}
	return styled(fmt.Sprintf("(%d)", f.Max.Rank), style{dim: true})
}

func (v *view) imbalanceCell(r *row) line {
	f := v.figures(r.region)
	if f == nil || f.Ranks < 2 {
		return plain("-  ")
	}
	return styled(cli.Duration(f.Imbalance()), worry(f.ImbalanceShare(), r.now))
}

// worry marks an imbalance that matters: large in itself, and in a region that the run spends time in.
func worry(share, now float64) style {
	switch {
	case now < 0.02 || share < 0.2:
		return style{}
	case share < 0.5:
		return style{colour: yellow}
	}
	return style{colour: red}
}

// rankGrid shows where each rank is.
func (v *view) rankGrid(s *sample, rows []rankRow) *grid {
	g := &grid{columns: []column{
		{title: "rank", right: true, least: 5},
		{title: "host", flexible: 8, drop: dropHost},
		{title: "state", least: 8},
		{title: "for", right: true, least: 9},
		{title: "inside", flexible: 24, tail: true},
	}}
	for i := range rows {
		r := &rows[i]
		if r.level >= 0 {
			o := &r.at[r.level]
			name := printable.Line(o.Path[len(o.Path)-1]) + contextMark(o.Context)
			guides := strings.Repeat("  ", r.level) + "└ "
			g.add(nil, nil, nil, styled(held(o.For), style{dim: true}), line{{guides, style{dim: true}}, {text: name}})
			continue
		}
		open, inside := plain(held(r.since())), plain(r.inside())
		if r.at == nil {
			open, inside = plain("-  "), plain("-")
		}
		g.add(plain(strconv.Itoa(r.Rank)), plain(printable.Line(r.Host)), styled(r.State.String(), r.stateStyle()), open, inside)
	}
	return g
}
