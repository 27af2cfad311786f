// Package cli is shared by the sub-commands of mpitimer: exit statuses, arguments and options, output in
// ASCII, files written whole.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
)

// Exit statuses of all commands but those that run a program, which pass on that program's.
const (
	StatusOK         = iota
	StatusFindings   // a check or a comparison found something
	StatusFailed     // usage error, or something cannot be read or written
	StatusIncomplete // there is a result, and something is missing from it
)

// StatusHelp describes the exit statuses for the help of all commands.
const StatusHelp = `Exit status: 0 success; 1 findings of a check or a comparison; 2 failure: usage error,
or a file cannot be read or written; 3 the result is incomplete: damaged files are
read as far as possible. Commands that run a program end with that program's
status.`

// Errors that represent an exit status.
var (
	ErrFindings   = errors.New("findings")
	ErrIncomplete = errors.New("incomplete")
)

// Findings returns an error with a text of its own that matches ErrFindings.
func Findings(format string, args ...any) error {
	return &outcome{fmt.Sprintf(format, args...), ErrFindings}
}

// Incomplete returns an error with a text of its own that matches ErrIncomplete.
func Incomplete(format string, args ...any) error {
	return &outcome{fmt.Sprintf(format, args...), ErrIncomplete}
}

type outcome struct {
	text string
	kind error
}

func (o *outcome) Error() string { return o.text }
func (o *outcome) Unwrap() error { return o.kind }

// Result returns the error that a command ends with: one that kept it from its result, or one that says what
// is missing from the result.
func Result(err, missing error) error {
	switch {
	case err == nil:
		return missing
	case missing == nil:
		return err
	}
	return fmt.Errorf("%w\n%v", err, missing)
}

// Usage is an error of calling the program wrongly.
type Usage struct{ Err error }

func (u Usage) Error() string { return u.Err.Error() }
func (u Usage) Unwrap() error { return u.Err }

// Usagef formats a Usage error.
func Usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }

// Status returns the exit status for an error. A finding counts less than something missing from the result.
func Status(err error) int {
	var called Usage
	var program interface{ ExitStatus() int } // that was run, and has an exit status of its own
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &program):
		return program.ExitStatus()
	case errors.As(err, &called):
		return StatusFailed
	case errors.Is(err, ErrIncomplete):
		return StatusIncomplete
	case errors.Is(err, ErrFindings):
		return StatusFindings
	}
	return StatusFailed
}

// WantsASCII reports whether output is to have no character beyond ASCII.
func WantsASCII(c *cobra.Command) bool {
	ascii := c.Flag("ascii")
	return ascii != nil && ascii.Value.String() == "true"
}

// Write writes a text that may contain names from outside, in ASCII if requested.
func Write(c *cobra.Command, w io.Writer, text string) error {
	return WritePainted(c, w, command.Lines(text))
}

// Writer returns a writer of texts that may have names of others in them, for those who write line by line.
func Writer(c *cobra.Command, w io.Writer) io.Writer {
	if WantsASCII(c) {
		w = asciiWriter{w}
	}
	return command.Safe(w)
}

type asciiWriter struct{ w io.Writer }

func (a asciiWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(a.w, ToASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Tell writes a message to the standard error.
func Tell(c *cobra.Command, format string, args ...any) {
	text := command.Message(fmt.Sprintf(format, args...))
	if WantsASCII(c) {
		text = ToASCII(text)
	}
	fmt.Fprintln(c.ErrOrStderr(), text)
}

// WritePainted is Write for a text with colours, whose names are safe already.
func WritePainted(c *cobra.Command, w io.Writer, text string) error {
	if WantsASCII(c) {
		text = ToASCII(text)
	}
	_, err := io.WriteString(w, text)
	return err
}
