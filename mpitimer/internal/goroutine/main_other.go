//go:build !linux

package goroutine

import "runtime"

// KeepMain keeps the calling goroutine on its thread until release is called.
func KeepMain() (release func()) {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
