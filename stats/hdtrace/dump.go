package hdtrace

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
)

// dumpers are the forms of one kind of file, by Format.
type dumpers [FormatJSON + 1]func(w *bufio.Writer) error

// dump writes one of the forms.
func dump(w io.Writer, format Format, forms dumpers) error {
	if int(format) >= len(forms) {
		return fmt.Errorf("hdtrace: format %d: %w", format, ErrInvalidArgument)
	}
	b := bufio.NewWriterSize(w, 64<<10)
	err := forms[format](b)
	if flush := b.Flush(); err == nil && flush != nil {
		err = writeError("dump", flush)
	}
	return err
}

// dumpRows writes a row for each record below a head. What comes before a fault is written, then the fault
// is returned.
func dumpRows[R any](w *bufio.Writer, head []string, records iter.Seq2[R, error], appendRow func(row []string, r R) []string) error {
	c := csv.NewWriter(w)
	row := head
	if err := c.Write(row); err != nil {
		return writeError("dump", err)
	}
	var fault error
	for r, err := range records {
		if fault = err; err != nil {
			break
		}
		row = appendRow(row[:0], r)
		if err := c.Write(row); err != nil {
			return writeError("dump", err)
		}
	}
	c.Flush()
	if err := c.Error(); fault == nil && err != nil {
		return writeError("dump", err)
	}
	return fault
}

// dumpList writes the records of an array of JSON, whose begin stands already, and the end of the object
// around it. With a fault it is valid JSON, too.
func dumpList[R any](w *bufio.Writer, records iter.Seq2[R, error], appendObject func(line []byte, r R) []byte) error {
	var fault error
	var line []byte
	n := 0
	for r, err := range records {
		if fault = err; err != nil {
			break
		}
		line = append(append(line[:0], comma(n)...), '\n')
		if _, err := w.Write(appendObject(line, r)); err != nil {
			return writeError("dump", err)
		}
		n++
	}
	w.WriteString("\n]}\n")
	return fault
}
