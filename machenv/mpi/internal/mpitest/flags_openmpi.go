//go:build mpi && mpi_openmpi

package mpitest

// #cgo pkg-config: ompi-c
import "C"
