//go:build mpi && mpi_openmpi

package mpi

// #cgo pkg-config: ompi-c
import "C"
