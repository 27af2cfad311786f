// Package printable makes text from outside safe where people read it: names and messages in a terminal, in
// Markdown and on a page.
//
// Names of files, regions and hosts are chosen by others, and terminals obey control characters: a sequence
// of characters moves the cursor, a single one (U+009B) starts such a sequence, and a mark reverses the
// direction of what follows, so that a line shows something other than its contents. What does not print is
// escaped as in Go source.
package printable

import (
	"fmt"
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

// Lines makes a text safe for a terminal, and keeps line ends and tabs.
func Lines(s string) string {
	return escape(s, func(r rune) bool { return r == '\n' || r == '\t' || unicode.IsPrint(r) })
}

// Message is Lines for one message: lines after the first are indented, so that no name in it can start a
// line that looks like another message.
func Message(s string) string {
	return strings.ReplaceAll(strings.TrimRight(Lines(s), "\n"), "\n", "\n  ")
}

// Clipped is Line for a text of any length: it is quoted, and cut if it is long.
func Clipped(s string) string {
	const most = 100
	if len(s) > most {
		return strconv.Quote(s[:most]) + "…"
	}
	return strconv.Quote(s)
}

// Name returns a name for running text: quoted if something in it does not print, and cut if it is long.
func Name(s string) string {
	if quoted := Clipped(s); quoted != `"`+s+`"` {
		return quoted
	}
	return s
}

// Word returns a text as one word of a line: quoted unless it is one already.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r == ' ' || r == '"' || r == '=' }) || Line(s) != s {
		return Clipped(s)
	}
	return s
}

// markdown is made on first use, so that programs that write no Markdown do not link it.
var markdown = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "&", "&amp;", "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`)
})

// Markdown makes a text safe for one line of Markdown, a cell of a table included.
func Markdown(s string) string { return markdown().Replace(Line(s)) }

// Page makes a text safe for a page, where characters that do not print show as replaced, and cuts it after
// the given number of characters. Escaping for HTML is left to the writer of the page.
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
