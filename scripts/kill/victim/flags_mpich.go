//go:build mpi && cgo && mpi_mpich

package main

// #cgo pkg-config: mpich
import "C"
