//go:build mpi && cgo

package cgptl

// extern void gohpc_cgptl_wait(int communicator);
import "C"

// wait waits for all ranks of the program's communicator of Fortran's number, in no copy of it: that would wait as well, before the
// timer starts, and MPI has only some thousands of them.
func wait(handle int) { C.gohpc_cgptl_wait(C.int(handle)) }
