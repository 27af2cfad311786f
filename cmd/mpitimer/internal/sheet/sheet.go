// Package sheet lays tables and lines out for a terminal of some width, in colour or plain, or as Markdown.
package sheet

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/columns"
)

// Wrap breaks a text at blanks into lines of the given number of columns; below 1 means one line. Longer
// words are cut.
func Wrap(text string, width int) (lines []string) {
	if width < 1 || columns.Width(text) <= width {
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
		case columns.Width(line)+1+columns.Width(word) <= width:
			line += " " + word
		default:
			lines = append(lines, Cut(line, width))
			line = indent + word
		}
	}
	return append(lines, Cut(line, width))
}

// Bar draws a share of 1 in the given number of columns, to an eighth of one.
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
	Colour bool // and bars
}

// PageOf returns the page for a stream: a terminal's has its width, and colour unless NO_COLOR is set; any
// other has neither, so that the output in a pipe depends on nothing else.
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

// PageFor returns the page of -o as flags want it, see [Page.Choose]: a file has no colour.
func PageFor(stdout io.Writer, output string, width int, colour string) (Page, error) {
	p, err := PageOf(stdout).Choose(width, colour)
	p.Colour = p.Colour && (output == "" || output == "-")
	return p, err
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

// Paint says how the page is painted.
func (p Page) Paint() Paint {
	if p.Colour {
		return Colours
	}
	return None
}
