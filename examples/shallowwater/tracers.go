package main

import (
	"errors"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/tacc"
	"github.com/go-hpc/timers/stats/util"
)

// tracers watch the run beside the timers, as far as requested: the timeline and what the nodes are used for,
// in one project, and raw statistics of the nodes.
type tracers struct {
	comm        machenv.Communicator
	recorder    *timeline.Recorder // nil, on which calls do nothing, if there is no project
	directory   *hdproject.Directory
	utilization *util.Tracer
	monitor     *tacc.Monitor // nil, on which calls do nothing, on most ranks
}

const (
	project          = "shallowwater"
	utilizationEvery = 100 * time.Millisecond
	rawEvery         = time.Second
	rawJob           = "shallowwater"
)

// watch starts them. It is collective, and every rank can go on after an error.
func watch(envs *machenv.Registry, cfg Config, trace *timeline.Trace) (*tracers, error) {
	t := &tracers{comm: envs.Default().Comm()}
	var problem error
	if cfg.Timeline != "" {
		problem = t.trace(envs, cfg.Timeline, trace)
	}
	if cfg.RawStats != "" {
		var err error
		t.monitor, err = tacc.NewMonitorPerNode(envs, envs.Default(), cfg.RawStats, rawJob, rawEvery, tacc.NodeOptions{})
		problem = errors.Join(problem, err, t.monitor.Begin())
	}
	return t, problem
}

func (t *tracers) trace(envs *machenv.Registry, folder string, trace *timeline.Trace) error {
	var err, problem error
	if t.recorder, problem = timeline.Start(mpitimer.Default(), timeline.Options{Directory: folder, Project: project, Trace: trace, Calls: true}); problem != nil {
		return problem
	}
	if t.directory, err = util.NewDirectory(folder, project, hdproject.DirectoryOptions{}); err != nil {
		return err
	}
	if t.utilization, err = util.CreatePerHost(envs, envs.Default(), t.directory, util.Options{Interval: utilizationEvery}); err != nil {
		return err
	}
	_, err = t.utilization.Start()
	return err
}

// close stops them. The recorder writes the project file, which names what the others have written, so they
// are closed first, on all ranks.
func (t *tracers) close() error {
	var problem error
	if t.utilization != nil {
		problem = t.utilization.Finalize()
	}
	if t.directory != nil {
		problem = errors.Join(problem, t.directory.Close())
	}
	if t.recorder != nil {
		_, err := machenv.Allreduce(t.comm, machenv.Sum, []int64{1})
		problem = errors.Join(problem, err, t.recorder.Close())
	}
	return errors.Join(problem, t.monitor.End(), t.monitor.Close())
}
