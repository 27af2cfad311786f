//go:build !unix

package signal

import "io"

func readAt(h *handle, into []byte, offset int64) (int, error) {
	n, err := h.file.ReadAt(into, offset)
	if err == io.EOF {
		err = nil
	}
	return n, err
}
