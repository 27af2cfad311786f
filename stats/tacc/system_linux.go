package tacc

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

func statfs(dir string) (usage, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return usage{uint64(s.Bsize), s.Blocks, s.Bfree, s.Files, s.Ffree}, err
}

// readInto reads a file whole into a buffer, which grows if it must. It does without the os package, whose
// files cost three times as many allocations and a system call more: a sample reads hundreds of them.
func readInto(name string, buf []byte) (text, grown []byte, err error) {
	fd, err := retried(func() (int, error) { return unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC, 0) })
	if err != nil {
		return nil, buf, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	defer unix.Close(fd)
	n := 0
	for {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		got, err := retried(func() (int, error) { return unix.Read(fd, buf[n:]) })
		if err != nil {
			return nil, buf, &fs.PathError{Op: "read", Path: name, Err: err}
		}
		if got == 0 {
			return buf[:n], buf, nil
		}
		n += got
	}
}

func retried(f func() (int, error)) (int, error) {
	for {
		if n, err := f(); err != unix.EINTR {
			return n, err
		}
	}
}
