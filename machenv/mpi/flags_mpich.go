//go:build mpi && mpi_mpich

package mpi

// #cgo pkg-config: mpich
import "C"
