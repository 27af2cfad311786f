package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/internal/launch"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/counting"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/logfile"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// TotalName is the name of the region that runs from Initialize to Finalize.
const TotalName = "Total"

// ErrFinalized reports a call on timers that were finalised.
var ErrFinalized = errors.New("mpitimer: the timers are finalized")

// ErrNotInitialized reports a call that needs timers when there are none.
var ErrNotInitialized = errors.New("mpitimer: Initialize has not been called")

// Timers holds the timers of one rank. A program has one Timers, made by Initialize and used through
// the package's functions. The type is for programs with several ranks in one process, and for calls
// without a function in the package.
//
// Start, Stop and the other calls that time regions are safe on any goroutine. Print, Finalize and
// TimedBarrier are collective: all ranks of the default environment call them, in the same order.
type Timers struct {
	engine engine.Rank // what starts and stops use
	ensemble
	logs
	extras

	config      Config
	begun       int64       // Unix time of the initialisation, nanoseconds
	tables      *rankTables // nil when they are not in a file
	checkpoints checkpoints
}

// ensemble is the ranks that report together.
type ensemble struct {
	all     *machenv.MachEnv     // the default environment
	own     *machenv.Registry    // the environments, when New made them
	lone    int                  // rank that a launcher gave a process that cannot see its other ranks
	comm    machenv.Communicator // of the reports: a duplicate where there can be one, so that no message meets the program's
	free    func() error         // frees it; nil if it is the program's
	quit    func() error         // gives back what New made for the message passing; nil if it made nothing
	ends    func() error         // ends the MPI that New began; nil otherwise
	release func() error         // of another MPI; nil if the ranks are not those of MPI

	rounds     *machenv.Rounds // of comm
	complete   bool            // all ranks came to Initialize
	mismatched error           // other ranks called something else than Finalize
}

// logs is where reports and messages go.
type logs struct {
	out     io.Writer // the log
	logger  Logger
	instead atomicfile.Fallback
	written logfile.Files
}

// extras is what is measured and reported beside the times of regions.
type extras struct {
	attached attached
	counting *counting.Counters // nil when no counters are read
}

// New makes the timers of the calling rank and starts Total. It is collective over the ranks of the
// default environment, and the calling goroutine becomes the rank's main one. Unlike Initialize it does
// not attach them to the package's functions.
//
// If the configuration is in error, New returns the error and timers that use the correct part of the
// configuration: a program that ignores it is timed all the same, and rank 0 logs each fault. See Initialize.
func New(options ...Option) (*Timers, error) { return newTimers(settingsOf(options)) }

func newTimers(s *settings) (*Timers, error) {
	defer goroutine.KeepMain()() // much here waits, and the program may depend on which thread main goes on
	tm := new(Timers)
	tm.engine.Owner = owner{tm}
	problem := tm.connect(s)
	if isMPI(tm.all.Comm()) && tm.ends == nil {
		tm.release = holdMPI()
	}
	run, err := tm.configure(s)
	problem = errors.Join(problem, err)
	tm.rounds.SetPatience(tm.config.Output.Patience)
	tm.setLog(s)
	tm.engine.SetClock(tm.config.Timing.Clock)
	tm.attend(s)
	tm.openTables(run)
	problem = errors.Join(problem, tm.beginSources(), tm.openCounters(s.counters))
	tm.engine.Begin()
	tm.begun = clock.UnixAt(tm.engine.Calibration.From.Nanos)
	tm.describeTables(run)
	problem = errors.Join(problem, tm.engine.BeginForwarding(), tm.engine.CountCalls(), tm.beginOutputs())
	tm.engine.NoteWaits(tm.all.Comm())
	tm.logFaults(problem)
	tm.engine.BeginTotal()
	if !tm.config.Timing.Enabled {
		tm.Disable() // Total runs all the same: what is enabled later stands below it
	}
	if tm.rank() == 0 && tm.complete {
		problem = s.told(problem)
	}
	return tm, problem
}

// connect finds the rank's environments.
func (tm *Timers) connect(s *settings) error {
	var problem error
	envs := s.environments
	if envs == nil && s.comm == nil {
		envs = machenv.Default()
	}
	if envs == nil {
		comm := s.comm
		if comm == nil {
			comm, tm.quit, tm.ends, problem = world(tm.engine.Quiet)
			tm.lone, _, _, _ = launch.Lone(os.Getenv, comm.Size())
		}
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("mpitimer: %w; timing this rank alone", err))
			registry, _ = machenv.NewRegistry(machenv.NewSerial())
		}
		envs, tm.own = registry, registry
	}
	tm.engine.Quiet() // if MPI was there before
	tm.engine.Init(envs)
	tm.all = envs.Default()
	return problem
}

// configure takes the configuration of all ranks, and their name for the run.
func (tm *Timers) configure(s *settings) (run string, err error) {
	c, run, err := tm.settleComm(s)
	if s.edit != nil {
		former := c
		s.edit(&c)
		err = errors.Join(err, faultsOf(c.repair(former, nil, "settings of the program")))
	}
	if tm.rank() != 0 && tm.complete { // rank 0 is there, and tells
		err = s.told(err)
	}
	tm.config = c
	tm.standApart()
	tm.engine.Level, tm.engine.Histograms, tm.engine.Strict = int32(c.Timing.Level), c.Timing.Histograms, c.Timing.Strict
	tm.engine.AutoFence.Store(c.Timing.AutoFence)
	tm.engine.Communicates, _ = config.Patterns(c.Timing.Communicates)
	return run, err
}

// attend lets the hooks see what starts and stops from here on: they are not to see the measurement of a pair.
func (tm *Timers) attend(s *settings) {
	for _, h := range s.hooks {
		tm.engine.AddHook(h)
	}
	tm.engine.Fence = s.fence
}

func (tm *Timers) setLog(s *settings) {
	// Not one that looks like the directory of a user's tables.
	tm.instead.Prefix = rankfile.SafeName(filepath.Base(os.Args[0])) + "-files-"
	tm.logger = s.logger
	if tm.out = logfile.Writer(s.log); s.log == nil {
		tm.out = logfile.Writer(os.Stderr)
	}
}

// Default returns the Timers of the calling goroutine's rank, or nil if it has none.
func Default() *Timers { return timersOf(engine.Current()) }

// timersOf is the timers that an engine is part of, nil for none.
func timersOf(rank *engine.Rank) *Timers {
	if rank == nil {
		return nil
	}
	return rank.Owner.(owner).tm
}

// timersNow are those of the package's functions.
func timersNow() []*Timers {
	var list []*Timers
	for _, rank := range engine.Ranks() {
		list = append(list, timersOf(rank))
	}
	return list
}
