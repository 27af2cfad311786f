//go:build unix && !solaris && !aix

package cache

import (
	"os"
	"syscall"
)

// lock waits until no other build removes or takes entries. If the file system has no locks, the mark alone
// protects an entry, from the moment it is taken.
func (c *Cache) lock(alone bool) (unlock func()) {
	f, err := os.Open(c.folder)
	if err != nil {
		return func() {}
	}
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	_ = syscall.Flock(int(f.Fd()), how)
	return func() { _ = f.Close() } // with which the lock ends
}
