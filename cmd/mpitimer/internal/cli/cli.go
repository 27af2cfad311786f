// Package cli is what the sub-commands of mpitimer share: exit statuses, ways of being called wrongly,
// output in ASCII, files written whole.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/internal/printable"
)

// Exit statuses.
const (
	StatusOK = iota
	StatusFailed
	StatusUsage
	StatusIncomplete
)

// ErrIncomplete is matched by errors that tell what is missing from a result.
var ErrIncomplete = errors.New("incomplete")

// Usage is an error of calling the program wrongly.
type Usage struct{ Err error }

func (u Usage) Error() string { return u.Err.Error() }
func (u Usage) Unwrap() error { return u.Err }

// Usagef is a Usage error with a text.
func Usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }

// Status tells the exit status that stands for an error.
func Status(err error) int {
	var called Usage
	var program interface{ ExitStatus() int } // that was run, and has an exit status of its own
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &program):
		return program.ExitStatus()
	case errors.As(err, &called):
		return StatusUsage
	case errors.Is(err, ErrIncomplete):
		return StatusIncomplete
	}
	return StatusFailed
}

// NoArguments refuses arguments of a command that has sub-commands only.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("unknown command %q; see %s --help", args[0], c.CommandPath())
	}
	return nil
}

// WantsASCII says whether output is to have no character beyond ASCII.
func WantsASCII(c *cobra.Command) bool {
	ascii, err := c.Flags().GetBool("ascii")
	return err == nil && ascii
}

// Write writes a text that may have names of others in it, in ASCII where that is wanted.
func Write(c *cobra.Command, w io.Writer, text string) error {
	return WritePainted(c, w, printable.Lines(text))
}

// Tell writes a message to the standard error.
func Tell(c *cobra.Command, format string, args ...any) {
	fmt.Fprintln(c.ErrOrStderr(), printable.Message(fmt.Sprintf(format, args...)))
}

// WritePainted is Write for a text with colours, whose names are safe already.
func WritePainted(c *cobra.Command, w io.Writer, text string) error {
	if WantsASCII(c) {
		text = ToASCII(text)
	}
	_, err := io.WriteString(w, text)
	return err
}
