//go:build mpi && pmpi && cgo

package main

// As a GPTL that was configured with --enable-pmpi: calls of MPI are timers.
import _ "github.com/go-hpc/timers/mpitimer/mpiwrap"
