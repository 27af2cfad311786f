package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/stats"
)

// longestKey is what stands before its value without a mark: YAML allows 1024 characters, escapes included.
const longestKey = 100

// WriteYAML writes as YAML what [WriteJSON] writes as JSON.
func WriteYAML(w io.Writer, r Run) error {
	if err := r.check(); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	y := &yamlWriter{jsonWriter{w: buffered}}
	y.text("format: \"" + jsonFormat + "\"\nversion: ")
	y.b = strconv.AppendInt(y.b, jsonVersion, 10)
	y.text("\n")
	if len(r.Meta) > 0 {
		y.text("meta:\n")
		for _, key := range slices.Sorted(maps.Keys(r.Meta)) {
			if len(key) > longestKey {
				y.text("  ? ")
				y.scalarText(keyText(key))
				y.text("\n  : ")
			} else {
				y.text("  ")
				y.scalarText(keyText(key))
				y.text(": ")
			}
			y.exact(r.Meta[key])
			y.text("\n")
		}
	}
	if r.Summary != nil {
		y.text("summary:\n")
		y.block(reflect.ValueOf(r.Summary).Elem(), "  ", "  ")
		if gains := r.Summary.Balance(); len(gains) > 0 {
			y.text(balanceKey + ":")
			y.field(reflect.ValueOf(gains), "")
		}
	}
	if len(r.Profiles) > 0 {
		y.text("profiles:\n")
	}
	for _, p := range r.Profiles {
		y.block(reflect.ValueOf(p).Elem(), "  - ", "    ")
	}
	y.flush()
	if y.err != nil {
		return y.err
	}
	return buffered.Flush()
}

// yamlWriter writes YAML by the shape of Go values: what holds nothing but numbers stands on one line.
type yamlWriter struct {
	jsonWriter
}

// block writes the fields of a structure on lines of their own, the first behind first.
func (y *yamlWriter) block(v reflect.Value, first, indent string) {
	before, empty := first, true
	lacks := lacksOf(v)
	for _, f := range fieldsOf(v.Type()).list {
		at := v.FieldByIndex(f.index)
		if f.leftOut(at, lacks) {
			continue
		}
		y.text(before + f.key + ":")
		before, empty = indent, false
		y.field(at, indent)
	}
	if empty {
		y.text(first + "{}\n")
	}
	if len(y.b) > 1<<16 {
		y.flush()
	}
}

func (y *yamlWriter) field(at reflect.Value, indent string) {
	switch {
	case at.Kind() == reflect.Slice && !numbers(at.Type()):
		y.text("\n")
		for i := range at.Len() {
			if part := at.Index(i); part.Kind() == reflect.Struct {
				y.block(part, indent+"  - ", indent+"    ")
			} else {
				y.text(indent + "  - ")
				y.flow(part)
				y.text("\n")
			}
		}
	case at.Kind() == reflect.Struct && !numbers(at.Type()):
		y.text("\n")
		y.block(at, indent+"  ", indent+"  ")
	default:
		y.text(" ")
		y.flow(at)
		y.text("\n")
	}
}

// numbers says whether values of a type hold nothing but numbers.
func numbers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String:
		return false
	case reflect.Slice:
		return numbers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !numbers(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// flow writes a value on one line.
func (y *yamlWriter) flow(v reflect.Value) {
	switch {
	case v.Kind() == reflect.String:
		y.exact(v.String())
	case v.Kind() == reflect.Slice:
		y.text("[")
		for i := range v.Len() {
			if i > 0 {
				y.text(", ")
			}
			y.flow(v.Index(i))
		}
		y.text("]")
	case v.Kind() == reflect.Struct && v.Type() != uint128Type && v.Type() != int128Type:
		before := "{"
		for _, f := range fieldsOf(v.Type()).list {
			at := v.FieldByIndex(f.index)
			if f.leftOut(at, 0) {
				continue
			}
			y.text(before + f.key + ": ")
			y.flow(at)
			before = ", "
		}
		y.text("}")
	default:
		y.value(v)
	}
}

func (y *yamlWriter) exact(s string) {
	if utf8.ValidString(s) {
		y.scalarText(s)
		return
	}
	y.b = appendExact(y.b, s)
}

// scalarText writes a text, in quotes unless it can be taken for nothing else.
func (y *yamlWriter) scalarText(s string) {
	if plainText(s) {
		y.text(s)
		return
	}
	y.text(`"`)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			y.b = append(y.b, '\\', byte(r))
		case r < ' ' || r >= 0x7f && r <= 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			y.b = fmt.Appendf(y.b, "\\u%04x", r)
		default:
			y.b = utf8.AppendRune(y.b, r)
		}
	}
	y.text(`"`)
}

// plainText says whether a text is one that no reader of YAML takes for anything else when it is not quoted.
func plainText(s string) bool {
	if s == "" || len(s) > 60 || !(s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z') {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_') {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf":
		return false
	}
	return true
}

// ReadYAML reads a Run that [WriteYAML] has written. The errors are those of [ReadJSON]; byte offsets in
// them are those of the same in JSON.
func ReadYAML(r io.Reader) (Run, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Run{}, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return Run{}, fmt.Errorf("%w: %v", stats.ErrFormat, err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return Run{}, fmt.Errorf("%w: YAML: no document", stats.ErrFormat)
	}
	b, err := appendNode(nil, doc.Content[0])
	if err != nil {
		return Run{}, fmt.Errorf("%w: %v", stats.ErrFormat, err)
	}
	return ReadJSON(bytes.NewReader(b))
}

// appendNode makes JSON of YAML. Aliases are none of what is written, and could stand for much.
func appendNode(b []byte, n *yaml.Node) ([]byte, error) {
	var err error
	switch {
	case n.Kind == yaml.MappingNode:
		b = append(b, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b = append(b, ',')
			}
			if n.Content[i].Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("YAML, line %d: a key that is no text", n.Content[i].Line)
			}
			b = append(appendText(b, n.Content[i].Value), ':')
			if b, err = appendNode(b, n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case n.Kind == yaml.SequenceNode:
		b = append(b, '[')
		for i, part := range n.Content {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendNode(b, part); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
		return appendText(b, n.Value), nil
	case n.Kind == yaml.ScalarNode && json.Valid([]byte(n.Value)):
		return append(b, n.Value...), nil
	}
	return nil, fmt.Errorf("YAML, line %d: %.60q, expected a text, a number, true, false, a list or a mapping", n.Line, n.Value)
}
