package tree

import (
	"github.com/go-hpc/timers/internal/columns"
)

// gap is what stands before a column. A rank belongs to the time before it.
func (c *Column) gap() string {
	if c.Words {
		return " "
	}
	return "  "
}

// fairName is how many columns the tree should have, with the names in it; leastName is how many of a name remain,
// however narrow the page.
const (
	fairName  = 24
	leastName = 8
)

// table aligns the rows below their titles, and appends them. It returns which columns there are.
func (t *Tree) table(to []byte) ([]byte, []Column) {
	list := t.Usual()
	rows := t.Rows()
	if len(rows) == 0 {
		return append(to, "no region was timed\n"...), list
	}
	g := t.fill(rows, list)
	shown := t.narrow(g, rows, list)
	return g.write(to), shown
}

// fill makes a grid of rows and columns.
func (t *Tree) fill(rows []Row, list []Column) *grid {
	g := &grid{columns: []gridColumn{{title: "region", left: true}}}
	for i := range list {
		g.columns = append(g.columns, gridColumn{title: list[i].Title, left: list[i].Words, gap: list[i].gap()})
	}
	g.grow(len(rows))
	for i := range rows {
		at, from := g.row(), len(g.text)
		g.text = t.appendLabel(g.text, &rows[i], -1)
		g.end(at, 0, from)
		for k := range list {
			from = len(g.text)
			g.text = t.appendCell(g.text, &rows[i], &list[k])
			g.end(at, 1+k, from)
		}
	}
	for c := range g.columns {
		g.measure(c)
	}
	return g
}

// narrow fits the grid to the page: names are cut, then columns left out. It returns those that are not.
func (t *Tree) narrow(g *grid, rows []Row, list []Column) (shown []Column) {
	fit := []columns.Column{{Width: g.columns[0].width, Least: min(g.columns[0].width, fairName)}}
	for i := range list {
		fit = append(fit, columns.Column{Width: g.columns[1+i].width, Gap: len(list[i].gap()), Drop: list[i].Drop})
	}
	columns.Fit(fit, t.o.Width)
	for i := range list {
		if g.columns[1+i].off = fit[1+i].Off; fit[1+i].Off {
			t.narrowed = true
		} else {
			shown = append(shown, list[i])
		}
	}
	if fit[0].Width == g.columns[0].width {
		return shown
	}
	for i := range rows {
		from := len(g.text)
		g.text = t.appendLabel(g.text, &rows[i], fit[0].Width)
		g.end(i, 0, from)
	}
	g.measure(0)
	return shown
}

// Label returns the first column of a row: its guides, its name within Options.NameWidth, and its note.
func (t *Tree) Label(r *Row) string { return string(t.appendLabel(nil, r, -1)) }

// appendLabel appends the label of a row, in so many columns if that is possible; below 0: any.
func (t *Tree) appendLabel(to []byte, r *Row, room int) []byte {
	limit := t.o.NameWidth
	if limit == 0 {
		limit = DefaultNameWidth
	}
	if room >= 0 {
		left := max(room-columns.Width(r.Guides)-columns.Width(r.Note), leastName)
		if limit < 0 || left < limit {
			limit = left
		}
	}
	return append(append(append(to, r.Guides...), t.fit(r.Name, limit)...), r.Note...)
}
