package hdtrace

import (
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Attribute is a name and a value. Values may be any text; what XML cannot hold becomes "?" when it is
// written.
type Attribute struct {
	Name, Value string
}

// UnfinishedAttribute marks a state that was running when its trace ended, or its relation.
const UnfinishedAttribute = "unfinished"

// Element is a piece of data within a state or an event: an XML element without a meaning of its own.
type Element struct {
	Name       string
	Attributes []Attribute
	Elements   []Element
	Text       string // without the blanks around it; the last, if there is text between the elements
}

// Value is the value of an attribute.
func (e *Element) Value(name string) (string, bool) {
	for i := range e.Attributes {
		if e.Attributes[i].Name == name {
			return e.Attributes[i].Value, true
		}
	}
	return "", false
}

// XMLName makes a name of an XML element or attribute of any text: what may not be in one becomes "_".
// Two texts may become the same name.
func XMLName(text string) string {
	if naming.NameFault(text) == "" {
		return text
	}
	name := make([]byte, 0, len(text)+1)
	for _, c := range text {
		if c < 0x80 && naming.InName[c] != 0 {
			name = append(name, byte(c))
		} else {
			name = append(name, '_')
		}
	}
	if naming.NameFault(string(name)) != "" {
		name = slices.Insert(name, 0, '_')
	}
	return string(name)
}
