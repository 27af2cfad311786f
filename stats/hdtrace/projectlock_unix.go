//go:build unix

package hdtrace

import (
	"errors"
	"syscall"
)

// alive reports whether there is a process.
func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
