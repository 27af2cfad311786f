//go:build mpi && mpi_mpich

package main

// #cgo pkg-config: mpich
import "C"
