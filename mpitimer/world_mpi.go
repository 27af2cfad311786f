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
		return machenv.Serial(), none, nil, fmt.Errorf("mpitimer: MPI has been finalized: timing this rank alone")
	}
	if !mpi.Initialized() {
		end = mpi.Finalize
	}
	// MPI has no bound here, neither for its own beginning nor for a communicator of all ranks.
	slow := time.AfterFunc(slowStart, func() {
		rank, _, _, _ := mpi.Launched()
		fmt.Fprintf(os.Stderr, "mpitimer: rank %d waits for MPI since %v: all ranks have to call Initialize\n", rank, slowStart)
	})
	defer slow.Stop()
	_ = mpi.Initialize() // World says what is wrong
	quiet()
	all, err := mpi.World()
	if _, size, _, launched := mpi.Launched(); err != nil && launched && size > 1 {
		return machenv.Serial(), none, end, fmt.Errorf("mpitimer: %w; %s", err, alone(size))
	}
	if err != nil { // MPI may have been started all the same
		return machenv.Serial(), none, end, fmt.Errorf("mpitimer: %w; timing this rank alone", err)
	}
	return all, all.Free, end, nil
}

// slowStart is when to tell what the start waits for.
const slowStart = 30 * time.Second

func none() error { return nil }
