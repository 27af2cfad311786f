package markup

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// What is in tags and between them: names, attributes, texts with their entities.

// nameLength is how long the name is that a text begins with. Names have no prefix here: the readers
// would want to know what it stands for.
func nameLength(text []byte) int {
	for i, c := range text {
		if naming.InName[c] != naming.Anywhere && (i == 0 || naming.InName[c] != naming.Inside) {
			return i
		}
	}
	return len(text)
}

// nameLengthOf is nameLength, with a prefix where the names may have some.
func nameLengthOf(text []byte, prefixes bool) int {
	n := nameLength(text)
	if prefixes && n > 0 && n < len(text) && text[n] == ':' {
		if local := nameLength(text[n+1:]); local > 0 {
			n += 1 + local
		}
	}
	return n
}

// nameFault is what is wrong with the bytes beyond ASCII in a name that nameLength has found, "" if nothing is.
func nameFault(name []byte, latin1 bool) string {
	if latin1 {
		return ""
	}
	for i := 0; i < len(name); {
		if name[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(name[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			return fmt.Sprintf("byte %#02x, expected UTF-8", name[i])
		case !unicode.In(r, unicode.L, unicode.M, unicode.Nl, unicode.Nd) && r != '·':
			return fmt.Sprintf("%q, expected letters, digits and _ - .", r)
		}
		i += n
	}
	return ""
}

// attributePlace says where in the rest of a tag an attribute is.
type attributePlace struct{ name, nameEnd, value, valueEnd int }

// attribute finds the attribute behind a place in the rest of a tag; there is none when its name is empty.
func attribute(rest []byte, from int, prefixes bool) (a attributePlace, problem string) {
	blank := func(i int) int {
		for i < len(rest) && isSpace(rest[i]) {
			i++
		}
		return i
	}
	a.name = blank(from)
	if a.nameEnd = a.name; a.name == len(rest) {
		return a, ""
	}
	if a.name == from {
		return a, fmt.Sprintf("attribute %.40q, expected a blank before it", rest[from:])
	}
	a.nameEnd += nameLengthOf(rest[a.name:], prefixes)
	at := blank(a.nameEnd)
	if a.name == a.nameEnd || at == len(rest) || rest[at] != '=' {
		return a, fmt.Sprintf("attribute %.40q, expected name='value'", rest[a.name:])
	}
	at = blank(at + 1)
	if at == len(rest) || rest[at] != '"' && rest[at] != '\'' {
		return a, fmt.Sprintf("attribute %.40q: its value is not in quotes", rest[a.name:a.nameEnd])
	}
	a.value = at + 1
	length := bytes.IndexByte(rest[a.value:], rest[at])
	if length < 0 {
		return a, fmt.Sprintf("attribute %.40q: its value has no end", rest[a.name:a.nameEnd])
	}
	a.valueEnd = a.value + length
	return a, ""
}

// plainAttribute is attribute for the form that all writers have: one blank, a name, = and a value in which there is
// nothing to decode, looked at once.
func plainAttribute(rest []byte, from int) (a attributePlace, ok bool) {
	if from >= len(rest) || rest[from] != ' ' {
		return a, false
	}
	a.name = from + 1
	i := a.name
	for i < len(rest) && naming.InName[rest[i]] != 0 && rest[i] < utf8.RuneSelf {
		i++
	}
	a.nameEnd = i
	if i == a.name || naming.InName[rest[a.name]] != naming.Anywhere || i+1 >= len(rest) || rest[i] != '=' {
		return a, false
	}
	quote := rest[i+1]
	if quote != '"' && quote != '\'' {
		return a, false
	}
	a.value = i + 2
	for i = a.value; i < len(rest) && naming.AsItIs[rest[i]]; i++ {
	}
	a.valueEnd = i
	return a, i < len(rest) && rest[i] == quote
}

// Decode appends a text or a value, with its entities resolved and its line ends as XML has them.
func (s *Scanner) Decode(to, text []byte, isValue, verbatim bool) ([]byte, string) {
	for len(text) > 0 {
		i := 0
		for i < len(text) && text[i] >= ' ' && text[i] < utf8.RuneSelf && (text[i] != '&' || verbatim) && (text[i] != '<' || !isValue) {
			i++
		}
		to = append(to, text[:i]...)
		if text = text[i:]; len(text) == 0 {
			break
		}
		length := 1
		switch c := text[0]; {
		case c == '&':
			r, n := scanEntity(text)
			if n == 0 {
				return to, fmt.Sprintf("%.12q, expected one of &lt; &gt; &amp; &quot; &apos; &#number;", text)
			}
			to, length = utf8.AppendRune(to, r), n
		case c == '<':
			return to, "< in a value"
		case c == '\r' && len(text) > 1 && text[1] == '\n': // one line end
		case isSpace(c):
			if isValue {
				c = ' '
			} else if c == '\r' {
				c = '\n'
			}
			to = append(to, c)
		case c < ' ':
			return to, fmt.Sprintf("byte %#02x, which XML does not have", c)
		case s.Latin1:
			to = utf8.AppendRune(to, rune(c))
		default:
			r, n := utf8.DecodeRune(text)
			if r == utf8.RuneError && n == 1 || r == 0xfffe || r == 0xffff {
				return to, fmt.Sprintf("byte %#02x, expected UTF-8", c)
			}
			to, length = append(to, text[:n]...), n
		}
		text = text[length:]
	}
	return to, ""
}

// plain says that there is nothing to decode.
func plain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c >= utf8.RuneSelf || c == '&' || c == '<' {
			return false
		}
	}
	return true
}

// scanEntity is the character that an entity at the start of a text stands for, and its length; 0 if it
// is none.
func scanEntity(text []byte) (rune, int) {
	end := bytes.IndexByte(text[:min(len(text), 12)], ';')
	if end < 2 {
		return 0, 0
	}
	switch name := string(text[1:end]); {
	case name == "lt":
		return '<', end + 1
	case name == "gt":
		return '>', end + 1
	case name == "amp":
		return '&', end + 1
	case name == "quot":
		return '"', end + 1
	case name == "apos":
		return '\'', end + 1
	case name[0] == '#' && len(name) > 1:
		base, digits := 10, name[1:]
		if digits[0] == 'x' {
			base, digits = 16, digits[1:]
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil || !isCharacter(rune(n)) || n > utf8.MaxRune {
			return 0, 0
		}
		return rune(n), end + 1
	}
	return 0, 0
}

// isCharacter reports whether XML has the character.
func isCharacter(r rune) bool {
	switch {
	case r < ' ':
		return r == '\n' || r == '\t' || r == '\r'
	case r >= 0xd800 && r < 0xe000, r == 0xfffe, r == 0xffff:
		return false
	}
	return r <= utf8.MaxRune
}
