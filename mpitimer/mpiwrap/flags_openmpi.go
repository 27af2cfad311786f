//go:build mpi && mpi_openmpi

package mpiwrap

// #cgo pkg-config: ompi-c
import "C"
