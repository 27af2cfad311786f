package hdtrace

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// ReadOptions configures a reader. The zero value is strict.
type ReadOptions struct {
	// Tolerant returns the part before a fault and then the end, instead of the fault's error. The
	// readers' method Fault returns the fault.
	Tolerant bool

	// Name is the file's name, for errors.
	Name string
}

// Format is an output format for the contents of a file.
type Format uint8

const (
	FormatText Format = iota // for people: a line for each entry
	FormatCSV                // a row for each entry, times in seconds
	FormatJSON               // one object; times in seconds with nine decimals
)

// ParseFormat finds a format by its name: text, csv or json.
func ParseFormat(name string) (Format, error) {
	for f, n := range []string{"text", "csv", "json"} {
		if strings.EqualFold(name, n) {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("hdtrace: format %s, expected text, csv or json: %w", printable.Clipped(name), ErrInvalidArgument)
}
