package tree

import (
	"bytes"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/go-hpc/timers/stats"
)

// column is a column of numbers.
type column int

const (
	calls column = iota
	ranks
	threads
	least
	leastRank
	mean
	most
	mostRank
	imbalance
	ofMax
	ofParent
	ofTotal
)

// titles of the columns. Units of two letters stand behind times, hence the blank behind a title.
var titles = map[column]string{
	calls: "calls", ranks: "ranks", threads: "threads",
	least: "min  ", leastRank: "(rank)", mean: "mean  ", most: "max  ", mostRank: "(rank)",
	imbalance: "imbalance", ofMax: "share", ofParent: "% parent", ofTotal: "% total",
}

// serial reports whether there is but one rank, over which no statistics are worth a column.
func (p *page) serial() bool { return p.s.Size <= 1 }

// columns says which columns there are to show.
func (p *page) columns() []column {
	var all []column
	for c := calls; c <= ofTotal; c++ {
		switch c {
		case threads:
			if !p.threaded() {
				continue
			}
		case ranks, least, leastRank, most, mostRank, imbalance, ofMax:
			if p.serial() {
				continue
			}
		}
		all = append(all, c)
	}
	return all
}

// dispensable are the columns that go first when a page is too narrow for all.
var dispensable = [][]column{{threads}, {ofMax}, {least, leastRank}, {ofParent}, {imbalance}, {ranks}}

// narrow leaves columns out until names of a fair width fit on the page.
func (p *page) narrow(rows []row) []column {
	shown := p.columns()
	if p.o.Width <= 0 {
		return shown
	}
	for _, group := range dispensable {
		if p.room(shown, rows) >= fairName {
			break
		}
		n := len(shown)
		shown = slices.DeleteFunc(shown, func(c column) bool { return slices.Contains(group, c) })
		p.narrowed = p.narrowed || len(shown) < n
	}
	return shown
}

// fairName is how many columns the tree should have, with the names in it.
const fairName = 24

// threaded reports whether some region ran on several threads of a rank.
func (p *page) threaded() bool {
	for i := range p.s.Regions {
		if r := &p.s.Regions[i]; r.Threads > r.Completed && r.Lacks&stats.LacksThreads == 0 {
			return true
		}
	}
	return false
}

// cell is what stands in a column of a row.
func (r *row) cell(c column) string {
	if cell, ok := r.cells[c]; ok {
		return cell
	}
	switch c {
	case leastRank, mostRank, ofMax:
		return ""
	case least, mean, most, imbalance:
		return dash + "  "
	}
	return dash
}

// title is what stands above a column.
func (p *page) title(c column) string {
	if c == mean && p.serial() {
		return "time  "
	}
	return titles[c]
}

// gap is what stands between columns. A rank belongs to the time before it.
func gap(next column) string {
	switch next {
	case leastRank, mostRank:
		return " "
	}
	return "  "
}

// table aligns rows below their titles.
func (p *page) table(rows []row) ([]string, error) {
	shown := p.narrow(rows)
	title := []string{"region"}
	align := []tw.Align{tw.AlignLeft}
	var padding []tw.Padding
	for _, c := range shown {
		title = append(title, p.title(c))
		if c == leastRank || c == mostRank {
			align = append(align, tw.AlignLeft)
		} else {
			align = append(align, tw.AlignRight)
		}
		padding = append(padding, tw.Padding{Right: gap(c), Overwrite: true})
	}
	padding = append(padding, tw.Padding{Overwrite: true})

	var b bytes.Buffer
	t := newTable(&b, align, padding)
	t.Header(title)
	room := p.room(shown, rows)
	for i := range rows {
		line := []string{p.label(&rows[i], room)}
		for _, c := range shown {
			line = append(line, rows[i].cell(c))
		}
		if err := t.Append(line); err != nil {
			return nil, err
		}
	}
	if err := t.Render(); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"), nil
}

// newTable makes a table without lines that leaves cells as they are: tablewriter's defaults would
// put titles into capitals, wrap long cells and trim the blanks that align units.
func newTable(b *bytes.Buffer, align []tw.Align, padding []tw.Padding) *tablewriter.Table {
	cells := tw.CellConfig{
		Padding:    tw.CellPadding{Global: tw.Padding{Overwrite: true}, PerColumn: padding},
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	bare := tw.Rendition{
		Borders:  tw.BorderNone,
		Symbols:  tw.NewSymbols(tw.StyleNone),
		Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone},
	}
	return tablewriter.NewTable(b,
		tablewriter.WithRenderer(renderer.NewBlueprint(bare)),
		tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells,
			Behavior: tw.Behavior{TrimSpace: tw.Off, TrimTab: tw.Off, TrimLine: tw.Off}}))
}

// leastName is how many columns of a name remain, however narrow the page.
const leastName = 8

// room is how many columns the numbers leave for the first one; negative: any.
func (p *page) room(shown []column, rows []row) int {
	if p.o.Width <= 0 {
		return -1
	}
	room := p.o.Width
	for _, c := range shown {
		widest := twwidth.Width(p.title(c))
		for i := range rows {
			widest = max(widest, twwidth.Width(rows[i].cell(c)))
		}
		room -= len(gap(c)) + widest
	}
	return max(room, 0)
}

// label is the first column of a row: the guides and as much of the name as there is room for.
func (p *page) label(r *row, room int) string {
	limit := p.o.NameWidth
	if limit == 0 {
		limit = DefaultNameWidth
	}
	if room >= 0 {
		left := max(room-twwidth.Width(r.guides)-twwidth.Width(r.suffix), leastName)
		if limit < 0 || left < limit {
			limit = left
		}
	}
	return r.guides + p.fit(r.name, limit) + r.suffix
}
