//go:build mpi && mpi_mpich

package cgptl

// #cgo pkg-config: mpich
import "C"
