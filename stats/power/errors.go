package power

import (
	"errors"
	"fmt"
)

// Code is an error condition of libPT, with its number. The errors of this package match one of the codes
// with errors.Is; their text is more specific.
type Code int

// The conditions that can occur here. libPT's codes for lack of memory (-6) and for threads (-9) cannot.
const (
	// ErrSyntax reports a usage error of a program.
	ErrSyntax Code = -1

	// ErrConfigNotFound reports that the configuration cannot be opened or read.
	ErrConfigNotFound Code = -2

	// ErrConfigInvalid reports an invalid configuration; see ConfigError.
	ErrConfigInvalid Code = -3

	// ErrWrongHost reports that the device is connected to another host.
	ErrWrongHost Code = -4

	// ErrNoTraces reports that nothing is to be measured.
	ErrNoTraces Code = -5

	// ErrOutput reports that an output file cannot be written.
	ErrOutput Code = -7

	// ErrDevice reports that the device, or the line to it, does not work as expected.
	ErrDevice Code = -8
)

var codeTexts = map[Code]string{
	ErrSyntax:         "usage error",
	ErrConfigNotFound: "configuration not found",
	ErrConfigInvalid:  "configuration is not valid",
	ErrWrongHost:      "the device is connected to another host",
	ErrNoTraces:       "there is nothing to trace",
	ErrOutput:         "cannot write the trace",
	ErrDevice:         "the device fails",
}

// Error returns the text of a code.
func (c Code) Error() string {
	if text, ok := codeTexts[c]; ok {
		return text
	}
	return fmt.Sprintf("no error of the power tracer has the number %d", int(c))
}

// Status returns the exit status of a program that ends with this error, as libPT's own does: the lower eight
// bits of the number, so 255 for -1.
func (c Code) Status() int { return int(c) & 255 }

// Status returns the exit status of a program that ends with an error: 0 for nil, that of the code it
// matches, or else that of ErrSyntax.
func Status(err error) int {
	var code Code
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return code.Status()
	}
	return ErrSyntax.Status()
}

// ConfigError is a fault in a configuration, a site file or the like, and where it is.
type ConfigError struct {
	File string
	Line int // counted from 1; 0 if the fault has no place in the file
	Text string
	Code Code // ErrConfigInvalid or ErrNoTraces
}

// Error names the place and the fault.
func (e *ConfigError) Error() string {
	switch {
	case e.File == "":
		return e.Text
	case e.Line == 0:
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// Unwrap returns the code.
func (e *ConfigError) Unwrap() error { return e.Code }

// deviceError returns an error that matches ErrDevice.
func deviceError(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrDevice):
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %w: %w", what, ErrDevice, err)
}

// outputError returns an error that matches ErrOutput.
func outputError(err error) error {
	if err == nil || errors.Is(err, ErrOutput) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrOutput, err)
}
