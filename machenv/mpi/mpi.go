package mpi

import (
	"fmt"
	"os"
	"unsafe"
)

// Threads is the support for threads that MPI grants a process.
type Threads int

const (
	// ThreadsUnknown is the level before MPI is initialised.
	ThreadsUnknown Threads = iota - 1
	// ThreadsSingle is MPI_THREAD_SINGLE: there is only one thread.
	ThreadsSingle
	// ThreadsFunneled is MPI_THREAD_FUNNELED: the thread that initialised MPI may call it.
	ThreadsFunneled
	// ThreadsSerialized is MPI_THREAD_SERIALIZED: any thread may call MPI, one at a time.
	ThreadsSerialized
	// ThreadsMultiple is MPI_THREAD_MULTIPLE: threads may call MPI as they like.
	ThreadsMultiple
)

// String returns MPI's name of the level.
func (t Threads) String() string {
	switch t {
	case ThreadsSingle:
		return "MPI_THREAD_SINGLE"
	case ThreadsFunneled:
		return "MPI_THREAD_FUNNELED"
	case ThreadsSerialized:
		return "MPI_THREAD_SERIALIZED"
	case ThreadsMultiple:
		return "MPI_THREAD_MULTIPLE"
	}
	return "unknown"
}

// Built reports whether the program was built with an MPI.
const Built = built

// Initialize initialises MPI if nobody has, as World does, which is the only call that most programs need.
func Initialize() error {
	if err := initialise(); err != nil {
		return fmt.Errorf("mpi: %w", err)
	}
	return nil
}

// World returns a communicator of all ranks of the run: a duplicate of MPI_COMM_WORLD. It
// initialises MPI if nobody has, in which case the program must call Finalize before it ends.
// All ranks must call it, the same number of times.
//
// The error matches ErrNotBuilt, ErrFinalized or ErrWrongLauncher, or is an *Error. After
// ErrWrongLauncher MPI is initialised, and Finalize is still due.
func World() (*Comm, error) {
	if err := Initialize(); err != nil {
		return nil, err
	}
	n, err := worldSize()
	if err == nil {
		err = checkLauncher(os.Getenv, Library(), n)
	}
	if err != nil {
		return nil, fmt.Errorf("mpi: %w", err)
	}
	return own(dupWorld())
}

// FromHandle returns a duplicate of the communicator that handle points to: handle is an
// MPI_Comm* of C, and must be valid. It is collective over that communicator, which is left as it
// is. MPI must be initialised. The null communicator and an intercommunicator are errors.
func FromHandle(handle unsafe.Pointer) (*Comm, error) {
	if handle == nil {
		return nil, fmt.Errorf("mpi: nil pointer to a communicator")
	}
	return own(dupHandle(handle))
}

// FromFortran is FromHandle for a communicator given as the integer that Fortran uses for it,
// the result of MPI_Comm_c2f: the one form of a handle that all bindings can produce and pass on.
func FromFortran(handle int) (*Comm, error) {
	if int(int32(handle)) != handle {
		return nil, fmt.Errorf("mpi: %d is no Fortran handle of a communicator", handle)
	}
	return own(dupFortran(handle))
}

// Finalize ends MPI if World has initialised it, and does nothing if somebody else has, or if MPI
// has ended already. It is collective over all ranks of the run.
func Finalize() error {
	if err := finalise(); err != nil {
		return fmt.Errorf("mpi: %w", err)
	}
	return nil
}

// Initialized reports whether MPI was initialised, by this package or by somebody else. It stays true after
// MPI is finalised.
func Initialized() bool { return initialized() }

// Finalized reports whether MPI was finalised, by this package or by somebody else.
func Finalized() bool { return finalized() }

// Library returns the name and the version of the MPI that the program is linked with, for example "Open MPI
// v4.1.4" or "MPICH 4.0.2", or "" if there is none.
func Library() string { return shortLibrary(library()) }

// ThreadLevel returns what MPI granted to this process, whoever requested it.
func ThreadLevel() Threads { return threadLevel() }
