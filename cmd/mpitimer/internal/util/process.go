package util

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
)

// follow runs a program to its end, or waits if there is none. A program that did not end well gives a
// child.Status.
func follow(program []string, duration time.Duration) error {
	signals, stop := child.Signals()
	defer stop()
	if len(program) == 0 {
		wait(signals, duration)
		return nil
	}
	c := exec.Command(program[0], program[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return child.Run(c, signals)
}

// wait waits for the end of a time, 0 for no end, or for a signal that asks for the end.
func wait(signals <-chan os.Signal, duration time.Duration) {
	var end <-chan time.Time
	if duration > 0 {
		end = time.After(duration)
	}
	for {
		select {
		case <-end:
			return
		case s := <-signals:
			if ends(s) {
				return
			}
		}
	}
}

func ends(s os.Signal) bool { return s == os.Interrupt || s == syscall.SIGTERM || s == syscall.SIGHUP }
