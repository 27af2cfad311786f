//go:build mpi && cgo

package main

import (
	"C"

	"github.com/go-hpc/timers/mpitimer/auto"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

// The timers begin when the program has initialised MPI, and report when it is about to end it.
func init() { auto.Main() }

func main() {}
