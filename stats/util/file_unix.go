//go:build unix

package util

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// descriptor is a file that is open. It is not an os.File: that one reads a second time to see the end, and
// keeps the poller busy.
type descriptor int

const closed descriptor = -1

func open(path string) (descriptor, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return closed, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return descriptor(fd), nil
	}
}

// close can only fail where something was written.
func (d descriptor) close() { _ = unix.Close(int(d)) }

func isNoDevice(err error) bool { return errors.Is(err, unix.ENODEV) || errors.Is(err, unix.ENXIO) }
