//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package power

import (
	"errors"
	"os"
	"syscall"
)

// lockPort locks a device file, until the result is closed, against all processes of the host that do the
// same. The terminal's own flag (TIOCEXCL), which the library underneath sets, keeps out every program except
// root's.
//
// The lock belongs to the device file, whatever link leads to it. It does not reach a container that has made
// its own file for the same device. The kernel releases the lock when the process ends.
func lockPort(device string) (*os.File, error) {
	fd, err := open(device)
	if err != nil {
		return nil, nil // the library will find this too, and report it
	}
	f := os.NewFile(uintptr(fd), device)
	switch err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errors.Join(errors.New("another program records at it"), f.Close())
	}
	return f, nil // also where the file system has no locks
}

// open opens a device file, without waiting for a carrier and without making it the process's controlling
// terminal.
func open(device string) (fd int, err error) {
	for {
		fd, err = syscall.Open(device, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if !errors.Is(err, syscall.EINTR) {
			return fd, err
		}
	}
}
