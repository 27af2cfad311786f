package command

import (
	"io"

	"github.com/go-hpc/timers/internal/printable"
)

// Safe makes what is written to w safe for a terminal, as [printable.Lines] does. Each Write is treated on its own.
func Safe(w io.Writer) io.Writer { return safe{w} }

type safe struct{ to io.Writer }

func (w safe) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, printable.Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
