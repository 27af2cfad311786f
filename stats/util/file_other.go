//go:build !unix

package util

import (
	"io"
	"os"
)

// descriptor is a file that is open. There is no /proc here; a copy of one can be read.
type descriptor struct{ *os.File }

var closed descriptor

func open(path string) (descriptor, error) {
	f, err := os.Open(path)
	return descriptor{f}, err
}

func (d descriptor) readAt0(buf []byte) (int, error) {
	n, err := d.ReadAt(buf, 0)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (d descriptor) close() { _ = d.Close() }

func isNoDevice(error) bool { return false }
