//go:build unix

package child

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Forwarded are the signals that are passed on to the program.
var Forwarded = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCONT}

// FromTerminal reports whether a signal probably comes from the terminal, which also sends it to the program.
func FromTerminal(s os.Signal) bool {
	if s != os.Interrupt && s != syscall.SIGQUIT {
		return false
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
