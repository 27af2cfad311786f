//go:build unix

package node

import (
	"errors"
	"syscall"
)

// descriptor is a file that is open. It is no os.File: that one reads a second time to see the end, and keeps
// the poller busy with files of /sys, which can be waited for.
type descriptor int

func openDescriptor(path string) (descriptor, error) {
	d, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	return descriptor(d), err
}

// readAt tells the runtime of the system call: a file of /sys may wait for its device, and a collection of
// garbage must not wait for that.
func (d descriptor) readAt(into []byte, offset int64) (int, error) {
	for {
		n, err := syscall.Pread(int(d), into, offset)
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

// close can only fail where something was written.
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
