//go:build unix

package signal

import "syscall"

// readAt reads with one system call and none of the bookkeeping of os.File, which would cost about as much.
func readAt(h *handle, into []byte, offset int64) (int, error) {
	for {
		n, err := syscall.Pread(int(h.descriptor), into, offset)
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}
