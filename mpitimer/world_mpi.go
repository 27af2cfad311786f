//go:build mpi && cgo

package mpitimer

import (
	"fmt"
	"os"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

// world is the ranks of MPI's world, a function that gives it back, and one that ends MPI with the timers if
// it had to be started for them; a program that uses MPI itself starts it first. What comes after MPI's start is
// the timers' own, of which quiet is to make nothing of the program's.
func world(quiet func()) (comm machenv.Communicator, free, end func() error, problem error) {
	if mpi.Finalized() {
		return machenv.NewSerial(), nothing, nil, fmt.Errorf("mpitimer: MPI has been finalized: timing this rank alone")
	}
	// MPI has no bound here, neither for its own beginning nor for a communicator of all ranks.
	slow := time.AfterFunc(slowStart, func() {
		rank, _, _, _ := mpi.Launched()
		fmt.Fprintf(os.Stderr, "mpitimer: rank %d waits for MPI since %v: all ranks have to call Initialize\n", rank, slowStart)
	})
	defer slow.Stop()
	if !mpi.Initialized() {
		_ = mpi.Initialize() // World says what is wrong
		end = mpi.Hold(true)
	}
	quiet()
	all, err := mpi.World()
	if _, size, _, launched := mpi.Launched(); err != nil && launched && size > 1 {
		return machenv.NewSerial(), nothing, end, fmt.Errorf("mpitimer: %w; %s", err, alone(size))
	}
	if err != nil { // MPI may have been started all the same
		return machenv.NewSerial(), nothing, end, fmt.Errorf("mpitimer: %w; timing this rank alone", err)
	}
	return all, all.Free, end, nil
}

// slowStart is when to tell what the start waits for.
const slowStart = 30 * time.Second

// holdMPI lets an MPI that would end with the timers go on until release was called.
func holdMPI() (release func() error) { return mpi.Hold(false) }

// isMPI reports whether messages go through MPI, and linksMPI whether the program is linked with one.
func isMPI(comm machenv.Communicator) bool { _, is := comm.(*mpi.Comm); return is }
func linksMPI() bool                       { return mpi.Library() != "" }
