//go:build mpi && mpi_openmpi

package main

// #cgo pkg-config: ompi-c
import "C"
