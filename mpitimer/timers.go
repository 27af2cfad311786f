package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
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
	own  *machenv.Registry    // envs, when New made it
	comm machenv.Communicator // of the reports: a duplicate, so that no message meets the program's
	quit func() error         // ends the message passing that New began, nil otherwise

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
	resolution  uint64  // ticks
	pairCost    float64 // nanoseconds

	// What follows is changed under directory.mu.
	tracks   []*track
	idle     []*track // of goroutines that have ended, see Place.Do
	overflow *sharedTree
	prefix   string
	prefixes map[string]uint16 // prefixes that were in force, and their numbers
	disabled int

	contextsMu sync.RWMutex
	contexts   []*machenv.MachEnv // by context number; 0 is the default environment
	contextOf  map[string]uint32

	warningsMu      sync.Mutex
	warnings        map[warningKey]*uint64
	furtherWarnings uint64

	nodeReport  *nodeReport // nil unless the report was asked for
	counters    *counters   // nil when none are read
	early       *uint32     // where calls of MPI stand until then
	calls       *mpiCalls   // nil unless those of MPI are recorded for these timers
	tables      *rankTables // nil when they are not in a file
	checkpoints checkpoints
	earlier     []*stats.Profile // of runs that this one continues

	closed   atomic.Bool
	epoch    uint64         // reductions so far
	previous *stats.Profile // at the last report of an interval
}

// prepare is done once: timers that run already read what it writes.
var prepare sync.Once

// New makes the timers of the calling rank and starts Total. It is collective over the ranks of the
// default environment, and the calling goroutine becomes the rank's main one. Unlike Initialize it
// does not make them those of the package's functions.
//
// If the configuration is in error, New returns timers with the default configuration and the error:
// a program that ignores it is timed all the same.
func New(options ...Option) (*Timers, error) { return newTimers(settingsOf(options)) }

func newTimers(s *settings) (*Timers, error) {
	prepare.Do(clock.Prepare)
	tm := &Timers{prefixes: map[string]uint16{"": 0}, contextOf: make(map[string]uint32)}
	problem := tm.connect(s)
	run, err := tm.configure(s)
	problem = errors.Join(problem, err)
	tm.setLog(s)
	tm.setClock()
	tm.pairCost = measurePair(tm)
	tm.hooks, tm.fenceHook = s.hooks, s.fence // from here on: they are not to see the measurement
	tm.directory.miss = tm.adopt
	tm.openTables(run)
	problem = errors.Join(problem, tm.takeOver())
	problem = errors.Join(problem, tm.openCounters(s.counters))
	tm.main = tm.newTrack(goroutine.Slot(), goroutine.ID())
	tm.directory.main = tm.main
	tm.directory.put(tm.main.slot, tm.main)
	tm.calibration = tm.calibration.Restart(clock.Take())
	tm.begin = clock.UnixAt(tm.calibration.From.Nanos)
	tm.describeTables(run)
	problem = errors.Join(problem, tm.beginForwarding(), tm.beginSampling(), tm.attachCalls(), tm.recordCalls())
	tm.main.startSlow(0, target{name: TotalName}) // without a key, so that Stop looks twice …
	tm.main.Records[tm.main.current].Key = noKey  // … even for a name that is too long to have one
	tm.main.base = tm.main.current                // a region that the program calls so is another one
	if !tm.config.Timing.Enabled {
		tm.Disable() // Total runs all the same: what is enabled later stands below it
	}
	return tm, problem
}

// connect finds the rank's environments and makes a communicator for the reports.
func (tm *Timers) connect(s *settings) error {
	var problem error
	tm.envs = s.environments
	if tm.envs == nil && s.comm == nil {
		tm.envs = machenv.Default()
	}
	if tm.envs == nil {
		comm := s.comm
		if comm == nil {
			comm, tm.quit, problem = world()
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
	all := tm.envs.Default()
	tm.contexts = []*machenv.MachEnv{all}
	tm.contextOf[all.Name()] = 0
	tm.contextOf[""] = 0
	comm, err := machenv.Duplicate(all.Comm())
	if err != nil {
		problem = errors.Join(problem, fmt.Errorf("mpitimer: no communicator for the reports: %w; this rank reports alone", err))
		comm = nil
	}
	tm.comm = comm
	return problem
}

// configure takes the configuration of all ranks, and their name for the run.
func (tm *Timers) configure(s *settings) (run string, err error) {
	c, run, err := s.agreed(tm.comm)
	if s.edit != nil {
		edited := c
		s.edit(&edited)
		if wrong := edited.check(); wrong != nil {
			err = errors.Join(err, wrong.at(nil, "settings of the program"))
		} else {
			c = edited
		}
	}
	tm.config = c
	tm.level, tm.histograms, tm.strict = int32(c.Timing.Level), c.Timing.Histograms, c.Timing.Strict
	tm.autoFence.Store(c.Timing.AutoFence)
	return run, err
}

func (tm *Timers) setLog(s *settings) {
	tm.slog = s.logger
	out := s.log
	if out == nil {
		out = defaultLog
	}
	tm.log = func(text string) error {
		_, err := io.WriteString(out, text)
		return err
	}
}

// clockMu guards the choice of the clock, which all timers of a process share.
var (
	clockMu    sync.Mutex
	clockUsers int
)

// setClock selects the clock if no other timers of the process run, and finds out what a tick is.
func (tm *Timers) setClock() {
	clockMu.Lock()
	defer clockMu.Unlock()
	if clockUsers == 0 {
		clock.Use(tm.wantedClock())
	}
	clockUsers++
	tm.calibration = clock.Calibrate()
	tm.resolution = clock.Resolution()
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
// what disturbs a batch only makes it longer.
func measurePair(tm *Timers) float64 {
	const batches, pairs = 5, 1000
	probe := &directory{main: &track{id: goroutine.ID(), timers: tm}}
	probe.main.Init(nil, 0, room)
	probe.main.stack = make([]frame, 16)
	probe.main.count(tm) // but no hooks
	probe.start(TotalName).Stop()
	best := uint64(1 << 62)
	for range batches {
		begin := clock.Now()
		for range pairs {
			probe.start(TotalName).Stop()
		}
		best = min(best, clock.Now()-begin)
	}
	return float64(tm.calibration.Nanos(best)) / pairs
}

// contextID is the number of a machine environment among the rank's contexts.
func (tm *Timers) contextID(name string) uint32 {
	tm.contextsMu.RLock()
	id, known := tm.contextOf[name]
	tm.contextsMu.RUnlock()
	if known {
		return id
	}
	env, err := tm.envs.Get(name)
	if err != nil {
		tm.warn(warnEnvironment, name)
		return 0
	}
	if !env.IsMember() {
		tm.warn(warnNotMember, name)
		return 0
	}
	id, added := tm.addContext(name, env)
	if added {
		tm.noteTables() // now: the table of a rank that dies the next moment is to be understood
	}
	return id
}

func (tm *Timers) addContext(name string, env *machenv.MachEnv) (id uint32, added bool) {
	tm.contextsMu.Lock()
	defer tm.contextsMu.Unlock()
	if id, known := tm.contextOf[name]; known {
		return id, false
	}
	if len(tm.contexts) > math.MaxUint16 {
		tm.warn(warnEnvironment, name)
		return 0, false
	}
	id = uint32(len(tm.contexts))
	tm.contexts = append(tm.contexts, env)
	tm.contextOf[name] = id
	return id, true
}
