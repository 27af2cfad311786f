//go:build unix

// Command stopped has ranks that stop for good, by SIGSTOP, after a region of each rank. The others report without them
// and end the job. It runs under MPI.
//
// Usage: stopped RANK…
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/ranktable" // the report has what the ranks measured that stopped
)

func main() {
	fmt.Fprintln(os.Stderr, "stopped:", run(os.Args[1:]))
	os.Exit(1)
}

// run returns only if something has gone wrong.
func run(ranks []string) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(world)); err != nil {
		return err
	}
	name := strconv.Itoa(world.Rank())
	mpitimer.Start("on " + name).Stop()
	if err := world.Barrier(); err != nil {
		return err
	}
	if slices.Contains(ranks, name) {
		err := unix.Kill(unix.Getpid(), unix.SIGSTOP)
		if err == nil { // it may take its time
			select {}
		}
		return err
	}
	if err := mpitimer.Finalize(); !errors.Is(err, machenv.ErrLost) {
		return fmt.Errorf("rank %s does not tell that ranks are lost: %w", name, err)
	}
	if world.Rank() == 0 {
		fmt.Println("stopped: reported")
		os.Exit(3) // MPI would wait for those that have stopped; whoever has started them ends them
	}
	select {}
}
