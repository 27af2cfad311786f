package tree

import (
	"github.com/go-hpc/timers/internal/columns"
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

// wanted reports whether there is anything to show in a column.
func (p *page) wanted(c column) bool {
	switch c {
	case threads:
		return p.threaded()
	case ranks, least, leastRank, most, mostRank, imbalance, ofMax:
		return !p.serial()
	}
	return true
}

// dispensable are the columns that go first when a page is too narrow for all.
var dispensable = [][]column{{threads}, {ofMax}, {least, leastRank}, {ofParent}, {imbalance}, {ranks}}

// narrow leaves columns out until names of a fair width fit on the page, and says how much room they have.
func (p *page) narrow(g *grid) int {
	for _, group := range dispensable {
		if p.o.Width <= 0 || p.room(g) >= fairName {
			break
		}
		for _, c := range group {
			shown := &g.columns[1+int(c)]
			p.narrowed = p.narrowed || !shown.off
			shown.off = true
		}
	}
	return p.room(g)
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

// title is what stands above a column.
func (p *page) title(c column) string {
	if c == mean && p.serial() {
		return "time  "
	}
	return titles[c]
}

// gap is what stands before a column. A rank belongs to the time before it.
func gap(c column) string {
	switch c {
	case leastRank, mostRank:
		return " "
	}
	return "  "
}

// table aligns the rows below their titles, and appends them.
func (p *page) table(to []byte) []byte {
	p.numbers = grid{columns: []gridColumn{{title: "region", left: true}}}
	for c := calls; c <= ofTotal; c++ {
		p.numbers.columns = append(p.numbers.columns, gridColumn{title: p.title(c), left: c == leastRank || c == mostRank, gap: gap(c), off: !p.wanted(c)})
	}
	p.numbers.grow(len(p.s.Regions))
	rows := p.rows()
	if len(rows) == 0 {
		return append(to, "no region was timed\n"...)
	}
	g := &p.numbers
	for i := range rows {
		for c := calls; c <= ofTotal; c++ {
			if !g.has(i, 1+int(c)) {
				g.put(i, 1+int(c), absent(c))
			}
		}
	}
	for c := calls; c <= ofTotal; c++ {
		g.measure(1 + int(c))
	}
	room := p.narrow(g)
	for i := range rows {
		p.label(g, i, &rows[i], room)
	}
	g.measure(0)
	return g.write(to)
}

// absent stands in a cell for what does not exist.
func absent(c column) string {
	switch c {
	case leastRank, mostRank, ofMax:
		return ""
	case least, mean, most, imbalance:
		return dash + "  "
	}
	return dash
}

// leastName is how many columns of a name remain, however narrow the page.
const leastName = 8

// room is how many columns the numbers leave for the first one; negative: any.
func (p *page) room(g *grid) int {
	if p.o.Width <= 0 {
		return -1
	}
	room := p.o.Width
	for _, c := range g.columns[1:] {
		if !c.off {
			room -= len(c.gap) + c.width
		}
	}
	return max(room, 0)
}

// label fills in the first column of a row: the guides and as much of the name as there is room for.
func (p *page) label(g *grid, at int, r *row, room int) {
	limit := p.o.NameWidth
	if limit == 0 {
		limit = DefaultNameWidth
	}
	if room >= 0 {
		left := max(room-columns.Width(r.guides)-columns.Width(r.suffix), leastName)
		if limit < 0 || left < limit {
			limit = left
		}
	}
	from := len(g.text)
	g.text = append(append(append(g.text, r.guides...), p.fit(r.name, limit)...), r.suffix...)
	g.end(at, 0, from)
}
