// Package keyvalue is the form in which ranks tell each other, and the readers of their tables, a few texts: a line
// for each, KEY=value, where a value may consist of several fields with tabs between them. A backslash, a tab, a line
// feed and a carriage return in a field are \\, \t, \n and \r. Keys may repeat; their order is the writer's.
package keyvalue

import (
	"fmt"
	"strings"
)

// What is escaped, and the letters behind the backslash.
const (
	special = "\\\t\n\r"
	letters = `\tnr`
)

// Append adds a line.
func Append(text []byte, key string, fields ...string) []byte {
	text = append(append(text, key...), '=')
	for i, field := range fields {
		if i > 0 {
			text = append(text, '\t')
		}
		for k := range len(field) {
			if at := strings.IndexByte(special, field[k]); at >= 0 {
				text = append(text, '\\', letters[at])
			} else {
				text = append(text, field[k])
			}
		}
	}
	return append(text, '\n')
}

// Each visits the lines of a text, up to the first error. A line without its end, and one without a key, are errors.
func Each(text []byte, visit func(key string, fields []string) error) error {
	rest := string(text)
	for number := 1; rest != ""; number++ {
		line, next, ended := strings.Cut(rest, "\n")
		key, value, is := strings.Cut(line, "=")
		if !ended || !is || key == "" {
			return fmt.Errorf("line %d: %.40q, expected KEY=value", number, line)
		}
		fields := strings.Split(value, "\t")
		for i, field := range fields {
			plain, err := unescape(field)
			if err != nil {
				return fmt.Errorf("line %d: %s: %w", number, key, err)
			}
			fields[i] = plain
		}
		if err := visit(key, fields); err != nil {
			return fmt.Errorf("line %d: %s: %w", number, key, err)
		}
		rest = next
	}
	return nil
}

func unescape(field string) (string, error) {
	if !strings.Contains(field, `\`) {
		return field, nil
	}
	var b strings.Builder
	for i := 0; i < len(field); i++ {
		c := field[i]
		if c == '\\' {
			i++
			at := -1
			if i < len(field) {
				at = strings.IndexByte(letters, field[i])
			}
			if at < 0 {
				return "", fmt.Errorf("%.40q, expected \\\\, \\t, \\n or \\r", field)
			}
			c = special[at]
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}
