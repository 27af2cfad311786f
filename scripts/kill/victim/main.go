//go:build linux && mpi && cgo

// Victim is the program whose ranks the kill campaign kills. It does what solvers do with timers, keeps a
// ledger of all of it besides, and can harm itself in the ways that no signal can:
//
//	mpirun -n 4 victim -folder DIR -harm panic -rank 2 -after 300ms
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// settings is the command line.
type settings struct {
	folder     string
	tables     string
	mode       string
	steps      int
	seed       uint64
	histograms bool
	harm       string
	harmed     int
	after      time.Duration
	limit      time.Duration
}

func parse() (settings, error) {
	var s settings
	flag.StringVar(&s.folder, "folder", ".", "`folder` of the ledgers and of what the timers report")
	flag.StringVar(&s.tables, "tables", "", "Tables of the timers' configuration; a folder, auto or off, empty: as configured")
	flag.StringVar(&s.mode, "mode", "mixed", "what is done: mixed, hammer (starts and stops only), grow (new names all the time)")
	flag.IntVar(&s.steps, "steps", 0, "steps to do; 0: until the limit")
	flag.Uint64Var(&s.seed, "seed", 1, "of what is done at random")
	flag.BoolVar(&s.histograms, "histograms", false, "keep histograms")
	flag.StringVar(&s.harm, "harm", "", "what one rank does to itself")
	flag.IntVar(&s.harmed, "rank", 0, "the rank that does it")
	flag.DurationVar(&s.after, "after", 0, "how long after the start of the timers")
	flag.DurationVar(&s.limit, "limit", 2*time.Minute, "when to give up, for a victim that nobody kills")
	flag.Parse()
	if flag.NArg() > 0 {
		return s, fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if modes[s.mode] == nil {
		return s, fmt.Errorf("-mode %q: expected mixed, hammer or grow", s.mode)
	}
	if s.harm != "" && harms[s.harm] == nil {
		return s, fmt.Errorf("-harm %q is not known", s.harm)
	}
	return s, nil
}

func main() {
	s, err := parse()
	if err != nil {
		fmt.Fprintln(os.Stderr, "victim:", err)
		os.Exit(2)
	}
	time.AfterFunc(s.limit, func() { os.Exit(7) })
	if err := run(s); err != nil {
		fmt.Fprintln(os.Stderr, "victim:", err)
		os.Exit(1)
	}
}

func run(s settings) error {
	number, size, _, launched := mpi.Launched()
	if !launched {
		size = 1
	}
	book, err := ledger.Create(filepath.Join(s.folder, ledger.File(number)), number, size)
	if err != nil {
		return err
	}
	world, err := mpi.World()
	if err != nil {
		return err
	}
	envs, err := machenv.NewRegistry(world)
	if err != nil {
		return err
	}
	r := &rank{settings: s, comm: world, envs: envs, book: book}
	if err := r.live(); err != nil {
		return err
	}
	return errors.Join(envs.Close(), world.Free(), mpi.Finalize())
}

// live returns the life of the timers of a rank.
func (r *rank) live() error {
	total, err := r.book.Track(0).Root(mpitimer.TotalName, ledger.Timed)
	if err != nil {
		return err
	}
	r.main = &worker{rank: r, at: total}
	if r.writers, err = r.envs.CreateStrided("writers", r.envs.Default(), (r.comm.Size()+1)/2, 0, 2); err != nil {
		return err
	}
	r.book.Enter(ledger.Initializing)
	total.Begin()
	err = mpitimer.Initialize(mpitimer.WithEnvironments(r.envs), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Output.Directory, c.Timing.Histograms = r.settings.folder, r.settings.histograms
		if r.settings.tables != "" {
			c.Output.Tables = r.settings.tables
		}
	}))
	total.Started()
	if err != nil {
		return err
	}
	r.book.Enter(ledger.Running)
	defer mpitimer.Finalize() // of a panic; otherwise it has been done
	r.arm()
	if err := modes[r.settings.mode](r); err != nil {
		return err
	}
	r.book.Enter(ledger.Finalizing)
	total.Ending()
	err = mpitimer.Finalize()
	total.Ended()
	r.book.Enter(ledger.Finalized)
	return err
}
