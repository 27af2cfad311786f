package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
)

// run is the whole program of one rank. It is the same under MPI and with embedded ranks, which differ
// only in the communicator. Rank 0 writes the report to out. Every rank gets the totals of the whole domain
// at the end.
func run(comm machenv.Communicator, cfg Config, timers []mpitimer.Option, out io.Writer) (end totals, err error) {
	envs, err := machenv.NewRegistry(comm)
	if err != nil {
		return totals{}, err
	}
	defer func() { err = errors.Join(err, envs.Close()) }()
	// A fault of the timers is no reason not to run: the error is returned at the end.
	options := append([]mpitimer.Option{mpitimer.WithEnvironments(envs)}, timers...)
	var trace *timeline.Trace
	if cfg.Timeline != "" {
		trace = timeline.NewTrace()
		options = append(options, mpitimer.WithHook(trace))
	}
	untimed := mpitimer.Initialize(options...)
	beside, unwatched := watch(envs, cfg, trace)
	end, err = solve(envs, cfg, out)
	return end, errors.Join(err, mpitimer.Finalize(), beside.close(), untimed, unwatched)
}

// solve runs the model from the start to the end.
func solve(envs *machenv.Registry, cfg Config, out io.Writer) (totals, error) {
	s, err := initialize(envs, cfg, out)
	if err != nil {
		return totals{}, err
	}
	defer s.close()
	if err := s.loop(out); err != nil {
		return totals{}, err
	}
	return s.finalize(out)
}

// simulation is a model with what surrounds it.
type simulation struct {
	*model
	writers  *machenv.MachEnv
	start    totals
	unsaved  error // the first snapshot that could not be written
	isReport bool  // this rank writes the report
}

func initialize(envs *machenv.Registry, cfg Config, out io.Writer) (*simulation, error) {
	defer mpitimer.Start("init").Stop()
	comm := envs.Default().Comm()
	if err := cfg.check(comm.Size()); err != nil {
		return nil, err
	}
	number := (comm.Size() + writersEvery - 1) / writersEvery
	writers, err := envs.CreateStrided(writersName, envs.Default(), number, 0, writersEvery)
	if err != nil {
		return nil, err
	}
	s := &simulation{model: newModel(cfg, comm), writers: writers, isReport: envs.Default().IsMaster()}
	setInitial(&s.now, s.band, cfg)
	s.log = out
	if err = s.useDevice(out); err == nil {
		err = s.exchange(&s.now)
	}
	if err == nil {
		s.start, err = s.diagnose()
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// loop steps through time. All ranks leave it at the same step, even if the flow goes wrong: they judge the
// same totals.
func (s *simulation) loop(out io.Writer) error {
	defer mpitimer.Start("run_loop").Stop()
	for s.steps < s.cfg.Steps {
		mpitimer.CountEpoch()
		if err := s.step(); err != nil {
			return err
		}
		s.steps++
		if err := s.report(out); err != nil {
			return err
		}
	}
	return nil
}

// report draws and judges the flow when it is time to.
func (s *simulation) report(out io.Writer) error {
	draw := due(s.steps, s.cfg.SnapshotEvery)
	diagnose := due(s.steps, s.cfg.DiagnosticsEvery) && s.steps < s.cfg.Steps // finalize writes the last one
	if !diagnose && !draw {
		return nil
	}
	if err := s.exchange(&s.now); err != nil {
		return err
	}
	if draw {
		if err := s.snapshot(); err != nil {
			return err
		}
	}
	if diagnose {
		_, err := s.judge(out)
		return err
	}
	return nil
}

func due(step, every int) bool { return every > 0 && step%every == 0 }

// judge compares the totals with those at the start, and prints them.
func (s *simulation) judge(out io.Writer) (totals, error) {
	t, err := s.diagnose()
	if err != nil {
		return t, err
	}
	if s.isReport {
		mass, energy := t.drift(s.start)
		fmt.Fprintf(out, "step %5d  %6.2f h  courant %5.3f  mass %+9.2e  energy %+9.2e  lost %8.2e\n",
			s.steps, float64(s.steps)*s.cfg.TimeStep/3600, t.courant, mass, energy, t.lost/s.start.energy)
	}
	if err := t.check(s.start); err != nil {
		return t, fmt.Errorf("step %d: %w", s.steps, err)
	}
	return t, nil
}

// finalize checks the flow at the end. A picture that could not be written did not stop the run, which was
// worth more; it is an error now.
func (s *simulation) finalize(out io.Writer) (totals, error) {
	defer mpitimer.Start("finalize").Stop()
	if err := s.exchange(&s.now); err != nil {
		return totals{}, err
	}
	end, err := s.judge(out)
	if err != nil {
		return end, err
	}
	if s.isReport {
		fmt.Fprintf(out, "mass and energy are conserved; checksum %016x\n", end.sum)
	}
	return end, s.unsaved
}
