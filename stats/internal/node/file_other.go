//go:build !unix

package node

import (
	"io"
	"os"
)

// descriptor is an open file. There is no /proc on this system, but recorded trees can be read.
type descriptor struct{ *os.File }

func openDescriptor(path string) (descriptor, error) {
	f, err := os.Open(path)
	return descriptor{f}, err
}

func (d descriptor) readAt(into []byte, offset int64) (int, error) {
	n, err := d.ReadAt(into, offset)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (d descriptor) close() { _ = d.File.Close() }

func isNoDevice(error) bool { return false }
