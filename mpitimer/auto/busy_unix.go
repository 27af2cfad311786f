//go:build unix

package auto

import (
	"syscall"
	"time"
)

// processorTime is how long processors have worked for the process.
func processorTime() (busy time.Duration, known bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
