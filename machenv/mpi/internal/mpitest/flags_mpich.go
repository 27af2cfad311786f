//go:build mpi && mpi_mpich

package mpitest

// #cgo pkg-config: mpich
import "C"
