package sheet

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/internal/printable"
)

// Style is how a text looks on a terminal: a colour and what is set besides. The zero Style is that of the
// terminal's text.
type Style uint8

// The styles in use, which can be joined.
const (
	Red    Style = 1
	Green  Style = 2
	Yellow Style = 3
	Cyan   Style = 6

	Bold    Style = 8
	Dim     Style = 16
	Reverse Style = 32

	colours = 7
)

// Paint says which styles are sent to a terminal.
type Paint int

// None is for everything except terminals, Emphasis for terminals without colours.
const (
	None Paint = iota
	Emphasis
	Colours
)

// Part is a text in one style. It is printable and has no line ends: see package printable.
type Part struct {
	Text  string
	Style Style
}

// Text is a line, or the contents of a table cell.
type Text []Part

// Plain makes a Text without a style.
func Plain(s string) Text { return Text{{Text: s}} }

// Styled makes a Text of one style.
func Styled(s string, style Style) Text { return Text{{s, style}} }

// Join makes one Text of several.
func Join(texts ...Text) (all Text) {
	for _, t := range texts {
		all = append(all, t...)
	}
	return all
}

// String returns the text without its styles.
func (t Text) String() string {
	if len(t) == 1 {
		return t[0].Text
	}
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Width returns how many columns of a terminal the text takes.
func (t Text) Width() int {
	n := 0
	for _, p := range t {
		n += columns.Width(p.Text)
	}
	return n
}

// Cut shortens a text to the given number of columns.
func (t Text) Cut(width int) Text {
	if t.Width() <= width {
		return t
	}
	var short Text
	for _, p := range t {
		w := columns.Width(p.Text)
		if w >= width { // something follows that has no room
			return append(short, Part{Cut(p.Text+"…", width), p.Style})
		}
		short = append(short, p)
		width -= w
	}
	return short
}

// Pad appends blanks up to a number of columns.
func (t Text) Pad(width int) Text {
	return append(t[:len(t):len(t)], Part{Text: strings.Repeat(" ", max(width-t.Width(), 0))})
}

// Paint returns the text with the terminal's codes.
func (t Text) Paint(paint Paint) string {
	if paint == None {
		return t.String()
	}
	var b strings.Builder
	for _, p := range t {
		on := p.Style.sequence(paint)
		if on == "" || p.Text == "" || p.Style&Reverse == 0 && strings.TrimSpace(p.Text) == "" {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString(on + p.Text + "\x1b[0m")
	}
	return b.String()
}

// sequence switches a style on; empty for the plain one.
func (s Style) sequence(paint Paint) string {
	var codes []string
	for _, c := range []struct {
		style Style
		code  string
	}{{Bold, "1"}, {Dim, "2"}, {Reverse, "7"}} {
		if s&c.style != 0 {
			codes = append(codes, c.code)
		}
	}
	if c := s & colours; c > 0 && paint == Colours {
		codes = append(codes, strconv.Itoa(30+int(c)))
	}
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

// markdown returns the text as a cell of Markdown, with its indentation.
func (t Text) markdown() string {
	text := strings.TrimRight(t.String(), " ")
	word := strings.TrimLeft(text, " ")
	indent := strings.Repeat("&nbsp;", len(text)-len(word))
	word = Markdown(word)
	if len(t) > 0 && word != "" && t[0].Style&^Dim != 0 {
		word = "**" + word + "**"
	}
	return indent + word
}

// Width returns how many columns of a terminal a text takes, without what tells the terminal its style.
func Width(s string) int { return columns.Width(Unpainted(s)) }

// Cut shortens a text to the given number of columns; below 0 means no limit.
func Cut(s string, width int) string { return columns.Cut(s, width, "…") }

// CutLeft does the same at the other end: of a long path the end says most.
func CutLeft(s string, width int) string { return columns.CutLeft(s, width, "…") }

// Unpainted returns a line without what tells a terminal its styles.
func Unpainted(line string) string {
	if strings.IndexByte(line, '\x1b') < 0 {
		return line
	}
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

// markdown is made on first use.
var markdown = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "&", "&amp;", "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`)
})

// Markdown makes a text safe for one line of Markdown, a cell of a table included.
func Markdown(s string) string { return markdown().Replace(printable.Line(s)) }
