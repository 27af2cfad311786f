// Package file writes files that have an end at any moment, with timestamps that never go back.
package file

import (
	"io"
)

// CutRoom is how much text is collected. A block of states is kept in memory, in case that the state which
// contains it turns out to have elements, up to four times as much.
const CutRoom = 256 << 10

func WriteAll(w io.Writer, data []byte) error {
	n, err := w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	return err
}
