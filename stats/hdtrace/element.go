package hdtrace

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// Attribute is a name and a value. Values may be any text; what XML cannot hold becomes "?" when it is
// written.
type Attribute struct {
	Name, Value string
}

// Element is a piece of data within a state or an event: an XML element without a meaning of its own.
type Element struct {
	Name       string
	Attributes []Attribute
	Elements   []Element
	Text       string // without the blanks around it; the last, if there is text between the elements
}

// Value is the value of an attribute.
func (e *Element) Value(name string) (string, bool) { return valueOf(e.Attributes, name) }

func valueOf(attributes []Attribute, name string) (string, bool) {
	for i := range attributes {
		if attributes[i].Name == name {
			return attributes[i].Value, true
		}
	}
	return "", false
}

// twice returns the first name that attributes have twice.
func twice(attributes []Attribute) (name string, is bool) {
	const few = 8 // of which the comparisons are cheaper than a map
	if len(attributes) <= few {
		for i := range attributes {
			if _, is := valueOf(attributes[:i], attributes[i].Name); is {
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

// checkName checks the name of an element or an attribute. Letters beyond ASCII would be possible, and
// are no good idea: one of the tools takes files for ASCII.
func checkName(what, name string) error {
	if name == "" {
		return &NameError{what, name, "is empty"}
	}
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || inName[c] == 0 || inName[c] == inside && i == 0 {
			return &NameError{what, name, fmt.Sprintf("has %q at byte %d; names are letters, digits and _ - . and begin with a letter or _", c, i)}
		}
	}
	if len(name) >= 3 && (name[0]|0x20) == 'x' && (name[1]|0x20) == 'm' && (name[2]|0x20) == 'l' {
		return &NameError{what, name, "begins with xml, which XML keeps for itself"}
	}
	return nil
}

// XMLName makes a name of an XML element or attribute of any text: what may not be in one becomes "_".
// Two texts may become the same name.
func XMLName(text string) string {
	if checkName("", text) == nil {
		return text
	}
	name := make([]byte, 0, len(text)+1)
	for _, c := range text {
		if c < 0x80 && inName[c] != 0 {
			name = append(name, byte(c))
		} else {
			name = append(name, '_')
		}
	}
	if checkName("", string(name)) != nil {
		name = slices.Insert(name, 0, '_')
	}
	return string(name)
}

// checkElement checks the names of an element and of those in it.
func checkElement(e *Element, depth int) error {
	if depth > maxElementDepth {
		return fmt.Errorf("hdtrace: elements nested more than %d deep: %w", maxElementDepth, ErrOverflow)
	}
	if e.Name == nestedName {
		return &NameError{"element", e.Name, "means nested states"}
	}
	if err := checkName("element", e.Name); err != nil {
		return err
	}
	for i := range e.Attributes {
		if err := checkName("attribute", e.Attributes[i].Name); err != nil {
			return err
		}
	}
	if name, is := twice(e.Attributes); is {
		return &NameError{"attribute", name, "is given twice, which readers refuse"}
	}
	for i := range e.Elements {
		if err := checkElement(&e.Elements[i], depth+1); err != nil {
			return err
		}
	}
	return nil
}

const maxElementDepth = 200

// appendElement writes an element on one line.
func appendElement(dst []byte, e *Element, quote byte) []byte {
	dst = append(append(dst, '<'), e.Name...)
	for _, a := range e.Attributes {
		dst = append(dst, ' ')
		dst = appendAttribute(dst, a.Name, a.Value, quote)
	}
	if len(e.Elements) == 0 && e.Text == "" {
		return append(dst, "/>"...)
	}
	dst = append(dst, '>')
	dst = appendContent(dst, e.Elements, e.Text, quote)
	dst = append(append(dst, "</"...), e.Name...)
	return append(dst, '>')
}

func appendContent(dst []byte, elements []Element, text string, quote byte) []byte {
	for i := range elements {
		dst = appendElement(dst, &elements[i], quote)
	}
	if text != "" {
		dst = escapeAll(dst, validText(text))
	}
	return dst
}

// appendAttribute writes name='value'.
func appendAttribute(dst []byte, name, value string, quote byte) []byte {
	dst = append(dst, name...)
	dst = append(dst, '=', quote)
	if needsNothing(value) {
		dst = append(dst, value...)
	} else {
		dst = escapeAll(dst, validText(value))
	}
	return append(dst, quote)
}

// needsNothing says that a value stands in a file as it is.
func needsNothing(value string) bool {
	for i := range len(value) {
		if !asItIs[value[i]] {
			return false
		}
	}
	return true
}

// asItIs is the characters that no escape and no check has to look at.
var asItIs = func() (table [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		table[c] = !bytes.ContainsRune([]byte(`"'<>&`), c)
	}
	return table
}()

// elements reads the elements within a tag, whatever they are: the data of traces and relations.
type elements struct {
	*scanner
	room     []byte // for what has to be decoded
	consumed int    // bytes of the elements of one record
}

// tagText makes one string of a tag's name and attributes, which are then parts of it.
func tagText(t *token) (name, rest string) {
	// Both are slices of the same buffer, one behind the other.
	whole := string(t.name[:len(t.name)+len(t.attributes)])
	return whole[:len(t.name)], whole[len(t.name):]
}

// attributes appends the attributes of a tag. Text is the rest of the tag as a string, which values are
// parts of.
func (r *elements) attributes(to []Attribute, t *token, text string) ([]Attribute, error) {
	first := len(to)
	for at := 0; ; {
		var problem string
		place, plainly := plainAttribute(t.attributes, at)
		if !plainly {
			if place, problem = attribute(t.attributes, at, r.strict); problem != "" {
				return to, faultAt(t.offset, t.line, problem, false)
			}
			if place.name == place.nameEnd {
				return to, nil
			}
		}
		at = place.valueEnd + 1
		a := Attribute{text[place.name:place.nameEnd], text[place.value:place.valueEnd]}
		if value := t.attributes[place.value:place.valueEnd]; !plainly && !plain(value) {
			if r.room, problem = r.decode(r.room[:0], value, true, false); problem != "" {
				problem = fmt.Sprintf("attribute %.40q: %s", a.Name, problem)
			}
			a.Value = string(r.room)
		}
		if _, twice := valueOf(to[first:], a.Name); twice {
			problem = fmt.Sprintf("attribute %.40q is given twice", a.Name)
		} else if to = append(to, a); len(to)-first > maxAttributes {
			return to, faultAt(t.offset, t.line, fmt.Sprintf("a tag of more than %d attributes", maxAttributes), false)
		}
		if problem != "" {
			return to, faultAt(t.offset, t.line, problem, false)
		}
	}
}

// maxAttributes keeps the search for equal ones short.
const maxAttributes = 1000

// element reads the element that a tag begins.
func (r *elements) element(t *token, depth int) (Element, error) {
	name, text := tagText(t)
	e := Element{Name: name}
	offset, line, kind := t.offset, t.line, t.kind
	err := r.consume(t)
	if err != nil {
		return e, err
	}
	if e.Attributes, err = r.attributes(nil, t, text); err != nil || kind == emptyTag {
		return e, err
	}
	if depth > maxElementDepth {
		return e, faultAt(offset, line, fmt.Sprintf("elements nested more than %d deep", maxElementDepth), false)
	}
	e.Elements, e.Text, err = r.content(name, offset, line, depth)
	return e, err
}

// consume counts what a record takes of the memory.
func (r *elements) consume(t *token) error {
	const each = 100 // bytes of an Element, about
	if r.consumed += len(t.name) + len(t.attributes) + len(t.text) + each; r.consumed > maxTag {
		return faultAt(t.offset, t.line, fmt.Sprintf("a record that takes more than %d bytes", maxTag), false)
	}
	return nil
}

// content reads what is in an element, up to its end tag.
func (r *elements) content(name string, offset int64, line, depth int) (list []Element, text string, err error) {
	for {
		t, err := r.scanner.next()
		if err != nil {
			return list, text, r.unended(err, name, line)
		}
		switch t.kind {
		case textToken:
			if err := r.consume(&t); err != nil {
				return list, text, err
			}
			if text, err = r.contained(&t); err != nil {
				return list, text, err
			}
		case endTag:
			if string(t.name) != name {
				return list, text, faultAt(t.offset, t.line, fmt.Sprintf("end tag %.40q, expected that of %.40q of line %d", t.name, name, line), false)
			}
			return list, text, nil
		default:
			e, err := r.element(&t, depth+1)
			if err != nil {
				return list, text, err
			}
			list = append(list, e)
		}
	}
}

// contained is the text that a token holds.
func (r *elements) contained(t *token) (string, error) {
	if plain(t.text) {
		return string(t.text), nil
	}
	var problem string
	if r.room, problem = r.decode(r.room[:0], t.text, false, t.verbatim); problem != "" {
		return string(r.room), faultAt(t.offset, t.line, problem, false)
	}
	return string(r.room), nil
}

// unended says at the end of the file which element has no end.
func (r *elements) unended(err error, name string, line int) error {
	if err == io.EOF {
		return faultAt(r.offset(), r.line, fmt.Sprintf("the end tag of %.40q of line %d is missing", name, line), true)
	}
	return err
}
