// Command shallowwater is a solver of the shallow-water equations on a rotating torus. It shows how to use
// the timers in a parallel program: regions, an environment with some of the ranks, goroutines in the inner
// loop, one configuration file for the solver and the timers.
//
// Built with the tag mpi it runs under mpirun; otherwise it runs on embedded ranks, which are goroutines of
// one process:
//
//	mpirun -n 4 ./shallowwater -out demo
//	./shallowwater -ranks 4 -out demo
//
// With -device auto it does a part of the work on a GPU of NVIDIA, if there is one.
//
// With -timeline it records a timeline for HDTrace's viewers.
//
// It exits with status 1 if mass or energy is not conserved or anything else failed, and with 2 after a usage
// error.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/all" // what the configuration may name
)

// embeddedRanks is the number of ranks of a program built without MPI.
const embeddedRanks = 4

func main() {
	ranks, cfg, timers, err := parse(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shallowwater:", err)
		os.Exit(2)
	}
	program := func(comm machenv.Communicator) error {
		_, err := run(comm, cfg, timers, os.Stdout)
		return err
	}
	if ranks > 0 {
		err = local.Run(ranks, program)
	} else {
		err = underMPI(program)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shallowwater:", err)
		os.Exit(1)
	}
}

// underMPI runs the program on this rank of MPI.
func underMPI(program func(machenv.Communicator) error) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	// After an error MPI is not finalised: other ranks may be waiting for this one, and mpirun ends them when
	// a rank exits without finalising.
	if err := program(world); err != nil {
		return err
	}
	return errors.Join(world.Free(), mpi.Finalize())
}

// parse reads the command line and the configuration. Zero ranks means MPI's.
func parse(args []string, usage io.Writer) (ranks int, cfg Config, timers []mpitimer.Option, err error) {
	flags := flag.NewFlagSet("shallowwater", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.IntVar(&ranks, "ranks", 0, "`number` of embedded ranks; 0 means those of MPI, or 4 when built without")
	file := flags.String("config", "", "configuration `file`; the built-in one when empty")
	out := flags.String("out", ".", "`directory` for the files written; made when missing")
	timeline := flags.String("timeline", "", "`directory` for the timers over time, a project of HDTrace; made when missing, none when empty")
	raw := flags.String("raw-stats", "", "`directory` for raw statistics of the nodes, in TACC's form; empty for none")
	where := flags.String("device", onHost, "where the update runs: host, gpu, or auto for a GPU if there is one")
	uneven := flags.Bool("uneven", false, "a rough bed in the north: more work for the ranks there")
	since := flags.Int("since", 0, "time steps before the bed is rough, instead of the file's")
	steps := flags.Int("steps", 0, "time steps, instead of the file's")
	nx := flags.Int("nx", 0, "cells from west to east, instead of the file's")
	ny := flags.Int("ny", 0, "cells from south to north, instead of the file's")
	if err := flags.Parse(args); err != nil {
		return 0, cfg, nil, err
	}
	if flags.NArg() > 0 {
		return 0, cfg, nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	name, text, err := configText(*file)
	if err != nil {
		return 0, cfg, nil, err
	}
	if cfg, err = parseConfig(name, text); err != nil {
		return 0, cfg, nil, err
	}
	if *where != onHost && *where != onGPU && *where != onAuto {
		return 0, cfg, nil, fmt.Errorf("-device %q: expected %s, %s or %s", *where, onHost, onGPU, onAuto)
	}
	cfg.Device = *where
	cfg.Uneven, cfg.Out, cfg.Timeline, cfg.RawStats = *uneven, *out, *timeline, *raw
	flags.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "since":
			cfg.Bed.Rough.Since = *since
		case "steps":
			cfg.Steps = *steps
		case "nx":
			cfg.Nx = *nx
		case "ny":
			cfg.Ny = *ny
		}
	})
	if ranks, err = chooseRanks(ranks); err != nil {
		return 0, cfg, nil, err
	}
	// The timers take their sections from the same text, and put their files beside ours.
	settings, err := mpitimer.ReadConfig(text, name)
	if err != nil {
		return 0, cfg, nil, err
	}
	timers = []mpitimer.Option{
		mpitimer.WithConfig(settings),
		mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Output.Directory = *out }),
	}
	return ranks, cfg, timers, os.MkdirAll(*out, 0o777)
}

// chooseRanks returns the number of embedded ranks, or 0 for MPI's.
func chooseRanks(asked int) (int, error) {
	switch {
	case asked < 0:
		return 0, fmt.Errorf("-ranks %d: must not be below 0", asked)
	case asked > 0 || mpi.Built:
		return asked, nil
	}
	if _, size, launcher, ok := mpi.Launched(); ok && size > 1 {
		return 0, fmt.Errorf("started by %s on %d ranks, but built without the tag mpi", launcher, size)
	}
	return embeddedRanks, nil
}
