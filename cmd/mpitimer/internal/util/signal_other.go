//go:build !unix

package util

import (
	"os"
	"syscall"
)

var forwarded = []os.Signal{os.Interrupt, syscall.SIGTERM}

func fromTerminal(os.Signal) bool { return true }
