// Package finding has what the checkers of files tell: where something is wrong, for which programs that read
// such files, and how bad that is.
package finding

import (
	"fmt"
	"strings"
)

// Severity is what a fault means for who wants to see the data.
type Severity uint8

// From what can be borne to what cannot.
const (
	Note    Severity = iota // readers can live with it
	Wrong                   // readers show something else than was meant, and do not say so
	Hidden                  // readers do not find or do not show the data, and do not say so
	Refused                 // readers stop with an error
)

var severities = []string{"note", "wrong", "hidden", "refused"}

// String returns the severity in a word.
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return fmt.Sprintf("severity %d", uint8(s))
}

// Readers is a set of programs that read files of a kind; 0: whichever.
type Readers interface {
	~uint8
	String() string
}

// Everyone is the Readers of files for which no programs are told apart.
type Everyone uint8

func (Everyone) String() string { return "" }

// Finding is one thing that a checker has to say of a file.
type Finding[R Readers] struct {
	File     string // "" where the caller knows it
	Line     int    // counted from 1, 0 where there is none
	Offset   int64  // bytes from the start of the file, 0 where it has no place in it or is at its start
	Readers  R
	Severity Severity
	Text     string // what is found, and what comes of it
}

// String returns the finding on one line.
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
