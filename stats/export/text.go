package export

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// readable returns a text as UTF-8: invalid bytes become \xNN.
func readable(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			b.WriteString(`\x`)
			b.WriteByte(hexDigits[s[0]>>4])
			b.WriteByte(hexDigits[s[0]&15])
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// oneLine returns a text in which nothing ends a line or controls a terminal: what does not print is escaped
// as in Go. No two texts become the same.
func oneLine(s string) string {
	clean := true
	for _, r := range s {
		if r == '\\' || r == utf8.RuneError || !strconv.IsPrint(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// fromLine returns the inverse of oneLine, and takes any escape of Go.
func fromLine(s string) (string, error) {
	if !strings.Contains(s, `\`) {
		return s, nil
	}
	var b strings.Builder
	for rest := s; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, 0)
		if err != nil {
			return "", fmt.Errorf("%.60q has an escape that is none", s)
		}
		if r < utf8.RuneSelf || multibyte {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		rest = tail
	}
	return b.String(), nil
}

// appendText appends a text to JSON that is also YAML. Bytes that are not UTF-8 become \xNN.
func appendText(b []byte, s string) []byte {
	s = readable(s)
	b = append(b, '"')
	from := 0
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(append(b, s[from:i]...), '\\', byte(r))
		case r == '\n':
			b = append(append(b, s[from:i]...), `\n`...)
		case r == '\t':
			b = append(append(b, s[from:i]...), `\t`...)
		case r < ' ' || unsafeInYAML(r):
			b = fmt.Appendf(append(b, s[from:i]...), "\\u%04x", r)
		default:
			continue
		}
		from = i + utf8.RuneLen(r)
	}
	return append(append(b, s[from:]...), '"')
}

// appendFloat appends a number, or null for one that JSON does not have, such as the product of two large
// ones.
func appendFloat(b []byte, v float64) []byte {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return append(b, "null"...)
	}
	if v == float64(int64(v)) && v < 1e15 && v > -1e15 {
		return strconv.AppendInt(b, int64(v), 10)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

// yamlSafe is JSON in which no text has what YAML does not allow.
func yamlSafe(b []byte) []byte {
	if bytes.IndexFunc(b, unsafeInYAML) < 0 {
		return b
	}
	var safe []byte
	for _, r := range string(b) {
		if unsafeInYAML(r) {
			safe = fmt.Appendf(safe, "\\u%04x", r)
		} else {
			safe = utf8.AppendRune(safe, r)
		}
	}
	return safe
}

func unsafeInYAML(r rune) bool {
	return r >= 0x7f && r <= 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff
}
