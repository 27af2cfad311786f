//go:build mpi && mpi_mpich

package mpiwrap

// #cgo pkg-config: mpich
import "C"
