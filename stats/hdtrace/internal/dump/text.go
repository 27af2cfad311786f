package dump

import (
	"encoding/json"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
)

func Comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// AppendText writes a name, attributes and elements, in round brackets those of an element.
func AppendText(line []byte, name string, attributes []hdtrace.Attribute, elements []hdtrace.Element, text string) []byte {
	if name != "" {
		line = append(line, printable.Word(name)...)
	}
	for _, a := range attributes {
		line = append(append(append(line, ' '), printable.Word(a.Name)...), '=')
		line = append(line, printable.Word(a.Value)...)
	}
	if text != "" {
		line = append(append(line, ' '), printable.Clipped(text)...)
	}
	for i := range elements {
		e := &elements[i]
		line = append(AppendText(append(line, " ("...), e.Name, e.Attributes, e.Elements, e.Text), ')')
	}
	return line
}

func Join(list []hdtrace.Attribute) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = a.Name + "=" + printable.Word(a.Value)
	}
	return strings.Join(texts, " ")
}

// JSON is a text as JSON has it.
func JSON(s string) []byte {
	b, _ := json.Marshal(s) // a string can always be
	return b
}

// AppendJSON writes what there is of attributes, elements and text, each with a comma before it.
func AppendJSON(line []byte, attributes []hdtrace.Attribute, elements []hdtrace.Element, text string) []byte {
	if len(attributes) > 0 {
		line = append(line, ",\"attributes\":"...)
		line = AppendJSONAttributes(line, attributes)
	}
	if len(elements) > 0 {
		line = append(line, ",\"elements\":["...)
		for i := range elements {
			e := &elements[i]
			line = append(append(line, Comma(i)...), "{\"name\":"...)
			line = append(line, JSON(e.Name)...)
			line = append(AppendJSON(line, e.Attributes, e.Elements, e.Text), '}')
		}
		line = append(line, ']')
	}
	if text != "" {
		line = append(append(line, ",\"text\":"...), JSON(text)...)
	}
	return line
}

// AppendJSONAttributes writes attributes, no two of which have the same name, as an object.
func AppendJSONAttributes(line []byte, attributes []hdtrace.Attribute) []byte {
	line = append(line, '{')
	for i, a := range attributes {
		line = append(append(line, Comma(i)...), JSON(a.Name)...)
		line = append(append(line, ':'), JSON(a.Value)...)
	}
	return append(line, '}')
}
