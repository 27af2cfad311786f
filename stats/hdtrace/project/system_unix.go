//go:build unix

package project

import (
	"errors"
	"syscall"
)

// alive reports whether there is a process.
func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// writable reports why files cannot be made in a directory, as far as that can be told without making one.
func writable(path string) error {
	const write, search = 2, 1
	return syscall.Access(path, write|search)
}
