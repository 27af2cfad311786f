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

// readAt0 reads from the beginning; the kernel makes the numbers anew. The runtime is told of the call (it is no
// RawSyscall): a file that is slow, as of a sensor behind a bus, would otherwise stop the collection of garbage, and
// with it the whole program. What that costs is not seen beside the read itself, which takes microseconds.
func (d descriptor) readAt0(buf []byte) (int, error) {
	for {
		n, err := unix.Pread(int(d), buf, 0)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// close can only fail where something was written.
func (d descriptor) close() { _ = unix.Close(int(d)) }

func isNoDevice(err error) bool { return errors.Is(err, unix.ENODEV) || errors.Is(err, unix.ENXIO) }
