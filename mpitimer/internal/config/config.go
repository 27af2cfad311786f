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
	"sort"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Places says where keys were set: in a line of a file, or by an environment variable.
type Places map[string]string

// Text is the type of a key of which nobody here knows more: any scalar is a value of it.
type Text string

// Texts is a part of a section whose keys are not known as fields.
type Texts map[string]*Text

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

// mostFaults is how many faults are told. A file that is none of ours may have any number of them.
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

// has says whether it looks like a section. Another part of the program may well have a key of the
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
// which one cannot tell which is meant the first one counts.
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
	fields := fieldsOf(target)
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
		field, known := fields[key.Value]
		if !known {
			tell(key.Line, "unknown key %s%s", describe(key), suggestion(key.Value, sortedKeys(fields)))
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

// Override applies environment variables, given as "NAME=value": prefix and the key, MaxCalls as
// MAX_CALLS. Those that name no key or have a value of a wrong type are faults, each of them; the others
// are applied all the same. It returns which variables have set which keys.
func Override(sections map[string]any, prefix string, environment []string) (Places, []error) {
	fields := make(map[string]reflect.Value)
	keys := make(map[string]string)
	for _, section := range sections {
		for key, field := range fieldsOf(section) {
			fields[key] = field
			keys[prefix+Variable(key)] = key
		}
	}
	places := make(Places)
	var faults []error
	for _, entry := range environment {
		variable, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(variable, prefix) {
			continue
		}
		key, known := keys[variable]
		if !known {
			faults = append(faults, fmt.Errorf("environment variable %q stands for no key%s", variable, suggestion(variable, sortedKeys(keys))))
			continue
		}
		if err := set(fields[key], value); err != nil {
			faults = append(faults, fmt.Errorf("environment variable %s is %q, expected %s", variable, value, kindOf(fields[key])))
			continue
		}
		places[key] = "environment variable " + variable
	}
	return places, few(faults)
}

// Keys are the keys of some sections, to be set one after the other.
type Keys map[string]reflect.Value

// KeysOf finds them.
func KeysOf(sections map[string]any) Keys {
	known := make(Keys)
	for _, section := range sections {
		maps.Copy(known, fieldsOf(section))
	}
	return known
}

// Set gives a key the value that a text stands for.
func (k Keys) Set(key, value string) error {
	field, there := k[key]
	if !there {
		return fmt.Errorf("unknown key %q%s", key, suggestion(key, sortedKeys(k)))
	}
	if err := set(field, value); err != nil {
		return fmt.Errorf("%s is %q, expected %s", key, value, kindOf(field))
	}
	return nil
}

// Set gives a key of some sections the value that a text stands for.
func Set(sections map[string]any, key, value string) error { return KeysOf(sections).Set(key, value) }

// Values are the texts that stand for the values of a part of a section, by key. Set understands them.
func Values(target any) map[string]string {
	values := make(map[string]string)
	for key, field := range fieldsOf(target) {
		values[key] = fmt.Sprint(field.Interface())
	}
	return values
}

// Copy sets a key to the value that it has in other sections of the same types.
func Copy(to, from map[string]any, key string) {
	for name, section := range to {
		if field, there := fieldsOf(section)[key]; there {
			field.Set(fieldsOf(from[name])[key])
		}
	}
}

// Variable is the part of a variable's name that stands for a key.
func Variable(key string) string {
	var b strings.Builder
	for i, r := range key {
		upper := r >= 'A' && r <= 'Z'
		// A word begins behind a small letter, and before one: GEOPMRegions is GEOPM_REGIONS.
		begins := i > 0 && ((key[i-1] < 'A' || key[i-1] > 'Z') || i+1 < len(key) && key[i+1] >= 'a' && key[i+1] <= 'z')
		if upper && begins {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

// set gives a field the value that a text stands for, or leaves it as it is.
func set(field reflect.Value, text string) error {
	if field.Kind() != reflect.String {
		text = strings.TrimSpace(text)
	}
	if field.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		if err == nil {
			field.SetInt(int64(d))
		}
		return err
	}
	switch field.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err == nil {
			field.SetBool(v)
		}
		return err
	case reflect.Int:
		v, err := strconv.Atoi(text)
		if err == nil {
			field.SetInt(int64(v))
		}
		return err
	case reflect.Float64:
		v, err := strconv.ParseFloat(text, 64)
		if err == nil {
			field.SetFloat(v)
		}
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
	case reflect.Float64:
		return "a number"
	}
	return "text"
}

// fieldsOf maps the keys of a section to what holds their values.
func fieldsOf(target any) map[string]reflect.Value {
	switch parts := target.(type) {
	case []any:
		fields := make(map[string]reflect.Value)
		for _, part := range parts {
			maps.Copy(fields, fieldsOf(part))
		}
		return fields
	case Texts:
		fields := make(map[string]reflect.Value, len(parts))
		for key, text := range parts {
			fields[key] = reflect.ValueOf(text).Elem()
		}
		return fields
	}
	v := reflect.ValueOf(target).Elem()
	fields := make(map[string]reflect.Value, v.NumField())
	for i := range v.NumField() {
		if key := v.Type().Field(i).Tag.Get("yaml"); key != "" {
			fields[key] = v.Field(i)
		}
	}
	return fields
}

func sortedKeys[T any](m map[string]T) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	sort.Strings(list)
	return list
}
