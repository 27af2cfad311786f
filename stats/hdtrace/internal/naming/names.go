// Package naming knows what may be in names and texts of HDTrace's files, and how they are escaped.
package naming

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// NameFault is why a name cannot be that of an element or an attribute, "" if it can. Letters beyond ASCII would
// be possible, and are no good idea: one of the tools takes files for ASCII.
func NameFault(name string) string {
	if name == "" {
		return "is empty"
	}
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || InName[c] == 0 || InName[c] == Inside && i == 0 {
			return fmt.Sprintf("has %q at byte %d; names are letters, digits and _ - . and begin with a letter or _", c, i)
		}
	}
	if len(name) >= 3 && (name[0]|0x20) == 'x' && (name[1]|0x20) == 'm' && (name[2]|0x20) == 'l' {
		return "begins with xml, which XML keeps for itself"
	}
	return ""
}

// AsItIs is the characters that no escape and no check has to look at.
var AsItIs = func() (table [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		table[c] = !bytes.ContainsRune([]byte(`"'<>&`), c)
	}
	return table
}()

// Digits reports whether a text is one digit or more, and nothing else.
func Digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

func IsLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func IsLabel(c rune) bool { return IsLetter(c) || '0' <= c && c <= '9' || c == '.' || c == '-' }

// Escape appends a text as HDTrace's C library writes it in attributes: the four characters that it
// escapes are " < > and &.
func Escape(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '"':
			dst = append(dst, "&quot;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '&':
			dst = append(dst, "&amp;"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// EscapedLen is how many bytes escape appends.
func EscapedLen(text string) int {
	n := len(text)
	for i := range len(text) {
		switch text[i] {
		case '"':
			n += len("&quot;") - 1
		case '<', '>':
			n += len("&lt;") - 1
		case '&':
			n += len("&amp;") - 1
		}
	}
	return n
}

// EscapeAll is escape for text of which not even an apostrophe or a line feed may change what an XML parser
// reads: attributes in single quotes, and attributes that may hold anything.
func EscapeAll(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\'':
			dst = append(dst, "&apos;"...)
		case '\t', '\n', '\r':
			dst = append(dst, "&#"...)
			dst = strconv.AppendUint(dst, uint64(c), 10)
			dst = append(dst, ';')
		default:
			dst = Escape(dst, text[i:i+1])
		}
	}
	return dst
}

// TextFault is why a text does not survive as XML, "" if it does: valid UTF-8 without characters that XML does
// not have. Lines reports whether tabs and line ends may be in it.
func TextFault(text string, lines bool) string {
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			return fmt.Sprintf("is not UTF-8 at byte %d", i)
		case c == '\t' || c == '\n' || c == '\r':
			if !lines {
				return fmt.Sprintf("has %q at byte %d, which XML readers turn into a blank", c, i)
			}
		case c < ' ' || c == 0xFFFE || c == 0xFFFF:
			return fmt.Sprintf("has %q at byte %d, which XML cannot hold", c, i)
		}
		i += size
	}
	return ""
}

// ValidText makes a text in which TextFault finds nothing, with lines: what XML cannot hold becomes '?'.
func ValidText(text string) string {
	if TextFault(text, true) == "" {
		return text
	}
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xFFFE || c == 0xFFFF {
			return '?'
		}
		return c
	}, text)
}

// InName is what may be in names: 0 what may not, inside what may not be the first.
var InName = func() (table [256]uint8) {
	for i := range table {
		switch c := byte(i); {
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf:
			table[i] = Anywhere
		case c >= '0' && c <= '9' || c == '-' || c == '.':
			table[i] = Inside
		}
	}
	return table
}()

const (
	Anywhere = 1
	Inside   = 2
)

// The extensions of the files of a project.
const (
	ExtProject    = ".proj"
	ExtTrace      = ".trc"
	ExtRelation   = ".rel"
	ExtInfo       = ".info"
	ExtStatistics = ".stat"
)
