package mpi

import (
	"errors"
	"fmt"
)

var (
	// ErrNotBuilt reports that the program was built without the tag mpi, or without cgo.
	ErrNotBuilt = errors.New("built without -tags mpi")

	// ErrNotInitialized reports that MPI_Init has not been called yet.
	ErrNotInitialized = errors.New("MPI is not initialised")

	// ErrFinalized reports that MPI_Finalize was called, by this package or by somebody else.
	ErrFinalized = errors.New("MPI is finalised")

	// ErrNotFinalized reports that Finalize has not ended MPI, because messages that were given up after
	// their timeout would keep this library's MPI_Finalize from ever returning. The process should end; its
	// mpirun then ends the others.
	ErrNotFinalized = errors.New("MPI is not finalized: messages that no rank has received are under way")

	// ErrWrongLauncher reports that the ranks of this run do not see each other, because the program is
	// linked with one MPI and was started by the mpirun of another.
	ErrWrongLauncher = errors.New("wrong mpirun")
)

// Error is an error that MPI returned.
type Error struct {
	Call string // the MPI function, as in "MPI_Isend"
	Code int    // what it returned; its meaning is the library's own
	Text string // what MPI_Error_string says of Code
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s (code %d)", e.Call, e.Text, e.Code)
}
