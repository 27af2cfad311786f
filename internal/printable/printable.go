// Package printable makes text from outside safe where people read it: names and messages in a terminal, in
// Markdown and on a page.
//
// Names of files, regions and hosts are chosen by others, and a terminal obeys what stands in them: a
// sequence of characters moves the cursor, a single one (U+009B) begins such a sequence, and a mark turns
// the direction of what follows, so that a line says something else than what it is made of. What does not
// print is escaped as in Go, in whose source it can be written the same way.
package printable

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Line makes a text safe for one line of a terminal.
func Line(s string) string { return escape(s, unicode.IsPrint) }

// ASCII is Line without characters beyond ASCII.
func ASCII(s string) string {
	return escape(s, func(r rune) bool { return r <= unicode.MaxASCII && unicode.IsPrint(r) })
}

// Lines makes a text safe for a terminal that has lines, and columns that tabs part.
func Lines(s string) string {
	return escape(s, func(r rune) bool { return r == '\n' || r == '\t' || unicode.IsPrint(r) })
}

// Message is Lines of one message: those behind the first are indented, so that no name in it can begin a line that
// looks like another message.
func Message(s string) string {
	return strings.ReplaceAll(strings.TrimRight(Lines(s), "\n"), "\n", "\n  ")
}

// Clipped is Line of a text of any length: quoted, and cut where it is long.
func Clipped(s string) string {
	const most = 100
	if len(s) > most {
		return strconv.Quote(s[:most]) + "…"
	}
	return strconv.Quote(s)
}

// Name is a name in running text: quoted where something in it does not print, and cut where it is long.
func Name(s string) string {
	if quoted := Clipped(s); quoted != `"`+s+`"` {
		return quoted
	}
	return s
}

// Word is a text that stays one word of a line: quoted unless it is one.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || r == '"' || r == '=' }) || Line(s) != s {
		return Clipped(s)
	}
	return s
}

// markdown is made when it is needed, so that programs that write no Markdown do not link it.
var markdown = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "&", "&amp;", "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`)
})

// Markdown makes a text safe for one line of Markdown, a cell of a table included.
func Markdown(s string) string { return markdown().Replace(Line(s)) }

// Page makes a text safe for a page, which shows what does not print as replaced, and cuts it after so many
// characters. Characters that HTML gives a meaning are the business of what writes the page.
func Page(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	count := 0
	for at := range s {
		if count++; count > most {
			return s[:at] + "…"
		}
	}
	return s
}

// Writer makes what is written to w safe for a terminal, as Lines does. Each Write is taken by itself.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ to io.Writer }

func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escape(s string, prints func(rune) bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !prints(r) }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case prints(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}
