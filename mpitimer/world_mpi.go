//go:build mpi && cgo

package mpitimer

import (
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

// world is the ranks of MPI's world. If MPI has to be started for it, it is also ended with the
// timers; a program that uses MPI itself starts it first.
func world() (machenv.Communicator, func() error, error) {
	if mpi.Finalized() {
		return machenv.Serial(), nil, fmt.Errorf("mpitimer: MPI has been finalized: timing this rank alone")
	}
	started := !mpi.Initialized()
	comm, err := mpi.World()
	if err != nil {
		return machenv.Serial(), nil, fmt.Errorf("mpitimer: %w; timing this rank alone", err)
	}
	if started {
		return comm, mpi.Finalize, nil
	}
	return comm, nil, nil
}
