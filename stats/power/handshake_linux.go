package power

import (
	"os"

	"golang.org/x/sys/unix"
)

// handshake makes the kernel keep RTS and CTS. A terminal has one state for all who opened it, so that
// another file than the library's serves.
func handshake(line *os.File) error {
	fd := int(line.Fd())
	state, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	state.Cflag |= unix.CRTSCTS
	return unix.IoctlSetTermios(fd, unix.TCSETS, state)
}
