package util

import (
	"errors"
	"fmt"
	"os"
)

// file is a file of /proc or /sys that is read again and again. It stays open: to open it costs more than to
// read it.
type file struct {
	path string
	fd   descriptor
	buf  []byte
}

// roomOf is the first size of a buffer; one that becomes too small grows.
const (
	roomOfValue = 256
	roomOfTable = 8 << 10
	mostRoom    = 16 << 20
)

func newFile(path string, room int) *file {
	return &file{path: path, fd: closed, buf: make([]byte, room)}
}

// read returns the file's contents, which are valid until the next call. It does not allocate once the file
// is open and the buffer large enough. After an error the next call opens the file again, for what has come
// back, such as a processor, has a file of its own.
func (f *file) read() ([]byte, error) {
	if f.fd == closed {
		fd, err := open(f.path)
		if err != nil {
			return nil, err
		}
		f.fd = fd
	}
	for {
		n, err := f.fd.readAt0(f.buf)
		if err != nil {
			f.close()
			return nil, &os.PathError{Op: "read", Path: f.path, Err: err}
		}
		if n < len(f.buf) {
			return f.buf[:n], nil
		}
		if len(f.buf) >= mostRoom {
			f.close()
			return nil, fmt.Errorf("util: %s: more than %d bytes, expected less", f.path, mostRoom)
		}
		// One read gives one state of the kernel's numbers, two may give two: so all is read again.
		f.buf = make([]byte, 2*len(f.buf))
	}
}

func (f *file) close() {
	if f.fd != closed {
		f.fd.close()
		f.fd = closed
	}
}

// isGone says whether an error means that what the file tells of is not there, rather than that the file
// could not be read.
func isGone(err error) bool { return errors.Is(err, os.ErrNotExist) || isNoDevice(err) }
