//go:build mpi && mpi_openmpi

package cgptl

// #cgo pkg-config: ompi-c
import "C"
