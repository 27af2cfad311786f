// Package faults makes errors, findings and losses of the one form that all kinds of HDTrace's files have.
package faults

import (
	"errors"
	"fmt"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// In adds a file's name to a fault that has none.
func In(name string, err error) error {
	var format *hdtrace.FormatError
	if errors.As(err, &format) {
		if format.File == "" {
			format.File = name
		}
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Write is an error of an io.Writer, with what was written.
func Write(what string, err error) error {
	return fmt.Errorf("hdtrace: %s: %w", what, IO(err))
}

// IO is an error of an io.Writer, as the code that the library has for it. The error itself can be
// found in it too.
func IO(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: %w", hdtrace.ErrTimeout, err)
	}
	return fmt.Errorf("%w: %w", hdtrace.ErrWrite, err)
}
