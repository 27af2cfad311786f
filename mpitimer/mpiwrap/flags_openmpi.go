//go:build mpi && mpi_openmpi

package mpiwrap

// #cgo CFLAGS: -g0
// #cgo pkg-config: ompi-c
import "C"
