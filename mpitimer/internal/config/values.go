package config

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file is the values of keys, as environment variables and other ranks give them.

// Override applies environment variables, given as "NAME=value": prefix and the key, MaxCalls as
// MAX_CALLS. Those that name no key or have a value of a wrong type are faults, each of them; the others
// are applied all the same. It returns which variables have set which keys.
func Override(sections map[string]any, prefix string, environment []string) (Places, []error) {
	places := make(Places)
	given := slices.DeleteFunc(slices.Clone(environment), func(entry string) bool { return !strings.HasPrefix(entry, prefix) })
	if len(given) == 0 {
		return places, nil
	}
	type known struct {
		key   string
		field reflect.Value
	}
	keys := make(map[string]known)
	for _, section := range sections {
		for key, field := range fields(section) {
			keys[prefix+Variable(key)] = known{key, field}
		}
	}
	var faults []error
	for _, entry := range given {
		variable, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(variable, prefix) {
			continue // the prefix ends behind the =
		}
		k, known := keys[variable]
		if !known {
			faults = append(faults, fmt.Errorf("environment variable %q stands for no key%s", variable, suggestion(variable, sortedKeys(keys))))
			continue
		}
		if err := set(k.field, value); err != nil {
			faults = append(faults, fmt.Errorf("environment variable %s is %q, expected %s", variable, value, kindOf(k.field)))
			continue
		}
		places[k.key] = "environment variable " + variable
	}
	return places, few(faults)
}

// Keys are the keys of some sections, to be set one after the other.
type Keys map[string]reflect.Value

// KeysOf finds them.
func KeysOf(sections map[string]any) Keys {
	known := make(Keys)
	for _, section := range sections {
		maps.Copy(known, fields(section))
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
	for key, field := range fields(target) {
		values[key] = fmt.Sprint(field.Interface())
	}
	return values
}

// Recorded reports whether the go command keeps which variables this process looks up, as it does of tests.
func Recorded() bool {
	return slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.testlogfile=") })
}

// LookUp looks up the environment variables of all keys, and returns their names.
func LookUp(sections map[string]any, prefix string) (names []string) {
	for key := range KeysOf(sections) {
		names = append(names, prefix+Variable(key))
		os.LookupEnv(names[len(names)-1])
	}
	return names
}

// Differing returns the texts that stand for those values of a part of a section that are not the standard ones.
func Differing(from, standard any) map[string]string {
	texts, of := Values(from), Values(standard)
	maps.DeleteFunc(texts, func(key, text string) bool { return text == of[key] })
	return texts
}

// Assign gives the keys of a part of a section the values that they have in another of the same type.
func Assign(to, from any) {
	of := fields(from)
	for key, field := range fields(to) {
		field.Set(of[key])
	}
}

// Equal reports whether two parts of a section of one type have the same values.
func Equal(a, b any) bool {
	of := fields(b)
	for key, field := range fields(a) {
		if !field.Equal(of[key]) {
			return false
		}
	}
	return true
}

// Copy sets a key to the value that it has in other sections of the same types.
func Copy(to, from map[string]any, key string) {
	for name, section := range to {
		if field, there := fields(section)[key]; there {
			field.Set(fields(from[name])[key])
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
	var value any
	var err error
	switch {
	case field.Type() == reflect.TypeFor[time.Duration]():
		value, err = time.ParseDuration(text)
	case field.Kind() == reflect.Bool:
		value, err = strconv.ParseBool(text)
	case field.Kind() == reflect.Int:
		value, err = strconv.Atoi(text)
	case field.Kind() == reflect.Float64:
		value, err = strconv.ParseFloat(text, 64)
	case field.Kind() == reflect.String:
		value = text
	default:
		err = errKind
	}
	if err == nil {
		field.Set(reflect.ValueOf(value).Convert(field.Type()))
	}
	return err
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

// fields are the keys of a section, and what holds their values. Later parts of a section win.
func fields(target any) map[string]reflect.Value {
	all := make(map[string]reflect.Value)
	switch parts := target.(type) {
	case []any:
		for _, part := range parts {
			maps.Copy(all, fields(part))
		}
	case Texts:
		for key, text := range parts {
			all[key] = reflect.ValueOf(text).Elem()
		}
	default:
		v := reflect.ValueOf(target).Elem()
		for i := range v.NumField() {
			if key := v.Type().Field(i).Tag.Get("yaml"); key != "" {
				all[key] = v.Field(i)
			}
		}
	}
	return all
}

func sortedKeys[T any](m map[string]T) []string {
	return slices.Sorted(maps.Keys(m))
}
