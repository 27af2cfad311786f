package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/logfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// TotalName is the name of the region that runs from Initialize to Finalize.
const TotalName = "Total"

// ErrFinalized is returned by methods of timers that were finalized.
var ErrFinalized = errors.New("mpitimer: the timers are finalized")

// ErrNotInitialized is returned by functions that need timers when there are none.
var ErrNotInitialized = errors.New("mpitimer: the timers are not initialized")

// Timers is the timers of one rank. A program has one, made by Initialize and used through the
// package's functions; it is a type of its own for programs in which several ranks live, and for
// what those functions do not offer.
//
// Start, Stop and what else times regions may be called from any goroutine. Print, Finalize and
// Barrier are collective: all ranks of the default environment call them, in the same order.
type Timers struct {
	directory directory
	main      *track

	envs *machenv.Registry
	all  *machenv.MachEnv     // the default environment
	own  *machenv.Registry    // envs, when New made it
	lone int                  // rank that a launcher gave a process that cannot see its other ranks
	comm machenv.Communicator // of the reports: a duplicate where there can be one, so that no message meets the program's
	free func() error         // frees it; nil if it is the program's
	quit []func() error       // give back what New made for the message passing, in this order
	ends func() error         // ends the MPI that New began; nil otherwise

	rounds     *machenv.Rounds // of comm
	complete   bool            // all ranks came to Initialize
	mismatched error           // other ranks called something else than Finalize

	config     Config
	log        func(text string) error
	slog       *slog.Logger
	hooks      []Hook
	fenceHook  func()
	autoFence  atomic.Bool
	histograms bool
	strict     bool
	level      int32

	begin       int64 // Unix time of the initialisation, nanoseconds
	calibration clock.Calibration
	longer      atomic.Pointer[clock.Calibration] // what a tick was found to be at the first heartbeat
	resolution  uint64                            // ticks
	pairCost    float64                           // nanoseconds

	// What follows is changed under directory.mu.
	tracks   []*track
	idle     int // of these, those that were given back
	rest     int // goroutines that get a new track before the others are looked at again, see vacant
	overflow *sharedTree
	prefix   string
	prefixes map[string]uint16 // prefixes that were in force, and their numbers
	disabled int

	contextsMu sync.RWMutex
	contexts   []*machenv.MachEnv // by context number; 0 is the default environment
	contextOf  map[string]environment

	warningsMu      sync.Mutex
	warnings        map[warningKey]*uint64
	furtherWarnings uint64

	attached    attached
	counters    *counters   // nil when none are read
	early       *uint32     // where calls of MPI stand until then
	callsOfAll  bool        // those of MPI are recorded on all ranks, if the report is to tell of them
	calls       *mpiCalls   // nil unless those of MPI are recorded for these timers
	tables      *rankTables // nil when they are not in a file
	checkpoints checkpoints
	instead     instead

	written  written
	closed   atomic.Bool
	previous [table.Baselines]*stats.Profile // at the last reports of an interval, by their kind
}

// prepare is done once: timers that run already read what it writes.
var prepare sync.Once

// New makes the timers of the calling rank and starts Total. It is collective over the ranks of the
// default environment, and the calling goroutine becomes the rank's main one. Unlike Initialize it
// does not make them those of the package's functions.
//
// If the configuration is in error, New returns timers in which what is right of it holds, and the
// error: a program that ignores it is timed all the same, and finds each fault in the log of rank 0.
func New(options ...Option) (*Timers, error) { return newTimers(settingsOf(options)) }

func newTimers(s *settings) (*Timers, error) {
	prepare.Do(clock.Prepare)
	tm := &Timers{prefixes: map[string]uint16{"": 0}, contextOf: make(map[string]environment)}
	problem := tm.connect(s)
	run, err := tm.configure(s)
	problem = errors.Join(problem, err)
	tm.rounds.SetPatience(tm.config.Output.Patience)
	tm.setLog(s)
	tm.setClock()
	tm.hooks, tm.fenceHook = s.hooks, s.fence // from here on: they are not to see the measurement
	tm.directory.miss = tm.adopt
	tm.openTables(run)
	problem = errors.Join(problem, tm.beginSources())
	problem = errors.Join(problem, tm.openCounters(s.counters))
	tm.main = tm.newTrack(goroutine.Slot(), goroutine.ID())
	tm.directory.main = tm.main
	tm.directory.put(tm.main.slot, tm.main)
	tm.calibration = tm.calibration.Restart(clock.Take())
	tm.begin = clock.UnixAt(tm.calibration.From.Nanos)
	tm.describeTables(run)
	problem = errors.Join(problem, tm.beginForwarding(), tm.beginOutputs(), tm.attachCalls(), tm.recordCalls())
	tm.logFaults(problem)
	tm.main.startSlow(0, target{name: TotalName}) // without a key, so that Stop looks twice …
	tm.main.Records[tm.main.current].Key = noKey  // … even for a name that is too long to have one
	tm.main.base = tm.main.current                // a region that the program calls so is another one
	if !tm.config.Timing.Enabled {
		tm.Disable() // Total runs all the same: what is enabled later stands below it
	}
	return tm, problem
}

// connect finds the rank's environments.
func (tm *Timers) connect(s *settings) error {
	var problem error
	tm.envs = s.environments
	if tm.envs == nil && s.comm == nil {
		tm.envs = machenv.Default()
	}
	if tm.envs == nil {
		comm := s.comm
		if comm == nil {
			var free func() error
			comm, free, tm.ends, problem = world()
			tm.quit = append(tm.quit, free)
			tm.lone = loneRank(comm)
			tm.quietCalls()
		}
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("mpitimer: %w; timing this rank alone", err))
			registry, _ = machenv.NewRegistry(machenv.Serial())
		}
		tm.envs, tm.own = registry, registry
	}
	tm.quietCalls() // if MPI was there before
	tm.all = tm.envs.Default()
	tm.contexts = []*machenv.MachEnv{tm.all}
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
	tm.config = c
	tm.standApart()
	tm.level, tm.histograms, tm.strict = int32(c.Timing.Level), c.Timing.Histograms, c.Timing.Strict
	tm.autoFence.Store(c.Timing.AutoFence)
	return run, err
}

func (tm *Timers) setLog(s *settings) {
	tm.slog = s.logger
	out := logfile.Writer(s.log)
	if s.log == nil {
		out = logfile.Writer(os.Stderr)
	}
	tm.log = func(text string) error {
		_, err := io.WriteString(out, text)
		return err
	}
}

// clockMu guards the choice of the clock, which all timers of a process share, and what was measured of it:
// ranks that are goroutines of one process would measure the same hundreds of times.
var (
	clockMu    sync.Mutex
	clockUsers int
	resolution uint64             // ticks
	pairCosts  map[uint32]float64 // nanoseconds, by track.counted
)

// setClock selects the clock if no other timers of the process run, and finds out what a tick is.
func (tm *Timers) setClock() {
	clockMu.Lock()
	defer clockMu.Unlock()
	if clockUsers == 0 {
		clock.Use(tm.wantedClock())
		resolution, pairCosts = clock.Resolution(), make(map[uint32]float64)
	}
	clockUsers++
	tm.calibration = clock.Calibrate()
	tm.resolution = resolution
	tm.pairCost = tm.measurePair()
}

func (tm *Timers) releaseClock() {
	clockMu.Lock()
	clockUsers--
	clockMu.Unlock()
}

func (tm *Timers) wantedClock() clock.Source {
	want := clock.Best()
	switch tm.config.Timing.Clock {
	case "tsc":
		want = clock.TSC
	case "fenced":
		want = clock.FencedTSC
	case "monotonic":
		want = clock.Monotonic
	}
	if !want.Available() {
		tm.warn(warnClock, tm.config.Timing.Clock)
		return clock.Best()
	}
	return want
}

// measurePair is the cost of a start and a stop, in nanoseconds: the least of several batches, since
// what disturbs a batch only makes it longer. The caller holds clockMu.
func (tm *Timers) measurePair() float64 {
	const batches = 5
	pairs := 1000
	if !goroutine.Fast() {
		pairs = 20 // each takes microseconds
	}
	probe := &directory{main: &track{id: goroutine.ID(), timers: tm}}
	probe.miss = func(uintptr, uint64) *track { return probe.main } // where the number is not at hand
	probe.main.Init(nil, 0, room)
	probe.main.stack = make([]frame, 16)
	probe.main.count(tm) // but no hooks
	if cost, known := pairCosts[probe.main.counted]; known {
		return cost
	}
	probe.start(TotalName).Stop()
	best := uint64(1 << 62)
	for range batches {
		begin := clock.Now()
		for range pairs {
			probe.start(TotalName).Stop()
		}
		best = min(best, clock.Now()-begin)
	}
	cost := float64(tm.calibration.Nanos(best)) / float64(pairs)
	pairCosts[probe.main.counted] = cost
	return cost
}
