package hdtrace

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// The limits of HDTrace's C library: characters of names, counted after escaping, and values of a group.
// They are the limits of writers here too, unless lifted by an option Unlimited; readers have none.
const (
	MaxGroupName = 19
	MaxValueName = 49
	MaxUnit      = 9
	MaxGrouping  = 19
	MaxValues    = 256
	MaxFileName  = 1023
)

// NameError reports why a name cannot be used. It matches ErrInvalidArgument.
type NameError struct {
	What string // what is named: project, label, group, value, unit, grouping, …
	Name string
	Why  string
}

// Error names the thing and the reason.
func (e *NameError) Error() string {
	return fmt.Sprintf("hdtrace: %s %s: %s", e.What, printable.Clipped(e.Name), e.Why)
}

// Unwrap returns ErrInvalidArgument.
func (e *NameError) Unwrap() error { return ErrInvalidArgument }

// CheckLabel checks a name that becomes part of a file's name: of a project or a node. Only letters and
// digits of ASCII, '.' and '-' may be in it: readers delete other characters before they look for the
// file, and '_' separates the labels. What describes the named thing, for the error, a [*NameError].
func CheckLabel(what, name string) error {
	if name == "" {
		return &NameError{what, name, "is empty"}
	}
	for i, c := range name {
		if !naming.IsLabel(c) {
			return &NameError{what, name, fmt.Sprintf("has %q at byte %d, which readers delete before they look for the file; only A-Z a-z 0-9 . - may be used", c, i)}
		}
	}
	if name == "." || name == ".." {
		return &NameError{what, name, "names a directory"}
	}
	return nil
}

// CheckGroup checks the name of a statistics group, which is part of a file's name and an element of
// the project file: it starts with a letter and is otherwise a label. The error is a [*NameError].
func CheckGroup(name string) error {
	if err := CheckLabel("statistics group", name); err != nil {
		return err
	}
	if c := rune(name[0]); !naming.IsLetter(c) {
		return &NameError{"statistics group", name, "does not begin with a letter, as the names of XML elements must"}
	}
	return nil
}

// Label turns any name, such as a host's or a program's, into one that passes [CheckLabel]: forbidden
// characters become '-'. Two names may become the same one.
func Label(name string) string {
	label := strings.Map(func(c rune) rune {
		if naming.IsLabel(c) {
			return c
		}
		return '-'
	}, name)
	if strings.Trim(label, ".") == "" { // "", ".", ".."
		label += "-"
	}
	return label
}

// The extensions of the files of a project.
const (
	ExtProject    = naming.ExtProject
	ExtTrace      = naming.ExtTrace
	ExtRelation   = naming.ExtRelation
	ExtInfo       = naming.ExtInfo
	ExtStatistics = naming.ExtStatistics
)
