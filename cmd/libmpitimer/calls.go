//go:build mpi && cgo

package main

import (
	"os"
	"strings"

	"github.com/go-hpc/timers/mpitimer/auto"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

// The timers of a program into which the library is preloaded begin when it has initialised MPI, and report when it is
// about to end it. A program that is linked with the library begins them itself.
func init() {
	if strings.Contains(os.Getenv("LD_PRELOAD"), "libmpitimer") {
		auto.Main()
		return
	}
	auto.AtFinalize()
}
