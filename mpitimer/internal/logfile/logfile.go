// Package logfile writes the timers' log to files of the program, most often to standard error, without
// ever ending the program by it.
package logfile

import (
	"io"
	"os"
)

// Writer returns a writer to w that only returns errors. A write of Go's own to standard output or
// standard error ends the program, by SIGPIPE, when nobody reads there any more: that is right for what
// the program prints, and wrong for what the timers add to it. What is written by one call stays
// together. Other writers than files are returned as they are.
func Writer(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && f != nil {
		return file{f}
	}
	return w
}

// file has no methods of os.File but Write, so that nothing is written past it.
type file struct{ f *os.File }
