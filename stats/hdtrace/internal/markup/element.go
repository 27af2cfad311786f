package markup

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// ValueOf is the value of an attribute.
func ValueOf(attributes []hdtrace.Attribute, name string) (string, bool) {
	for i := range attributes {
		if attributes[i].Name == name {
			return attributes[i].Value, true
		}
	}
	return "", false
}

// twice returns the first name that attributes have twice.
func twice(attributes []hdtrace.Attribute) (name string, is bool) {
	const few = 8 // of which the comparisons are cheaper than a map
	if len(attributes) <= few {
		for i := range attributes {
			if _, is := ValueOf(attributes[:i], attributes[i].Name); is {
				return attributes[i].Name, true
			}
		}
		return "", false
	}
	seen := make(map[string]bool, len(attributes))
	for _, a := range attributes {
		if seen[a.Name] {
			return a.Name, true
		}
		seen[a.Name] = true
	}
	return "", false
}

// CheckName checks the name of an element or an attribute.
func CheckName(what, name string) error {
	if why := naming.NameFault(name); why != "" {
		return &hdtrace.NameError{What: what, Name: name, Why: why}
	}
	return nil
}

// CheckElement checks the names of an element and of those in it.
func CheckElement(e *hdtrace.Element, depth int) error {
	if depth > MaxElementDepth {
		return fmt.Errorf("hdtrace: elements nested more than %d deep: %w", MaxElementDepth, hdtrace.ErrOverflow)
	}
	if e.Name == NestedName {
		return &hdtrace.NameError{What: "element", Name: e.Name, Why: "means nested states"}
	}
	if err := CheckName("element", e.Name); err != nil {
		return err
	}
	return checkContent(e.Attributes, e.Elements, depth+1)
}

// CheckRecord checks the names of what a record has; its own attributes have a meaning where it stands.
func CheckRecord(where string, attributes []hdtrace.Attribute, elements []hdtrace.Element, own ...string) error {
	for i := range attributes {
		if slices.Contains(own, attributes[i].Name) {
			return &hdtrace.NameError{What: "attribute", Name: attributes[i].Name, Why: "has a meaning of its own in " + where}
		}
	}
	return checkContent(attributes, elements, 0)
}

func checkContent(attributes []hdtrace.Attribute, elements []hdtrace.Element, depth int) error {
	for i := range attributes {
		if err := CheckName("attribute", attributes[i].Name); err != nil {
			return err
		}
	}
	if name, is := twice(attributes); is {
		return &hdtrace.NameError{What: "attribute", Name: name, Why: "is given twice, which readers refuse"}
	}
	for i := range elements {
		if err := CheckElement(&elements[i], depth); err != nil {
			return err
		}
	}
	return nil
}

const MaxElementDepth = 200

// AppendElement writes an element on one line.
func AppendElement(dst []byte, e *hdtrace.Element, quote byte) []byte {
	dst = append(append(dst, '<'), e.Name...)
	for _, a := range e.Attributes {
		dst = append(dst, ' ')
		dst = AppendAttribute(dst, a.Name, a.Value, quote)
	}
	if len(e.Elements) == 0 && e.Text == "" {
		return append(dst, "/>"...)
	}
	dst = append(dst, '>')
	dst = AppendContent(dst, e.Elements, e.Text, quote)
	dst = append(append(dst, "</"...), e.Name...)
	return append(dst, '>')
}

func AppendContent(dst []byte, elements []hdtrace.Element, text string, quote byte) []byte {
	for i := range elements {
		dst = AppendElement(dst, &elements[i], quote)
	}
	if text != "" {
		dst = naming.EscapeAll(dst, naming.ValidText(text))
	}
	return dst
}

// AppendAttribute writes name='value'.
func AppendAttribute(dst []byte, name, value string, quote byte) []byte {
	dst = append(dst, name...)
	dst = append(dst, '=', quote)
	if needsNothing(value) {
		dst = append(dst, value...)
	} else {
		dst = naming.EscapeAll(dst, naming.ValidText(value))
	}
	return append(dst, quote)
}

// needsNothing says that a value stands in a file as it is.
func needsNothing(value string) bool {
	for i := range len(value) {
		if !naming.AsItIs[value[i]] {
			return false
		}
	}
	return true
}

// Elements reads the elements within a tag, whatever they are: the data of traces and relations.
type Elements struct {
	*Scanner
	room     []byte // for what has to be decoded
	Consumed int    // bytes of the elements of one record

	Entities func(t *Token) // told of a text with entities in it; may be nil
}

// TagText makes one string of a tag's name and attributes, which are then parts of it.
func TagText(t *Token) (name, rest string) {
	// Both are slices of the same buffer, one behind the other.
	whole := string(t.Name[:len(t.Name)+len(t.Attributes)])
	return whole[:len(t.Name)], whole[len(t.Name):]
}

// Attributes appends the attributes of a tag. Text is the rest of the tag as a string, which values are
// parts of.
func (r *Elements) Attributes(to []hdtrace.Attribute, t *Token, text string) ([]hdtrace.Attribute, error) {
	first := len(to)
	for at := 0; ; {
		var problem string
		place, plainly := plainAttribute(t.Attributes, at)
		if !plainly {
			if place, problem = attribute(t.Attributes, at, r.strict); problem != "" {
				return to, FaultAt(t.Offset, t.Line, problem, false)
			}
			if place.name == place.nameEnd {
				return to, nil
			}
			if problem = nameFault(t.Attributes[place.name:place.nameEnd], r.latin1Names()); problem != "" {
				return to, FaultAt(t.Offset, t.Line, "name of an attribute: "+problem, false)
			}
		}
		at = place.valueEnd + 1
		a := hdtrace.Attribute{Name: text[place.name:place.nameEnd], Value: text[place.value:place.valueEnd]}
		if value := t.Attributes[place.value:place.valueEnd]; !plainly && !plain(value) {
			if r.room, problem = r.Decode(r.room[:0], value, true, false); problem != "" {
				problem = fmt.Sprintf("attribute %.40q: %s", a.Name, problem)
			}
			a.Value = string(r.room)
		}
		if _, twice := ValueOf(to[first:], a.Name); twice {
			problem = fmt.Sprintf("attribute %.40q is given twice", a.Name)
		} else if to = append(to, a); len(to)-first > maxAttributes {
			return to, FaultAt(t.Offset, t.Line, fmt.Sprintf("a tag of more than %d attributes", maxAttributes), false)
		}
		if problem != "" {
			return to, FaultAt(t.Offset, t.Line, problem, false)
		}
	}
}

// maxAttributes keeps the search for equal ones short.
const maxAttributes = 1000

// Element reads the element that a tag begins.
func (r *Elements) Element(t *Token, depth int) (hdtrace.Element, error) {
	name, text := TagText(t)
	e := hdtrace.Element{Name: name}
	offset, line, kind := t.Offset, t.Line, t.Kind
	err := r.consume(t)
	if err != nil {
		return e, err
	}
	if e.Attributes, err = r.Attributes(nil, t, text); err != nil || kind == EmptyTag {
		return e, err
	}
	if depth > MaxElementDepth {
		return e, FaultAt(offset, line, fmt.Sprintf("elements nested more than %d deep", MaxElementDepth), false)
	}
	e.Elements, e.Text, err = r.Content(name, offset, line, depth)
	return e, err
}

// consume counts what a record takes of the memory.
func (r *Elements) consume(t *Token) error {
	const each = 100 // bytes of an Element, about
	if r.Consumed += len(t.Name) + len(t.Attributes) + len(t.Text) + each; r.Consumed > MaxTag {
		return FaultAt(t.Offset, t.Line, fmt.Sprintf("a record that takes more than %d bytes", MaxTag), false)
	}
	return nil
}

// Content reads what is in an element, up to its end tag.
func (r *Elements) Content(name string, offset int64, line, depth int) (list []hdtrace.Element, text string, err error) {
	for {
		t, err := r.Scanner.Next()
		if err != nil {
			return list, text, r.Unended(err, name, line)
		}
		switch t.Kind {
		case TextToken:
			if err := r.consume(&t); err != nil {
				return list, text, err
			}
			if text, err = r.Contained(&t); err != nil {
				return list, text, err
			}
		case EndTag:
			if string(t.Name) != name {
				return list, text, FaultAt(t.Offset, t.Line, fmt.Sprintf("end tag %.40q, expected that of %.40q of line %d", t.Name, name, line), false)
			}
			return list, text, nil
		default:
			e, err := r.Element(&t, depth+1)
			if err != nil {
				return list, text, err
			}
			list = append(list, e)
		}
	}
}

// Contained is the text that a token holds.
func (r *Elements) Contained(t *Token) (string, error) {
	if plain(t.Text) {
		return string(t.Text), nil
	}
	if r.Entities != nil && !t.verbatim && bytes.IndexByte(t.Text, '&') >= 0 {
		r.Entities(t)
	}
	var problem string
	if r.room, problem = r.Decode(r.room[:0], t.Text, false, t.verbatim); problem != "" {
		return string(r.room), FaultAt(t.Offset, t.Line, problem, false)
	}
	return string(r.room), nil
}

// Unended says at the end of the file which element has no end.
func (r *Elements) Unended(err error, name string, line int) error {
	if err == io.EOF {
		return FaultAt(r.Offset(), r.Line, fmt.Sprintf("the end tag of %.40q of line %d is missing", name, line), true)
	}
	return err
}

// CheckText checks that a text survives as XML; see [naming.TextFault].
func CheckText(what, text string, lines bool) error {
	if why := naming.TextFault(text, lines); why != "" {
		return &hdtrace.NameError{What: what, Name: text, Why: why}
	}
	return nil
}

// An event trace is one XML file with what happened at one node of the topology: states, which have a
// start and an end, and events, which have one time. States contain others: these stand before them, in an
// element Nested. A state is written when it ends, so that the file is in the order of ends.

// The elements with a meaning of their own.
const (
	ProgramName = "Program"
	NestedName  = "Nested"
	EventName   = "Event"
)
