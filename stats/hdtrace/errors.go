package hdtrace

import (
	"errors"
	"fmt"
	"strings"
)

// Code is an error condition of HDTrace's C library, with the number that the library puts into errno.
// Errors of the writers match one of the codes with errors.Is; their text says more.
type Code int

// The conditions that can occur here. Those of the library for lack of memory (800001), a clock that
// cannot be read (800003) and its example (800100) cannot.
const (
	// ErrInvalidArgument: a name, level or value is not what the format allows.
	ErrInvalidArgument Code = 800000

	// ErrOverflow: more values, or a longer name of a file or of something else, than the format holds.
	ErrOverflow Code = 800002

	// ErrCreate: a file could not be created.
	ErrCreate Code = 800004

	// ErrWrite: bytes could not be written.
	ErrWrite Code = 800005

	// ErrClose: a file could not be closed.
	ErrClose Code = 800006

	// ErrTimeout: a write did not come to its end before the deadline of what is written to.
	ErrTimeout Code = 800007

	// ErrDisabled: the group or trace is not enabled, and has ignored the call.
	ErrDisabled Code = 800008

	// ErrContext: the call has no place here, such as an attribute outside of a state.
	ErrContext Code = 800009

	// ErrUnknown: something else, such as the end of a state that was begun while disabled.
	ErrUnknown Code = 800010

	// ErrCommitState: values are added to a group that is committed, or written to one that is not.
	ErrCommitState Code = 800200

	// ErrUnexpectedValue: the length or number of values is not that of the group's entries.
	ErrUnexpectedValue Code = 800201

	// ErrEntryState: the value is not the next of the entry, or the entry is not at its beginning.
	ErrEntryState Code = 800202
)

var codeTexts = map[Code]string{
	ErrInvalidArgument: "invalid argument",
	ErrOverflow:        "more than the format holds",
	ErrCreate:          "cannot create the file",
	ErrWrite:           "cannot write",
	ErrClose:           "cannot close the file",
	ErrTimeout:         "timed out",
	ErrDisabled:        "not enabled",
	ErrContext:         "not possible here",
	ErrUnknown:         "unknown error",
	ErrCommitState:     "wrong commit state of the group",
	ErrUnexpectedValue: "unexpected length of the entry",
	ErrEntryState:      "wrong state of the entry",
}

// Error returns the text of a code, like the library's hdT_strerror.
func (c Code) Error() string {
	if text, ok := codeTexts[c]; ok {
		return text
	}
	return fmt.Sprintf("no error of HDTrace has the number %d", int(c))
}

// The faults of an input file. The errors of the readers are [*FormatError] and match one of these, or
// the error of the io.Reader.
var (
	// ErrSyntax: the bytes are not of the format.
	ErrSyntax = errors.New("not of the format")

	// ErrTruncated: the file ends where more should follow, as those of killed programs do.
	ErrTruncated = errors.New("file is cut short")

	// ErrBackwards: a timestamp is earlier than the one before.
	ErrBackwards = errors.New("time goes backwards")

	// ErrUnsupported: the file uses a part of the format that no reader can read.
	ErrUnsupported = errors.New("not supported")
)

// FormatError is a fault of a file, and its place.
type FormatError struct {
	File   string // the file's name, where the reader was told one
	Offset int64  // bytes from the beginning of the file to the fault or the item that has it
	Line   int    // lines of text files, counted from 1; 0 in binary parts
	Text   string // what was found and what was expected
	Err    error  // ErrSyntax, ErrTruncated, ErrBackwards, ErrUnsupported, or an error of the io.Reader
}

// Error names the place and the fault.
func (e *FormatError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d, ", e.Line)
	}
	fmt.Fprintf(&b, "byte %d: %s", e.Offset, e.Text)
	if e.Err != nil && e.Err != ErrSyntax {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the kind of the fault.
func (e *FormatError) Unwrap() error { return e.Err }
