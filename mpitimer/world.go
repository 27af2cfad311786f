//go:build !(mpi && cgo)

package mpitimer

import (
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

// world is the ranks of a program that names none: itself. A program that was started by mpirun was
// probably meant to be one of several ranks, which it cannot know of without MPI.
func world(func()) (comm machenv.Communicator, free, end func() error, problem error) {
	if rank, size, launcher, ok := mpi.Launched(); ok && size > 1 {
		return machenv.Serial(), nothing, nil, fmt.Errorf("mpitimer: started as rank %d of %d by %s, but built without -tags mpi: %s "+
			"(build with -tags mpi, or pass a communicator; a program into which mpitimer build has put the timers: with its -mpi)", rank, size, launcher, alone(size))
	}
	return machenv.Serial(), nothing, nil, nil
}
