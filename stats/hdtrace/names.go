package hdtrace

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/printable"
)

// The limits of HDTrace's C library: characters of names, counted after escaping, and values of a group.
// They are the limits of writers here too, unless lifted by an option Unlimited; readers have none.
const (
	MaxGroupName = 19
	MaxValueName = 49
	MaxUnit      = 9
	MaxGrouping  = 19
	MaxValues    = 256
	MaxFileName  = 1023
)

// NameError says why a name cannot be used. It matches ErrInvalidArgument.
type NameError struct {
	What string // what is named: project, label, group, value, unit, grouping, …
	Name string
	Why  string
}

// Error names the thing and the reason.
func (e *NameError) Error() string {
	return fmt.Sprintf("hdtrace: %s %s: %s", e.What, printable.Clipped(e.Name), e.Why)
}

// Unwrap is ErrInvalidArgument.
func (e *NameError) Unwrap() error { return ErrInvalidArgument }

// CheckLabel checks a name that becomes part of a file's name: of a project or a node. Only letters and
// digits of ASCII, '.' and '-' may be in it, for readers delete other characters before they look for the
// file, and '_' parts the labels. What says what is named. The error is a [*NameError].
func CheckLabel(what, name string) error {
	if name == "" {
		return &NameError{what, name, "is empty"}
	}
	for i, c := range name {
		if !isLabel(c) {
			return &NameError{what, name, fmt.Sprintf("has %q at byte %d, which readers delete before they look for the file; only A-Z a-z 0-9 . - may be used", c, i)}
		}
	}
	if name == "." || name == ".." {
		return &NameError{what, name, "names a directory"}
	}
	return nil
}

// CheckGroup checks the name of a statistics group, which is part of a file's name and an element of the
// project file: it begins with a letter and is a label otherwise. The error is a [*NameError].
func CheckGroup(name string) error {
	if err := CheckLabel("statistics group", name); err != nil {
		return err
	}
	if c := rune(name[0]); !isLetter(c) {
		return &NameError{"statistics group", name, "does not begin with a letter, as the names of XML elements must"}
	}
	return nil
}

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isLabel(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' || c == '.' || c == '-' }

// Label makes a name that passes [CheckLabel] of any name, such as that of a host or a program: what may
// not be in it becomes '-'. Two names may become the same one.
func Label(name string) string {
	label := strings.Map(func(c rune) rune {
		if isLabel(c) {
			return c
		}
		return '-'
	}, name)
	if strings.Trim(label, ".") == "" { // "", ".", ".."
		label += "-"
	}
	return label
}

// javaName is a name as the Java reader has it in the names of files.
func javaName(name string) string {
	return strings.Map(func(c rune) rune {
		if isLabel(c) || c == ' ' {
			return c
		}
		return -1
	}, name)
}

// escape appends a text as HDTrace's C library writes it in attributes: the four characters that it
// escapes are " < > and &.
func escape(dst []byte, text string) []byte {
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

// escapedLen is how many bytes escape appends.
func escapedLen(text string) int {
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

// escapeAll is escape for text of which not even an apostrophe or a line feed may change what an XML parser
// reads: attributes in single quotes, and attributes that may hold anything.
func escapeAll(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\'':
			dst = append(dst, "&apos;"...)
		case '\t', '\n', '\r':
			dst = append(dst, "&#"...)
			dst = strconv.AppendUint(dst, uint64(c), 10)
			dst = append(dst, ';')
		default:
			dst = escape(dst, text[i:i+1])
		}
	}
	return dst
}

// checkText checks that a text survives as XML: valid UTF-8 without characters that XML does not have.
// Lines says whether tabs and line ends may be in it.
func checkText(what, text string, lines bool) error {
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			return &NameError{what, text, fmt.Sprintf("is not UTF-8 at byte %d", i)}
		case c == '\t' || c == '\n' || c == '\r':
			if !lines {
				return &NameError{what, text, fmt.Sprintf("has %q at byte %d, which XML readers turn into a blank", c, i)}
			}
		case c < ' ' || c == 0xFFFE || c == 0xFFFF:
			return &NameError{what, text, fmt.Sprintf("has %q at byte %d, which XML cannot hold", c, i)}
		}
		i += size
	}
	return nil
}

// validText makes a text that checkText accepts with lines: what XML cannot hold becomes '?'.
func validText(text string) string {
	if checkText("", text, true) == nil {
		return text
	}
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xFFFE || c == 0xFFFF {
			return '?'
		}
		return c
	}, text)
}

// limited checks the length of a name after escaping.
func limited(what, name string, most int) error {
	if n := escapedLen(name); n > most {
		return &NameError{what, name, fmt.Sprintf("takes %d characters after escaping, the C library's limit is %d", n, most)}
	}
	return nil
}
