//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package power

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lockPort locks a device file, until the result is closed, for this process among all of the host that do the same.
// The terminal's own mark (TIOCEXCL), which the library underneath sets, keeps out every program but those of root.
//
// It goes by the device file, whatever link leads to it. A container that has made one of its own for the same device
// is not seen. The kernel ends the lock with the process.
func lockPort(device string) (io.Closer, error) {
	fd, err := open(device)
	if err != nil {
		return nil, nil // as the library will find, and say
	}
	f := os.NewFile(uintptr(fd), device)
	switch err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errors.Join(errors.New("another program records at it"), f.Close())
	case err != nil: // a file system without locks
		return nil, f.Close()
	}
	return f, nil
}

// open opens a device file, without waiting for a carrier and without making it the process's terminal.
func open(device string) (fd int, err error) {
	for {
		fd, err = syscall.Open(device, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if !errors.Is(err, syscall.EINTR) {
			return fd, err
		}
	}
}
