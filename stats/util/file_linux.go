package util

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// readAt0 reads from the beginning; the kernel makes the numbers anew.
//
// The runtime is not told of the system call. It would look after the goroutine's processor, and the look
// costs more than the read: its watcher runs sixty times when it has found one that waits. Files of /proc and
// /sys do not wait for a device, so that a collection of garbage, which must wait for the call, does not wait
// for long.
func (d descriptor) readAt0(buf []byte) (int, error) {
	for {
		// An offset of 0 is 0 in whatever way an architecture parts 64 bits.
		n, _, err := unix.RawSyscall6(unix.SYS_PREAD64, uintptr(d), uintptr(unsafe.Pointer(unsafe.SliceData(buf))), uintptr(len(buf)), 0, 0, 0)
		switch err {
		case 0:
			return int(n), nil
		case unix.EINTR:
		default:
			return 0, err
		}
	}
}
