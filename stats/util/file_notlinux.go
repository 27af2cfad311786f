//go:build unix && !linux

package util

import "golang.org/x/sys/unix"

// readAt0 reads from the beginning.
func (d descriptor) readAt0(buf []byte) (int, error) {
	for {
		n, err := unix.Pread(int(d), buf, 0)
		if err != unix.EINTR {
			return n, err
		}
	}
}
