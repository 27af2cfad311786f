//go:build unix && !solaris && !aix

package cache

import (
	"os"
	"syscall"
)

// lock waits until no other build removes entries, or takes some. Where the file system knows no locks an
// entry is safe by its mark alone, from the moment that it is taken.
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
