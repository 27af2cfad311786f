//go:build mpi && mpi_mpich

package mpiwrap

// #cgo CFLAGS: -g0
// #cgo pkg-config: mpich
import "C"
