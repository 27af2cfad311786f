package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// style is how a text looks on a terminal; the zero style is plain.
type style struct {
	bold, dim, reverse bool
	colour             int // 1 red, 2 green, 3 yellow, 6 cyan; 0 for that of the terminal
}

const (
	red    = 1
	green  = 2
	yellow = 3
	cyan   = 6
)

// segment is a text in one style.
type segment struct {
	text string
	style
}

// line is a line of a screen, or what stands in a column of it.
type line []segment

func plain(text string) line           { return line{{text: text}} }
func styled(text string, s style) line { return line{{text, s}} }

func (l line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.text)
	}
	return b.String()
}

func (l line) width() int {
	n := 0
	for _, s := range l {
		n += cli.Width(s.text)
	}
	return n
}

// cut shortens a line to so many columns.
func (l line) cut(columns int) line {
	if l.width() <= columns {
		return l
	}
	var short line
	for _, s := range l {
		w := cli.Width(s.text)
		if w >= columns { // something follows that has no room
			return append(short, segment{cli.Cut(s.text+"…", columns), s.style})
		}
		short = append(short, s)
		columns -= w
	}
	return short
}

// pad adds blanks up to a number of columns, on the left for numbers.
func (l line) pad(columns int, left bool) line {
	blanks := columns - l.width()
	switch {
	case blanks <= 0:
		return l
	case left:
		return append(plain(strings.Repeat(" ", blanks)), l...)
	}
	return append(l[:len(l):len(l)], segment{text: strings.Repeat(" ", blanks)})
}

// column says how a column of a grid is laid out.
type column struct {
	title    string
	right    bool // numbers stand at its right edge
	tight    bool // one blank before it instead of two
	least    int  // width that it has at any rate, so that it does not jump
	flexible int  // it may be cut to so many columns; 0: never
	tail     bool // of what is cut the end is kept
	drop     int  // where columns have to be left out, those with the smallest number go first; 0: never
}

// grid is a table with aligned columns.
type grid struct {
	columns []column
	rows    [][]line // a line for each column; nil stands for nothing
}

func (g *grid) add(cells ...line) { g.rows = append(g.rows, cells) }

// lines lays the grid out for a page of so many columns; 0: any. Left out are columns that may be,
// then what is flexible is cut.
func (g *grid) lines(page int) (title line, rows []line) {
	shown, widths := g.fit(page)
	build := func(cell func(c int) line) line {
		var l line
		for k, c := range shown {
			if k > 0 {
				l = append(l, segment{text: g.gap(c)})
			}
			in := cell(c)
			if g.columns[c].tail && in.width() > widths[c] {
				in = styled(cli.CutLeft(in.String(), widths[c]), in[0].style)
			}
			in = in.cut(widths[c])
			if k < len(shown)-1 || g.columns[c].right {
				in = in.pad(widths[c], g.columns[c].right)
			}
			l = append(l, in...)
		}
		return l
	}
	title = build(func(c int) line { return plain(g.columns[c].title) })
	for _, row := range g.rows {
		rows = append(rows, build(func(c int) line { return row[c] }))
	}
	return title, rows
}

func (g *grid) gap(c int) string {
	if g.columns[c].tight {
		return " "
	}
	return "  "
}

// fit chooses the columns and their widths.
func (g *grid) fit(page int) (shown, widths []int) {
	widths = make([]int, len(g.columns))
	for c := range g.columns {
		shown = append(shown, c)
		widths[c] = max(cli.Width(g.columns[c].title), g.columns[c].least)
		for _, row := range g.rows {
			widths[c] = max(widths[c], row[c].width())
		}
	}
	if page <= 0 {
		return shown, widths
	}
	for {
		excess := g.total(shown, widths) - page
		if excess <= g.slack(shown, widths) {
			g.shrink(shown, widths, excess)
			return shown, widths
		}
		first := -1
		for k, c := range shown {
			if d := g.columns[c].drop; d > 0 && (first < 0 || d < g.columns[shown[first]].drop) {
				first = k
			}
		}
		if first < 0 {
			g.shrink(shown, widths, excess)
			return shown, widths
		}
		shown = slices.Delete(shown, first, first+1)
	}
}

func (g *grid) total(shown, widths []int) int {
	n := 0
	for k, c := range shown {
		if n += widths[c]; k > 0 {
			n += len(g.gap(c))
		}
	}
	return n
}

// slack is how much the flexible columns can give.
func (g *grid) slack(shown, widths []int) int {
	n := 0
	for _, c := range shown {
		if f := g.columns[c].flexible; f > 0 {
			n += max(widths[c]-f, 0)
		}
	}
	return n
}

// shrink takes what is too much from the flexible columns: first from those that may become smallest.
func (g *grid) shrink(shown, widths []int, excess int) {
	order := slices.Clone(shown)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.columns[a].flexible, g.columns[b].flexible) })
	for _, c := range order {
		if f := g.columns[c].flexible; f > 0 && excess > 0 {
			less := min(excess, max(widths[c]-f, 0))
			widths[c] -= less
			excess -= less
		}
	}
}

// text is the grid without styles, as lines for a page of so many columns; 0: any.
func (g *grid) text(page int) []string {
	title, rows := g.lines(page)
	lines := []string{strings.TrimRight(title.String(), " ")}
	for _, r := range rows {
		lines = append(lines, strings.TrimRight(r.String(), " "))
	}
	return lines
}
