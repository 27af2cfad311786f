//go:build !(mpi && cgo)

package mpitimer

import (
	"fmt"

	"github.com/go-hpc/timers/internal/launch"
	"github.com/go-hpc/timers/machenv"
)

// world is the ranks of a program that names none: itself. A program that was started by mpirun was
// probably meant to be one of several ranks, which it cannot know of without MPI.
func world(func()) (comm machenv.Communicator, free, end func() error, problem error) {
	if rank, size, launcher, ok := launch.Launched(); ok && size > 1 {
		return machenv.NewSerial(), nothing, nil, fmt.Errorf("mpitimer: started as rank %d of %d by %s, but built without -tags mpi: %s "+
			"(build with -tags mpi, or pass a communicator; a program into which mpitimer build has put the timers: with its -mpi)", rank, size, launcher, alone(size))
	}
	return machenv.NewSerial(), nothing, nil, nil
}

// holdMPI is of programs without an MPI: there is none that could end.
func holdMPI() (release func() error) { return nothing }

// isMPI reports whether messages go through MPI, and linksMPI whether the program is linked with one.
func isMPI(machenv.Communicator) bool { return false }
func linksMPI() bool                  { return false }
