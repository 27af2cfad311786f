//go:build unix

package top

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// resizes sends when the terminal has another size.
func resizes(to chan<- os.Signal) { signal.Notify(to, syscall.SIGWINCH) }

// endings sends the signals that end a program.
func endings(to chan<- os.Signal) {
	signal.Notify(to, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
}

// stopSelf stops the program as Ctrl-Z would, and returns when it is continued. If nobody could continue it,
// the system does not stop it.
func stopSelf() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	select {
	case <-continued:
	case <-time.After(time.Second):
	}
	return nil
}
