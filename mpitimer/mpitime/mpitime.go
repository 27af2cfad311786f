// Package mpitime records how long each region waits or communicates in calls of MPI, and nothing else of the calls: the
// useful time of regions is known then, at less than a start and a stop for each call. Importing it is enough:
//
//	import _ "github.com/go-hpc/timers/mpitimer/mpitime"
//
// It needs cgo and the build tag mpi, as package mpiwrap, which does the work; without them it is empty. With that package
// alone each call is a row of the tree. The key MPITimeOnly says which of the two it is.
package mpitime

import (
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

func init() { mpicall.TimeOnly = true }
