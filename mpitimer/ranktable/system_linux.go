package ranktable

import (
	"os"
	"syscall"
)

// mostOpen is how many tables a process should have open at a time: a quarter of the descriptors that it may have.
func mostOpen() int {
	const least, most = 4, 1024
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return least
	}
	return int(min(max(limit.Cur/4, least), most))
}

// onDisk is the bytes of a file that are not holes.
func onDisk(info os.FileInfo) int64 {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return info.Size()
	}
	return stat.Blocks * 512
}
