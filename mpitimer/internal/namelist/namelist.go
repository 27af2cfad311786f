// Package namelist reads Fortran namelists as they stand in the input files of existing cases: the
// groups that are asked for, among those of other programs.
package namelist

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Group is one group of a file: what stands between &name and the slash.
type Group struct {
	Name string // in small letters
	File string
	Line int // of its start, from 1
	Sets []Assignment

	// Err is what is wrong with the group, a *SyntaxError. Sets holds what stands before it.
	Err error
}

// Assignment is one name = values.
type Assignment struct {
	Name  string // in small letters, without subscripts
	Line  int
	First int // the subscript of the first value; 1 without one
	Last  int // of the last value that can follow; 0: any number can

	// Indexed says that a subscript was given, Part that something else was that this package does not
	// interpret: components of derived types, substrings, several dimensions.
	Indexed, Part bool

	Values []Value
}

// Value is one value, or several equal ones behind each other.
type Value struct {
	Text   string // of a string, what stands between the quotes
	Quoted bool   // it is a string
	Null   bool   // nothing stands there, and what is set keeps its value
	Repeat int    // how many times; at least 1
	Line   int
}

// SyntaxError says where a file is not as Fortran's rules want it.
type SyntaxError struct {
	File string
	Line int // from 1
	Want string
	Got  string
}

// Error names file and line, and what was expected there.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d: expected %s, got %s", e.File, e.Line, e.Want, e.Got)
}

// Parse reads the groups of a file, in order; the name of the file is for errors. Text between groups
// is passed over, as Fortran does.
//
// A group that is in error has Err, and the groups behind it are read all the same: a file holds those
// of many programs. Parse's own error is that of r.
func Parse(r io.Reader, file string) ([]Group, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	s := scanner{text: bytes.TrimPrefix(data, []byte("\uFEFF")), file: file, line: 1}
	var groups []Group
	for s.nextGroup() {
		groups = append(groups, s.group())
	}
	return groups, err
}

// Find returns the first group of a name, which is the one that Fortran reads, or nil.
func Find(groups []Group, name string) *Group {
	for i := range groups {
		if strings.EqualFold(groups[i].Name, name) {
			return &groups[i]
		}
	}
	return nil
}
