// Package printable makes text from outside safe where people read it: names and messages in a terminal.
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
	"unicode"
	"unicode/utf8"
)

// Prints reports whether a character prints.
func Prints(r rune) bool { return unicode.IsPrint(r) }

// Line makes a text safe for one line of a terminal.
func Line(s string) string { return Escape(s, unicode.IsPrint) }

// ASCII is Line without characters beyond ASCII.
func ASCII(s string) string {
	return Escape(s, func(r rune) bool { return r <= unicode.MaxASCII && unicode.IsPrint(r) })
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

// Escape escapes what prints does not accept, as in Go source.
func Escape(s string, prints func(rune) bool) string {
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
