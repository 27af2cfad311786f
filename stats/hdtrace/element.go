package hdtrace

import (
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Attribute is a name and a value. Values may be any text; characters that XML cannot hold are written
// as "?".
type Attribute struct {
	Name, Value string
}

// UnfinishedAttribute marks a state that was running when its trace or relation ended.
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

// XMLName turns any text into a name of an XML element or attribute: forbidden characters become "_".
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
