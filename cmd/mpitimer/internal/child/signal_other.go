//go:build !unix

package child

import (
	"os"
	"syscall"
)

// Forwarded are the signals that the program gets from its tracer.
var Forwarded = []os.Signal{os.Interrupt, syscall.SIGTERM}

// FromTerminal says whether a signal probably comes from the terminal, which sends it to the program, too.
func FromTerminal(os.Signal) bool { return true }
