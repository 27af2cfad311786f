// Command hang is a program that hangs: in one of its steps the last rank does not leave a region, and the
// others wait for it. mpitimer stacks shows where.
//
// Built with the tag mpi it runs under mpirun; otherwise it runs on embedded ranks, which are goroutines of
// one process.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
)

func main() {
	ranks := flag.Int("ranks", 4, "`number` of embedded ranks, when it is built without MPI")
	steps := flag.Int("steps", 100, "steps")
	at := flag.Int("at", 3, "step in which it hangs; 0 for none")
	flag.Parse()
	program := func(comm machenv.Communicator) error { return run(comm, *steps, *at) }
	var err error
	if mpi.Built {
		err = underMPI(program)
	} else {
		err = local.Run(*ranks, program)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hang:", err)
		os.Exit(1)
	}
}

func underMPI(program func(machenv.Communicator) error) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	if err := program(world); err != nil {
		return err
	}
	return errors.Join(world.Free(), mpi.Finalize())
}

func run(comm machenv.Communicator, steps, at int) (err error) {
	envs, err := machenv.NewRegistry(comm)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, envs.Close()) }()
	untimed := mpitimer.Initialize(mpitimer.WithEnvironments(envs))
	for n := 1; n <= steps && err == nil; n++ {
		err = step(comm, n == at)
	}
	return errors.Join(err, mpitimer.Finalize(), untimed)
}

func step(comm machenv.Communicator, hangs bool) error {
	defer mpitimer.Start("step").Stop()
	solve(comm, hangs)
	return exchange(comm)
}

// solve takes 20 ms longer on each rank than on the one before.
func solve(comm machenv.Communicator, hangs bool) {
	defer mpitimer.Start("solve").Stop()
	time.Sleep(time.Duration(comm.Rank()+1) * 20 * time.Millisecond)
	for hangs && comm.Rank() == comm.Size()-1 {
		time.Sleep(time.Second)
	}
}

func exchange(comm machenv.Communicator) error {
	defer mpitimer.Start("exchange").Stop()
	return comm.Barrier()
}
