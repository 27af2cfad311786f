package namelist

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Decode stores the values of a group: targets' keys are the names, in small letters, that the group
// can hold; its values are *bool, *int, *string or []string, an array of fixed length. What the group
// does not set keeps its value; of two assignments to one name the later counts. It returns the lines
// at which names were set.
//
// Decode reports every error with its line and stores the rest. A nil group sets nothing.
func (g *Group) Decode(targets map[string]any) (lines map[string]int, problem error) {
	lines = make(map[string]int)
	if g == nil {
		return lines, nil
	}
	var problems []error
	for i := range g.Sets {
		a := &g.Sets[i]
		target, known := targets[a.Name]
		if !known {
			problems = append(problems, g.wrong(a.Line, "one of "+strings.Join(keys(targets), ", "), a.Name))
			continue
		}
		lines[a.Name] = a.Line
		if err := g.store(a, target); err != nil {
			problems = append(problems, err)
		}
	}
	return lines, errors.Join(append(problems, g.Err)...)
}

func keys(targets map[string]any) []string {
	list := make([]string, 0, len(targets))
	for name := range targets {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (g *Group) wrong(line int, want, got string) error {
	return &SyntaxError{File: g.File, Line: line, Want: fmt.Sprintf("%s in group %s", want, g.Name), Got: got}
}

// store puts the values of an assignment into a target.
func (g *Group) store(a *Assignment, target any) error {
	if a.Part {
		return g.wrong(a.Line, "a name with one subscript at most", a.Name+" with other qualifiers")
	}
	if list, isArray := target.([]string); isArray {
		return g.storeList(a, list)
	}
	if a.Indexed {
		return g.wrong(a.Line, a.Name+" without a subscript", "one")
	}
	if len(a.Values) == 0 {
		return nil
	}
	v := &a.Values[0]
	if len(a.Values) > 1 || v.Repeat > 1 {
		return g.wrong(a.Values[len(a.Values)-1].Line, "one value for "+a.Name, "several")
	}
	if v.Null {
		return nil
	}
	if want := v.into(target); want != "" {
		return g.wrong(v.Line, want+" for "+a.Name, v.String())
	}
	return nil
}

// storeList puts values into the elements of an array.
func (g *Group) storeList(a *Assignment, list []string) error {
	last := len(list)
	if a.Last != 0 {
		last = min(last, a.Last)
	}
	if a.First < 1 || a.First > len(list) || a.Last > len(list) {
		return g.wrong(a.Line, fmt.Sprintf("a subscript of %s from 1 to %d", a.Name, len(list)), "another")
	}
	at := a.First
	for i := range a.Values {
		v := &a.Values[i]
		if v.Repeat > last-at+1 {
			return g.wrong(v.Line, fmt.Sprintf("%d values of %s at most", last-a.First+1, a.Name), "more")
		}
		for range v.Repeat {
			if want := v.intoUnlessNull(&list[at-1]); want != "" {
				return g.wrong(v.Line, want+" for "+a.Name, v.String())
			}
			at++
		}
	}
	return nil
}

func (v *Value) intoUnlessNull(target any) string {
	if v.Null {
		return ""
	}
	return v.into(target)
}

// String returns the value as it stands in a file, for errors.
func (v *Value) String() string {
	if v.Quoted {
		return strconv.Quote(v.Text)
	}
	return v.Text
}

// into stores a value that is there, or says what it ought to be.
func (v *Value) into(target any) (want string) {
	switch t := target.(type) {
	case *bool:
		b, right := v.logical()
		if !right {
			return ".true. or .false."
		}
		*t = b
	case *int:
		n, err := strconv.ParseInt(v.Text, 10, 32)
		if err != nil || v.Quoted {
			return "an integer of 32 bits"
		}
		*t = int(n)
	case *string:
		if !v.Quoted {
			return "a string in quotes"
		}
		*t = strings.TrimRight(v.Text, " ") // Fortran's strings are filled with blanks
	default:
		return fmt.Sprintf("nothing that fits a %T", target)
	}
	return ""
}

// logical is Fortran's rule: a T or an F, a point before it or not, and whatever behind.
func (v *Value) logical() (value, right bool) {
	text := strings.TrimPrefix(v.Text, ".")
	if v.Quoted || text == "" {
		return false, false
	}
	switch text[0] | 0x20 {
	case 't':
		return true, true
	case 'f':
		return false, true
	}
	return false, false
}
