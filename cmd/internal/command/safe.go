package command

import (
	"io"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// Safe makes what is written to w safe for a terminal, as [Lines] does. Each Write is treated on its own.
func Safe(w io.Writer) io.Writer { return safe{w} }

type safe struct{ to io.Writer }

func (w safe) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Lines makes a text safe for a terminal, and keeps line ends and tabs.
func Lines(s string) string {
	return printable.Escape(s, func(r rune) bool { return r == '\n' || r == '\t' || printable.Prints(r) })
}

// Message is Lines for one message: lines after the first are indented, so that no name in it can start a
// line that looks like another message.
func Message(s string) string {
	return strings.ReplaceAll(strings.TrimRight(Lines(s), "\n"), "\n", "\n  ")
}
