//go:build unix

package mpitimer

import (
	"os"
	"syscall"
)

// printSignal asks a rank for its tree.
var printSignal os.Signal = syscall.SIGUSR1
