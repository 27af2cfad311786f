// Command rank is a rank of a real run of the campaign of answers: it does what the seed has planned for it. Command answers
// starts it under both MPIs, with calls of MPI recorded (built with the tag mpiwrap) and not.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
	"github.com/go-hpc/timers/scripts/answers/campaign"
)

var recorded bool // calls of MPI are

func main() {
	seed := flag.Uint64("seed", 1, "run what is planned for this `SEED`")
	flag.Parse()
	if err := run(*seed); err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(1)
	}
}

func run(seed uint64) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	plan := campaign.NewReal(seed, recorded)
	if world.Size() != plan.Ranks {
		return fmt.Errorf("%d ranks, expected %d", world.Size(), plan.Ranks)
	}
	trace := timeline.NewTrace()
	if err := mpitimer.Initialize(mpitimer.WithHook(trace)); err != nil {
		return err
	}
	recorder, err := timeline.Start(mpitimer.Default(), timeline.Options{Directory: ".", Project: campaign.Project, Trace: trace})
	if err := errors.Join(err, world.Barrier()); err != nil { // ranks begin at the same time
		return err
	}
	program := &campaign.Program{
		Start: func(region string) { mpitimer.Start(region) },
		Stop:  func(region string) { mpitimer.Stop(region) },
		Step:  mpitimer.CountEpoch,
		Meet:  func() error { return meet(world, plan) },
	}
	measured, err := plan.Execute(world.Rank(), program)
	if err != nil {
		return err
	}
	text, err := json.Marshal(measured)
	if err != nil {
		return err
	}
	if err := os.WriteFile(fmt.Sprintf("rank-%d.json", world.Rank()), text, 0o600); err != nil {
		return err
	}
	return errors.Join(world.Barrier(), recorder.Close(), mpitimer.Finalize(), mpi.Finalize()) // the project names what all have written
}
