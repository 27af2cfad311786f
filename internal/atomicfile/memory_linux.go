package atomicfile

import "syscall"

// InMemory reports whether a directory is known to be on a file system in memory, where a file is synced at once.
func InMemory(folder string) bool {
	const tmpfs, ramfs = 0x01021994, 0x858458f6
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return false
	}
	return uint32(stat.Type) == tmpfs || uint32(stat.Type) == ramfs
}
