// Package dump writes the contents of HDTrace's files as text, CSV or JSON.
package dump

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// Forms are the forms of one kind of file, by Format.
type Forms [hdtrace.FormatJSON + 1]func(w *bufio.Writer) error

// Write writes one of the forms.
func Write(w io.Writer, format hdtrace.Format, forms Forms) error {
	if int(format) >= len(forms) {
		return fmt.Errorf("hdtrace: format %d: %w", format, hdtrace.ErrInvalidArgument)
	}
	b := bufio.NewWriterSize(w, 64<<10)
	err := forms[format](b)
	if flush := b.Flush(); err == nil && flush != nil {
		err = faults.Write("dump", flush)
	}
	return err
}

// Lines writes a line for each record. What comes before a fault is written, then the fault is returned.
func Lines[R any](w *bufio.Writer, records iter.Seq2[R, error], appendLine func(line []byte, r R) []byte) error {
	var line []byte
	for r, err := range records {
		if err != nil {
			return err
		}
		line = append(appendLine(line[:0], r), '\n')
		if _, err := w.Write(line); err != nil {
			return faults.Write("dump", err)
		}
	}
	return nil
}

// Rows writes a row for each record below a head. What comes before a fault is written, then the fault
// is returned.
func Rows[R any](w *bufio.Writer, head []string, records iter.Seq2[R, error], appendRow func(row []string, r R) []string) error {
	c := csv.NewWriter(w)
	row := head
	if err := c.Write(row); err != nil {
		return faults.Write("dump", err)
	}
	var fault error
	for r, err := range records {
		if fault = err; err != nil {
			break
		}
		row = appendRow(row[:0], r)
		if err := c.Write(row); err != nil {
			return faults.Write("dump", err)
		}
	}
	c.Flush()
	if err := c.Error(); fault == nil && err != nil {
		return faults.Write("dump", err)
	}
	return fault
}

// List writes the records of an array of JSON, whose begin stands already, and the end of the object
// around it. With a fault it is valid JSON, too.
func List[R any](w *bufio.Writer, records iter.Seq2[R, error], appendObject func(line []byte, r R) []byte) error {
	var fault error
	var line []byte
	n := 0
	for r, err := range records {
		if fault = err; err != nil {
			break
		}
		line = append(append(line[:0], Comma(n)...), '\n')
		if _, err := w.Write(appendObject(line, r)); err != nil {
			return faults.Write("dump", err)
		}
		n++
	}
	w.WriteString("\n]}\n")
	return fault
}
