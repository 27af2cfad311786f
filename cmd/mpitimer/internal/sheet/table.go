package sheet

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
)

// Column says how a column of a table is laid out.
type Column struct {
	Title string
	Right bool // at the right edge, as numbers
	Tight bool // one blank before it instead of two: it belongs to the column before
	Min   int  // it is so wide at least, so that it does not jump from one look to the next
	Least int  // its cells may be cut to this many columns; 0: never
	Tail  bool // of a cell that is cut the end is kept
	Names bool // its cells are names, of which one that is cut shows where it differs; at most one column has them
	Drop  int  // where columns have to be left out, those with the smallest number go first; 0: never
}

// Table is a table of a command.
type Table struct {
	Columns []Column
	Rows    [][]Text // a text for each column; nil means nothing

	Left []bool // which columns were left out when it was last drawn

	same map[string]int // of names that are cut, see differs
}

// New makes a table whose first columns hold words and whose others hold numbers.
func New(words int, titles ...string) *Table {
	t := &Table{}
	for i, title := range titles {
		t.Columns = append(t.Columns, Column{Title: title, Right: i >= words})
	}
	return t
}

// List draws rows of words, such as words and their meanings, indented as in a help text.
func List(rows ...[]string) string {
	if len(rows) == 0 {
		return ""
	}
	t := New(len(rows[0]), make([]string, len(rows[0]))...)
	for _, r := range rows {
		t.Words(append([]string{"  " + r[0]}, r[1:]...)...)
	}
	return t.String()
}

// String draws the table as wide as it is, without styles.
func (t *Table) String() string { return strings.Join(t.Lines(0, None), "\n") + "\n" }

// Add appends a row.
func (t *Table) Add(cells ...Text) { t.Rows = append(t.Rows, cells) }

// Words appends a row of plain texts.
func (t *Table) Words(cells ...string) {
	row := make([]Text, len(cells))
	for i, c := range cells {
		row[i] = Plain(c)
	}
	t.Add(row...)
}

// Lines draws the table for a terminal of the given width; below 1 means no limit. Its titles, if it has any,
// are the first line. Columns without room are left out, then cells are cut; no line is ever longer.
func (t *Table) Lines(width int, paint Paint) []string {
	title, rows := t.Draw(width, paint)
	if title == "" {
		return rows
	}
	return append([]string{title}, rows...)
}

// Draw returns the lines of titles and rows apart.
func (t *Table) Draw(width int, paint Paint) (title string, rows []string) {
	return t.Window(width, paint, 0, len(t.Rows))
}

// Window draws only some of the rows, as wide as if it were all of them.
func (t *Table) Window(width int, paint Paint, from, to int) (title string, rows []string) {
	shown, fits := t.fit(width)
	if at := t.nameColumn(); at >= 0 && t.widest(at) > shown[at].Width {
		short := t.abridged(width)
		shown, fits = short.fit(width)
		short.same = differs(short.names())
		defer func(of *Table) { of.Left = short.Left }(t)
		t = short
	}
	if !fits { // lines are cut, which would part a text from the end of its style
		paint = None
	}
	titles := make([]Text, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = Styled(c.Title, Bold)
	}
	draw := func(row []Text) string {
		line := strings.TrimRight(t.line(row, shown).Paint(paint), " ")
		if !fits {
			line = Cut(line, width)
		}
		return line
	}
	for _, row := range t.Rows[from:to] {
		rows = append(rows, draw(row))
	}
	return draw(titles), rows
}

// line joins the cells of a row. A library would pad them by a count of columns of its own: two counts agree
// on all texts but the rare ones, and then a line is too long.
func (t *Table) line(row []Text, shown []columns.Column) (line Text) {
	for i, c := range shown {
		if c.Off {
			continue
		}
		if len(line) > 0 {
			line = append(line, Part{Text: t.gap(i)})
		}
		cell := t.cell(row[i], i, c.Width)
		blanks := Part{Text: strings.Repeat(" ", max(c.Width-cell.Width(), 0))}
		if t.Columns[i].Right {
			line = append(append(line, blanks), cell...)
		} else {
			line = append(append(line, cell...), blanks)
		}
	}
	return line
}

// fit chooses the columns and their widths.
func (t *Table) fit(width int) (shown []columns.Column, fits bool) {
	for i, c := range t.Columns {
		shown = append(shown, columns.Column{Width: max(Width(c.Title), c.Min, t.widest(i)), Gap: len(t.gap(i)), Least: c.Least, Drop: c.Drop})
	}
	fits = columns.Fit(shown, width)
	for i := len(shown) - 1; i > 0 && !fits; i-- { // a number that is cut reads as another
		if t.Columns[i].Right && !shown[i].Off {
			shown[i].Off = true
			fits = columns.Fit(shown, width)
		}
	}
	t.Left = nil
	for _, c := range shown {
		t.Left = append(t.Left, c.Off)
	}
	return shown, fits
}

// widest is how much room the cells of a column take.
func (t *Table) widest(i int) (width int) {
	for _, row := range t.Rows {
		width = max(width, row[i].Width())
	}
	return width
}

// gap stands before a column.
func (t *Table) gap(i int) string {
	if t.Columns[i].Tight {
		return " "
	}
	return "  "
}

// cell returns the part of a text that fits a column.
func (t *Table) cell(text Text, i, width int) Text {
	if t.Columns[i].Names {
		return cutName(text, width, t.same)
	}
	if t.Columns[i].Tail && text.Width() > width {
		return Styled(CutLeft(text.String(), width), text[0].Style)
	}
	return text.Cut(width)
}

// Markdown draws the table in Markdown. Text in any style but Dim is bold.
func (t *Table) Markdown() string {
	lines := make([][]string, 1, len(t.Rows)+1)
	for _, c := range t.Columns {
		lines[0] = append(lines[0], Markdown(strings.TrimSpace(c.Title)))
	}
	for _, row := range t.Rows {
		var cells []string
		for _, text := range row {
			cells = append(cells, text.markdown())
		}
		lines = append(lines, cells)
	}
	rule := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		width := 1 // a rule has three characters at least
		for _, cells := range lines {
			width = max(width, Width(cells[i]))
		}
		for _, cells := range lines {
			blanks := strings.Repeat(" ", width-Width(cells[i]))
			if c.Right {
				cells[i] = " " + blanks + cells[i] + " "
			} else {
				cells[i] = " " + cells[i] + blanks + " "
			}
		}
		if rule[i] = ":" + strings.Repeat("-", width+1); c.Right {
			rule[i] = strings.Repeat("-", width+1) + ":"
		}
	}
	var b strings.Builder
	for _, cells := range slices.Insert(lines, 1, rule) {
		b.WriteString("|" + strings.Join(cells, "|") + "|\n")
	}
	return b.String()
}

// WithoutEmpty leaves out columns that have no title and in which nothing stands.
func (t *Table) WithoutEmpty() *Table {
	for c := len(t.Columns) - 1; c >= 0; c-- {
		used := t.Columns[c].Title != ""
		for _, row := range t.Rows {
			used = used || row[c].Width() > 0
		}
		if used {
			continue
		}
		if c+1 < len(t.Columns) && !t.Columns[c].Tight {
			t.Columns[c+1].Tight = false // it stood close to something that is not there
		}
		t.Columns = slices.Delete(t.Columns, c, c+1)
		for i, row := range t.Rows {
			t.Rows[i] = slices.Delete(row, c, c+1)
		}
	}
	return t
}
