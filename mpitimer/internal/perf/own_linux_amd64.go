package perf

import "golang.org/x/sys/unix"

// These ask the kernel without the two calls that package syscall has in between. Behind a system call the processor has
// forgotten where calls return to, and each of them costs some nanoseconds.

//go:noescape
func ownUsage(into *unix.Rusage)

//go:noescape
func ownClock(into *unix.Timespec)
