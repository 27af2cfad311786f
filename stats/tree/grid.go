package tree

import (
	"slices"

	"github.com/go-hpc/timers/internal/columns"
)

// grid is a table without lines: cells below titles, numbers to the right and words to the left.
type grid struct {
	columns []gridColumn
	text    []byte // of all cells, one behind the other
	cells   []cell // row by row
}

type gridColumn struct {
	title string
	left  bool   // words
	gap   string // before it
	off   bool   // not shown
	width int
}

// cell is where the text of a cell stands, and how wide it is.
type cell struct {
	from          int
	length, width int32
}

// grow makes room for rows.
func (g *grid) grow(rows int) {
	const usual = 120 // bytes of a row
	g.cells = slices.Grow(g.cells, rows*len(g.columns))
	g.text = slices.Grow(g.text, rows*usual)
}

// row adds an empty row and returns its number.
func (g *grid) row() int {
	for range g.columns {
		g.cells = append(g.cells, cell{})
	}
	return len(g.cells)/len(g.columns) - 1
}

// end makes what was appended to the text from there on the content of a cell.
func (g *grid) end(row, column, from int) {
	width := len(g.text) - from
	for _, b := range g.text[from:] {
		if b < ' ' || b > '~' {
			width = columns.Width(string(g.text[from:]))
			break
		}
	}
	g.cells[row*len(g.columns)+column] = cell{from, int32(len(g.text) - from), int32(width)}
}

// measure finds the width of a column.
func (g *grid) measure(column int) {
	c := &g.columns[column]
	c.width = columns.Width(c.title)
	for i := column; i < len(g.cells); i += len(g.columns) {
		c.width = max(c.width, int(g.cells[i].width))
	}
}

// write appends the titles and the rows, a line each.
func (g *grid) write(to []byte) []byte {
	start, line := len(to), 1
	for _, c := range g.columns {
		line += len(c.gap) + c.width
	}
	to = slices.Grow(to, line*(1+len(g.cells)/len(g.columns)))
	for i := range g.columns {
		if c := &g.columns[i]; !c.off {
			to = g.align(append(to, c.gap...), c, []byte(c.title), columns.Width(c.title))
		}
	}
	to = endLine(to, start)
	for first := 0; first < len(g.cells); first += len(g.columns) {
		start := len(to)
		for i, cell := range g.cells[first : first+len(g.columns)] {
			if c := &g.columns[i]; !c.off {
				to = g.align(append(to, c.gap...), c, g.text[cell.from:cell.from+int(cell.length)], int(cell.width))
			}
		}
		to = endLine(to, start)
	}
	return to
}

func (g *grid) align(to []byte, c *gridColumn, text []byte, width int) []byte {
	if c.left {
		return columns.Pad(append(to, text...), width, c.width)
	}
	return append(columns.Pad(to, width, c.width), text...)
}

// endLine ends the line that starts there, without blanks at its end.
func endLine(to []byte, start int) []byte {
	for len(to) > start && to[len(to)-1] == ' ' {
		to = to[:len(to)-1]
	}
	return append(to, '\n')
}
