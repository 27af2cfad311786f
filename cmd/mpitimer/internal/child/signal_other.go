//go:build !unix

package child

import (
	"os"
	"syscall"
)

// Forwarded are the signals that are passed on to the program.
var Forwarded = []os.Signal{os.Interrupt, syscall.SIGTERM}

// FromTerminal reports whether a signal probably comes from the terminal, which also sends it to the program.
func FromTerminal(os.Signal) bool { return true }
