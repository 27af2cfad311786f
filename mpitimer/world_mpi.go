//go:build mpi && cgo

package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

// world is the ranks of MPI's world, and a function that gives it back. If MPI has to be started for
// it, it is also ended with the timers; a program that uses MPI itself starts it first.
func world() (machenv.Communicator, func() error, error) {
	if mpi.Finalized() {
		return machenv.Serial(), nil, fmt.Errorf("mpitimer: MPI has been finalized: timing this rank alone")
	}
	started := !mpi.Initialized()
	end := func() error {
		if started {
			return mpi.Finalize()
		}
		return nil
	}
	comm, err := mpi.World()
	if err != nil { // MPI may have been started all the same
		return machenv.Serial(), end, fmt.Errorf("mpitimer: %w; timing this rank alone", err)
	}
	return comm, func() error { return errors.Join(comm.Free(), end()) }, nil
}
