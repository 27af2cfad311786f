// Package config decodes sections of a YAML document strictly, and lets environment variables
// override them.
package config

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Decode fills the sections that a document has: the keys of sections are their names, the values
// pointers to structs with yaml tags. The sections stand at the top level or below one root key;
// what else the document holds is not looked at. A key that a struct does not have, and a value of
// a wrong type, is an error with file and line.
func Decode(data []byte, file string, sections map[string]any) error {
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(document.Content) == 0 {
		return nil // an empty document sets nothing
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		return fmt.Errorf("%s:%d: expected a mapping of sections", file, root.Line)
	}
	home, err := find(root, file, sections)
	if err != nil || home == nil {
		return err
	}
	for i := 0; i+1 < len(home.Content); i += 2 {
		key, value := home.Content[i], home.Content[i+1]
		target, ours := sections[key.Value]
		if !ours {
			continue
		}
		if err := fill(value, file, key.Value, target); err != nil {
			return err
		}
	}
	return nil
}

// find returns the mapping that holds the sections, nil when there is none.
func find(root *yaml.Node, file string, sections map[string]any) (*yaml.Node, error) {
	home := (*yaml.Node)(nil)
	consider := func(mapping *yaml.Node) error {
		seen := make(map[string]int)
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			key := mapping.Content[i]
			if _, ours := sections[key.Value]; !ours {
				continue
			}
			if line := seen[key.Value]; line != 0 {
				return fmt.Errorf("%s:%d: section %s stands on line %d already", file, key.Line, key.Value, line)
			}
			seen[key.Value] = key.Line
			if home != nil && home != mapping {
				return fmt.Errorf("%s:%d: section %s: sections stand at two places, expected all below one root key", file, key.Line, key.Value)
			}
			home = mapping
		}
		return nil
	}
	if err := consider(root); err != nil {
		return nil, err
	}
	for i := 1; i < len(root.Content); i += 2 {
		if _, ours := sections[root.Content[i-1].Value]; ours {
			continue // its keys are settings, whatever they are called
		}
		if below := resolve(root.Content[i]); below.Kind == yaml.MappingNode {
			if err := consider(below); err != nil {
				return nil, err
			}
		}
	}
	return home, nil
}

func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// fill decodes one section.
func fill(value *yaml.Node, file, section string, target any) error {
	value = resolve(value)
	if value.Kind == yaml.ScalarNode && (value.Tag == "!!null" || value.Value == "") {
		return nil // a section without keys
	}
	if value.Kind != yaml.MappingNode {
		return fmt.Errorf("%s:%d: section %s: expected keys and values", file, value.Line, section)
	}
	fields := fieldsOf(target)
	lines := make(map[string]int)
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, node := value.Content[i], resolve(value.Content[i+1])
		field, known := fields[key.Value]
		if !known {
			return fmt.Errorf("%s:%d: section %s: unknown key %q (known are %s)", file, key.Line, section, key.Value, names(fields))
		}
		if line := lines[key.Value]; line != 0 {
			return fmt.Errorf("%s:%d: section %s: key %s stands on line %d already", file, key.Line, section, key.Value, line)
		}
		lines[key.Value] = key.Line
		if node.Tag == "!!null" {
			if field.Kind() == reflect.String {
				field.SetString("") // "TimerFile:" with nothing behind it is a blank name
				continue
			}
			return fmt.Errorf("%s:%d: section %s: %s has no value, expected %s", file, key.Line, section, key.Value, kindOf(field))
		}
		if err := decode(node, field); err != nil {
			return fmt.Errorf("%s:%d: section %s: %s is %s, expected %s", file, node.Line, section, key.Value, describe(node), kindOf(field))
		}
	}
	return nil
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
	if field.Type() == reflect.TypeFor[time.Duration]() {
		return set(field, n.Value)
	}
	want := map[reflect.Kind]string{reflect.Bool: "!!bool", reflect.Int: "!!int"}[field.Kind()]
	if want != "" && n.Tag != want {
		return errKind
	}
	if field.Kind() == reflect.String {
		if n.Tag == "!!bool" || n.Tag == "!!float" || n.Tag == "!!seq" {
			return errKind
		}
		field.SetString(n.Value)
		return nil
	}
	return n.Decode(field.Addr().Interface())
}

// Override applies environment variables: prefix and the key, MaxCalls as MAX_CALLS.
func Override(sections map[string]any, prefix string, getenv func(string) (string, bool)) error {
	for _, section := range sortedKeys(sections) {
		fields := fieldsOf(sections[section])
		for _, key := range sortedKeys(fields) {
			variable := prefix + Variable(key)
			value, ok := getenv(variable)
			if !ok {
				continue
			}
			if err := set(fields[key], value); err != nil {
				return fmt.Errorf("environment variable %s is %q, expected %s", variable, value, kindOf(fields[key]))
			}
		}
	}
	return nil
}

// Variable is the part of a variable's name that stands for a key.
func Variable(key string) string {
	var b strings.Builder
	for i, r := range key {
		upper := r >= 'A' && r <= 'Z'
		if upper && i > 0 && (key[i-1] < 'A' || key[i-1] > 'Z') {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

func set(field reflect.Value, text string) error {
	if field.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		field.SetInt(int64(d))
		return err
	}
	switch field.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(strings.TrimSpace(text))
		field.SetBool(v)
		return err
	case reflect.Int:
		v, err := strconv.Atoi(strings.TrimSpace(text))
		field.SetInt(int64(v))
		return err
	case reflect.String:
		field.SetString(text)
		return nil
	}
	return errKind
}

func kindOf(field reflect.Value) string {
	if field.Type() == reflect.TypeFor[time.Duration]() {
		return "a duration such as 90s or 5m"
	}
	switch field.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "an integer"
	}
	return "text"
}

// fieldsOf maps the yaml names of a struct's fields to the fields.
func fieldsOf(target any) map[string]reflect.Value {
	v := reflect.ValueOf(target).Elem()
	fields := make(map[string]reflect.Value, v.NumField())
	for i := range v.NumField() {
		fields[v.Type().Field(i).Tag.Get("yaml")] = v.Field(i)
	}
	return fields
}

func names(fields map[string]reflect.Value) string { return strings.Join(sortedKeys(fields), ", ") }

func sortedKeys[T any](m map[string]T) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	sort.Strings(list)
	return list
}
