// Package mpiwrap times the MPI calls of the whole program through MPI's profiling interface: those of
// Go, of C and of Fortran. Importing it is enough:
//
//	import _ "github.com/go-hpc/timers/mpitimer/mpiwrap"
//
// It needs cgo and the build tag mpi, and goes by the tags of package machenv/mpi for which MPI is
// linked. Without them it is empty.
//
// The package defines the functions MPI_X, which MPI calls PMPI_X below. C code counts each call, without
// calling Go, in a table that it shares with the timers: by the region that is open where the call is made,
// by function and by communicator. See docs/mpiwrap.md for the rules of counting.
package mpiwrap

//go:generate go run ./internal/generate/command
