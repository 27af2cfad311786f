//go:build !linux

package atomicfile

// InMemory reports whether a directory is known to be on a file system in memory, where a file is synced at once.
func InMemory(string) bool { return false }
