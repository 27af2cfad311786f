// Package config decodes sections of a YAML document strictly, and lets environment variables
// override them.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"

	"gopkg.in/yaml.v3"
)

// Places says where keys were set: in a line of a file, or by an environment variable.
type Places map[string]string

// Text is the type of a key of which nobody here knows more: any scalar is a value of it.
type Text string

// Texts is a part of a section whose keys are not known as fields.
type Texts map[string]*Text

// Given returns those that are not blank, nil for none.
func (t Texts) Given() Texts {
	given := maps.Clone(t)
	maps.DeleteFunc(given, func(_ string, text *Text) bool { return *text == "" })
	if len(given) == 0 {
		return nil
	}
	return given
}

// Decode fills the sections that a file has: the keys of sections are their names, the values
// pointers to structs with yaml tags, Texts, or a []any of these. The sections stand at the top level or below one root key;
// what else the file holds is not looked at, unless it seems to be a section whose name is misspelt.
// A key that a struct does not have, and a value of a wrong type, is a fault, told with file and line;
// all other keys are set. It returns where the keys stand that were set.
func Decode(data []byte, file string, sections map[string]any) (Places, []error) {
	found, faults := search(data, file, sections)
	places := make(Places)
	for _, s := range found {
		faults = append(faults, fill(s.value, file, s.name, sections[s.name], places)...)
	}
	return places, few(faults)
}

// mostFaults is how many faults are listed. A file that is not ours may have any number of them.
const mostFaults = 100

// few replaces faults beyond the first ones by their number.
func few(faults []error) []error {
	if further := len(faults) - mostFaults; further > 0 {
		faults = append(faults[:mostFaults:mostFaults], fmt.Errorf("%d further faults", further))
	}
	return faults
}

// section is one that was found in a file.
type section struct {
	name  string
	line  int
	home  *yaml.Node // the mapping that it stands in
	value *yaml.Node
}

// has reports whether it looks like a section. Another part of the program may well have a key of the
// same name with a value that is none.
func (s *section) has() bool { return s.value.Kind == yaml.MappingNode || isNull(s.value) }

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.ShortTag() == "!!null" || n.Value == "")
}

// search finds the sections in all documents of a file. They must stand in one mapping, each once.
// Documents before one that cannot be read count.
func search(data []byte, file string, sections map[string]any) (found []section, faults []error) {
	var roots []*yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
			break
		}
		root := document.Content[0]
		if isNull(root) {
			continue // an empty document sets nothing
		}
		if root.Kind != yaml.MappingNode {
			faults = append(faults, fmt.Errorf("%s:%d: expected a mapping of sections", file, root.Line))
			continue
		}
		roots = append(roots, root)
		found = append(found, searchDocument(root, sections)...)
	}
	found, ambiguous := unique(found, file)
	return found, slices.Concat(faults, ambiguous, misspelt(roots, file, found, sections))
}

// searchDocument looks at the top level and one level below.
func searchDocument(root *yaml.Node, sections map[string]any) []section {
	var found []section
	for _, mapping := range mappingsOf(root, sections) {
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			key := mapping.Content[i]
			if _, ours := sections[key.Value]; ours {
				found = append(found, section{key.Value, key.Line, mapping, resolve(mapping.Content[i+1])})
			}
		}
	}
	return found
}

// mappingsOf is the mappings of a document in which sections may stand.
func mappingsOf(root *yaml.Node, sections map[string]any) []*yaml.Node {
	list, seen := []*yaml.Node{root}, map[*yaml.Node]bool{}
	for i := 1; i < len(root.Content); i += 2 {
		if _, ours := sections[root.Content[i-1].Value]; ours {
			continue // its keys are settings, whatever they are called
		}
		if below := resolve(root.Content[i]); below.Kind == yaml.MappingNode && !seen[below] {
			seen[below] = true // aliases are of one mapping
			list = append(list, below)
		}
	}
	return list
}

// unique leaves out what only has the name of a section, unless there is nothing else. Of sections of
// which one cannot tell the one that was meant, the first one counts.
func unique(found []section, file string) (list []section, faults []error) {
	real := make([]section, 0, len(found))
	for _, s := range found {
		if s.has() {
			real = append(real, s)
		}
	}
	if len(real) == 0 {
		real = found
	}
	lines := make(map[string]int)
	for _, s := range real {
		line := lines[s.name]
		switch {
		case s.home != real[0].home:
			faults = append(faults, fmt.Errorf("%s:%d: section %s: sections stand at two places, the other is on line %d; expected all at the top or below one root key", file, s.line, s.name, real[0].line))
		case line != 0:
			faults = append(faults, fmt.Errorf("%s:%d: section %s stands on line %d already", file, s.line, s.name, line))
		default:
			lines[s.name] = s.line
			list = append(list, s)
		}
	}
	return list, faults
}

func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// fill decodes one section. What is wrong with a key leaves its field as it is.
func fill(value *yaml.Node, file, section string, target any, places Places) (faults []error) {
	if isNull(value) {
		return nil // a section without keys
	}
	if value.Kind != yaml.MappingNode {
		return []error{fmt.Errorf("%s:%d: section %s: expected keys and values", file, value.Line, section)}
	}
	known := fields(target)
	lines := make(map[string]int)
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, node := value.Content[i], resolve(value.Content[i+1])
		tell := func(line int, format string, args ...any) {
			if len(faults) > mostFaults {
				faults = append(faults, errKind) // which is only counted
				return
			}
			faults = append(faults, fmt.Errorf("%s:%d: section %s: %s", file, line, section, fmt.Sprintf(format, args...)))
		}
		field, is := known[key.Value]
		if !is {
			tell(key.Line, "unknown key %s%s", describe(key), suggestion(key.Value, sortedKeys(known)))
			continue
		}
		if line := lines[key.Value]; line != 0 {
			tell(key.Line, "key %s stands on line %d already", key.Value, line)
			continue
		}
		lines[key.Value] = key.Line
		if isNull(node) && node.ShortTag() == "!!null" {
			if field.Kind() != reflect.String {
				tell(key.Line, "%s has no value, expected %s", key.Value, kindOf(field))
				continue
			}
			field.SetString("") // "TimerFile:" with nothing behind it is a blank name
		} else if err := decode(node, field); err != nil {
			tell(node.Line, "%s is %s, expected %s", key.Value, describe(node), kindOf(field))
			continue
		}
		places[key.Value] = fmt.Sprintf("%s:%d: section %s", file, key.Line, section)
	}
	return faults
}

func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return strconv.Quote(n.Value)
}

var errKind = errors.New("wrong type")

// decode is stricter than YAML: a number is no string, and 2.5 no integer.
func decode(n *yaml.Node, field reflect.Value) error {
	if n.Kind != yaml.ScalarNode {
		return errKind
	}
	tag := n.ShortTag()
	text := tag == "!!str" || tag == "!!timestamp" // a date is a fine name for a file
	switch {
	case field.Type() == reflect.TypeFor[Text]():
		return set(field, n.Value)
	case field.Type() == reflect.TypeFor[time.Duration](), field.Kind() == reflect.String:
		if !text {
			return errKind
		}
		return set(field, n.Value)
	case field.Kind() == reflect.Float64 && (tag == "!!int" || tag == "!!float"):
		return set(field, n.Value)
	case field.Kind() == reflect.Bool && tag == "!!bool", field.Kind() == reflect.Int && tag == "!!int":
		return n.Decode(field.Addr().Interface())
	}
	return errKind
}
