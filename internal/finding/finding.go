// Package finding holds the reports of the file checkers: the place of a fault, the programs that it
// affects, and how bad it is.
package finding

import (
	"fmt"
	"strings"
)

// Severity is what a fault means for those who want to see the data.
type Severity uint8

// From the bearable to the fatal.
const (
	Note    Severity = iota // readers cope
	Wrong                   // readers show something other than was meant, without saying so
	Hidden                  // readers do not find or do not show the data, without saying so
	Refused                 // readers stop with an error
)

var severities = []string{"note", "wrong", "hidden", "refused"}

// String returns the severity as one word.
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return fmt.Sprintf("severity %d", uint8(s))
}

// Readers is a set of programs that read files of a kind; 0 means any.
type Readers interface {
	~uint8
	String() string
}

// Everyone is the Readers of files for which programs are not distinguished.
type Everyone uint8

func (Everyone) String() string { return "" }

// A Finding is one thing that a checker reports about a file.
type Finding[R Readers] struct {
	File     string // "" if the caller knows it
	Line     int    // counted from 1, or 0 if there is none
	Offset   int64  // bytes from the start of the file; also 0 if the finding has no position
	Readers  R
	Severity Severity
	Text     string // what was found, and its consequence
}

// String returns the finding as one line.
func (f Finding[R]) String() string {
	var parts []string
	if f.File != "" {
		parts = append(parts, f.File)
	}
	if f.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", f.Line))
	}
	if f.Offset > 0 {
		parts = append(parts, fmt.Sprintf("byte %d", f.Offset))
	}
	severity := f.Severity.String()
	if f.Readers != 0 {
		severity += " (" + f.Readers.String() + ")"
	}
	return strings.Join(append(parts, severity, f.Text), ": ")
}
