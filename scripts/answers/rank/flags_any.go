//go:build mpi && !mpi_openmpi && !mpi_mpich && !mpi_cc

package main

// #cgo pkg-config: mpi
import "C"
