package tacc

import "golang.org/x/sys/unix"

func statfs(dir string) (usage, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return usage{uint64(s.Bsize), s.Blocks, s.Bfree, s.Files, s.Ffree}, err
}
