//go:build mpi && cgo

package mpiwrap

// #include "api.h"
import "C"

import "github.com/go-hpc/timers/mpitimer/internal/whose"

// goroutines reports whether C can tell which goroutine makes a call.
var goroutines bool

// findGoroutines makes calls be told apart by goroutine, where that can be found out.
func findGoroutines() {
	if whose.Known() {
		C.gohpc_mpiwrap_whose(C.uintptr_t(whose.Word()))
		goroutines = true
	}
}
