//go:build unix

package owner

import (
	"os"
	"syscall"
)

// Of returns the user that a file belongs to. It returns false if the system does not say.
func Of(info os.FileInfo) (uid int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}

// Group returns the group that a file belongs to. It returns false if the system does not say.
func Group(info os.FileInfo) (gid int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Gid), true
}
