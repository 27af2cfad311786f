// Package sheet lays tables and lines out for a terminal of some width, in colour or plain.
package sheet

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// Colour is one of the terminal's own.
type Colour int

// The colours in use. None is that of the terminal's text.
const (
	None   Colour = 0
	Red    Colour = 31
	Green  Colour = 32
	Yellow Colour = 33
	Dim    Colour = 2
	Bold   Colour = 1
)

// Cell is what stands in a column.
type Cell struct {
	Text   string // printable, without line ends: see package printable
	Colour Colour
}

// Column says how a column is laid out.
type Column struct {
	Title string
	Right bool // at the right edge, as numbers
	Least int  // it may be cut to so many columns of the terminal; 0: never
	Drop  int  // where columns have to be left out, those with the smallest number go first; 0: never
}

// Table is a table.
type Table struct {
	Columns []Column
	Rows    [][]Cell // a cell for each column
}

const gap = "  "

// Lines lays a table out for a terminal of so many columns, below 1: any. Columns of the table are left out
// where they have no room, then cells are cut; no line is ever longer.
func (t *Table) Lines(width int, colour bool) []string {
	widths := t.widths()
	shown, fits := t.fit(widths, width)
	colour = colour && fits
	lines := make([]string, 0, 1+len(t.Rows))
	title := make([]Cell, len(t.Columns))
	titled := false
	for i := range t.Columns {
		title[i] = Cell{Text: t.Columns[i].Title, Colour: Bold}
		titled = titled || t.Columns[i].Title != ""
	}
	if titled {
		lines = append(lines, t.line(title, shown, widths, colour))
	}
	for _, row := range t.Rows {
		lines = append(lines, t.line(row, shown, widths, colour))
	}
	if !fits {
		for i := range lines {
			lines[i] = cli.Cut(lines[i], width)
		}
	}
	return lines
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for i := range t.Columns {
		widths[i] = cli.Width(t.Columns[i].Title)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], cli.Width(row[i].Text))
		}
	}
	return widths
}

// fit chooses the columns, and makes those narrower that may be. It says whether that suffices.
func (t *Table) fit(widths []int, width int) (shown []int, fits bool) {
	for i := range t.Columns {
		shown = append(shown, i)
	}
	if width < 1 {
		return shown, true
	}
	for {
		total, slack := -len(gap), 0
		for _, i := range shown {
			total += widths[i] + len(gap)
			if least := t.Columns[i].Least; least > 0 {
				slack += max(widths[i]-least, 0)
			}
		}
		excess := total - width
		if excess <= slack || !t.drop(&shown) {
			return shown, t.shrink(shown, widths, excess) <= 0
		}
	}
}

// drop leaves one column out, if there is one that may be.
func (t *Table) drop(shown *[]int) bool {
	first := -1
	for k, i := range *shown {
		if d := t.Columns[i].Drop; d > 0 && (first < 0 || d < t.Columns[(*shown)[first]].Drop) {
			first = k
		}
	}
	if first < 0 {
		return false
	}
	*shown = append((*shown)[:first:first], (*shown)[first+1:]...)
	return true
}

// shrink cuts first what may be cut, then whatever there is: a line that is too long wraps and hides all.
func (t *Table) shrink(shown, widths []int, excess int) (left int) {
	for _, force := range []bool{false, true} {
		for _, i := range shown {
			least := t.Columns[i].Least
			if force {
				least = 1
			}
			if excess > 0 && least > 0 {
				less := min(excess, max(widths[i]-least, 0))
				widths[i] -= less
				excess -= less
			}
		}
	}
	return excess
}

func (t *Table) line(row []Cell, shown, widths []int, colour bool) string {
	var b strings.Builder
	for k, i := range shown {
		if k > 0 {
			b.WriteString(gap)
		}
		text := cli.Cut(row[i].Text, widths[i])
		blanks := strings.Repeat(" ", max(widths[i]-cli.Width(text), 0))
		if t.Columns[i].Right {
			b.WriteString(blanks)
		}
		b.WriteString(Paint(text, row[i].Colour, colour))
		if !t.Columns[i].Right && k < len(shown)-1 {
			b.WriteString(blanks)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// Paint puts a text in a colour.
func Paint(text string, c Colour, colour bool) string {
	if !colour || c == None || strings.TrimSpace(text) == "" {
		return text
	}
	codes := map[Colour]string{Red: "31", Green: "32", Yellow: "33", Dim: "2", Bold: "1"}
	return "\x1b[" + codes[c] + "m" + text + "\x1b[0m"
}

// Wrap breaks a text at blanks into lines of so many columns; below 1: one line. Words that are longer are
// cut.
func Wrap(text string, width int) (lines []string) {
	if width < 1 || cli.Width(text) <= width {
		return []string{text}
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	if len(indent) >= width {
		indent = ""
	}
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = indent + word
		case cli.Width(line)+1+cli.Width(word) <= width:
			line += " " + word
		default:
			lines = append(lines, cli.Cut(line, width))
			line = indent + word
		}
	}
	return append(lines, cli.Cut(line, width))
}

// Bar draws a share of 1 in so many columns, to an eighth of one.
func Bar(share float64, columns int) string {
	if !(share > 0) || columns < 1 {
		return ""
	}
	eighths := int(min(share, 1)*float64(8*columns) + 0.5)
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return bar
}

// Page is where lines go.
type Page struct {
	Width  int  // below 1: any
	Colour bool // and heat bars
}

// PageOf is the page that a stream is: that of a terminal has its width, and colour unless NO_COLOR is set;
// anything else has neither, so that what a pipe gets depends on nothing.
func PageOf(w io.Writer) Page {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Page{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 {
		width = 80
	}
	_, plain := os.LookupEnv("NO_COLOR")
	return Page{Width: width, Colour: !plain || os.Getenv("NO_COLOR") == ""}
}

// Choose changes a page as flags want it: a width below 0 leaves it, 0 is any; colour is auto, always or
// never.
func (p Page) Choose(width int, colour string) (Page, error) {
	if width >= 0 {
		p.Width = width
	}
	switch colour {
	case "", "auto":
	case "always":
		p.Colour = true
	case "never":
		p.Colour = false
	default:
		return p, cli.Usagef("--color %s: expected auto, always or never", colour)
	}
	return p, nil
}

// Plain is a line without its colours.
func Plain(line string) string {
	var b strings.Builder
	for len(line) > 0 {
		if strings.HasPrefix(line, "\x1b[") {
			if end := strings.IndexByte(line, 'm'); end > 0 {
				line = line[end+1:]
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(line)
		b.WriteString(line[:n])
		line = line[n:]
	}
	return b.String()
}
