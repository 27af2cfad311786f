//go:build !unix

package mpitimer

import "os"

// printSignal is a signal that this system does not have.
var printSignal os.Signal
