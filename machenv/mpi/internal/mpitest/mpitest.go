// Package mpitest plays the program that uses MPI itself, beside package mpi: tests need it to
// start and end MPI behind that package's back, to hand over its communicators, and to compare
// with MPI's own calls. It is empty without the build tag mpi.
package mpitest
