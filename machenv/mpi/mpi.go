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
	names := [...]string{"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"}
	if t < 0 || int(t) >= len(names) {
		return "unknown"
	}
	return names[t]
}

// Built reports whether the program was built with an MPI.
const Built = built

// Initialize initialises MPI if nobody has, as World does, which is the only call that most programs need.
func Initialize() error { return ofMPI(initialise()) }

// World returns a communicator of all ranks of the run: a duplicate of MPI_COMM_WORLD. It initialises MPI if nobody
// has. A program that calls Finalize anywhere must then call it before it ends; mpitimer.Finalize ends the MPI of one
// that does not. All ranks must call World, the same number of times.
//
// The error matches ErrNotBuilt, ErrFinalized or ErrWrongLauncher, or is an *Error. After
// ErrWrongLauncher MPI is initialised, and Finalize is still due.
func World() (*Comm, error) {
	err := initialise()
	n := 0
	if err == nil {
		n, err = worldSize()
	}
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

// Finalize ends MPI if World or Initialize has initialised it, and does nothing if somebody else has, or if MPI
// has ended already. It is collective over all ranks of the run.
//
// Called by defer in a program that panics, it only lets the panic go on: other ranks may be waiting for this one.
//
//go:noinline
func Finalize() error {
	if cause := recover(); cause != nil {
		panic(cause)
	}
	return ofMPI(finalise())
}

// Hold is for package mpitimer and packages that finish after it. Once the functions that all calls returned were called, MPI
// ends, if this package has initialised it, and if the program has no call of Finalize or one of them passed always.
func Hold(always bool) (release func() error) { return hold(always) }

func ofMPI(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("mpi: %w", err)
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
