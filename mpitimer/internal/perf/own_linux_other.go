//go:build linux && !amd64

package perf

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func ownUsage(into *unix.Rusage) {
	syscall.RawSyscall(unix.SYS_GETRUSAGE, unix.RUSAGE_THREAD, uintptr(unsafe.Pointer(into)), 0)
}

func ownClock(into *unix.Timespec) {
	syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(into)), 0)
}
