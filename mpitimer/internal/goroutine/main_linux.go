package goroutine

import (
	"runtime"
	"syscall"
)

// KeepMain keeps the calling goroutine on the process's first thread until release is called, if it is there: the program
// may depend on it. Others may change threads: of thousands of ranks in a process each would have a thread of its own.
func KeepMain() (release func()) {
	runtime.LockOSThread()
	if syscall.Gettid() == syscall.Getpid() {
		return runtime.UnlockOSThread
	}
	runtime.UnlockOSThread()
	return func() {}
}
