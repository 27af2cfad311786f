//go:build mpi && !mpi_openmpi && !mpi_mpich && !mpi_cc

package mpiwrap

// #cgo CFLAGS: -g0
// #cgo pkg-config: mpi
import "C"
