//go:build unix

package node

import (
	"errors"
	"syscall"
)

// descriptor is an open file. It is not an os.File, which reads a second time to see the end, and which keeps
// the poller busy with files of /sys, because those can be polled.
type descriptor int

func openDescriptor(path string) (descriptor, error) {
	d, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	return descriptor(d), err
}

// readAt tells the runtime about the system call: a file of /sys may wait for its device, and garbage
// collection must not wait for that.
func (d descriptor) readAt(into []byte, offset int64) (int, error) {
	for {
		n, err := syscall.Pread(int(d), into, offset)
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

// close can only fail if something was written.
func (d descriptor) close() { _ = syscall.Close(int(d)) }

func retried(f func() (int, error)) (int, error) {
	for {
		if n, err := f(); err != syscall.EINTR {
			return n, err
		}
	}
}

func isNoDevice(err error) bool {
	return errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.ENXIO)
}
