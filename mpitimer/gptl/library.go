package gptl

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// library is what GPTL keeps in variables of the process; here each rank has one, since several ranks may
// live in one process.
type library struct {
	timers *mpitimer.Timers // nil before Initialize
	owned  bool             // Initialize has made them
	begin  int64            // of Initialize, by clock.Nanotime
	cpu    *cpuTimes        // nil without the option CPU

	errors   atomic.Int64
	warnings atomic.Int64
	lastStop atomic.Pointer[wrongStop]

	mu       sync.Mutex
	values   map[Option]int // of the options
	events   []enabled
	clock    Clock // 0: not chosen
	disabled bool
	growth   growth
	nesting  nesting
	kept     []stats.Node // timers that there were before a reset
}

func newLibrary() *library { return &library{values: maps.Clone(defaults)} }

// ranks holds the libraries of the ranks in this process.
var ranks = struct {
	sync.Mutex
	of     map[*mpitimer.Timers]*library
	before *library // what is set before Initialize
}{of: make(map[*mpitimer.Timers]*library), before: newLibrary()}

// plain is the depth limit up to which names can be started without looking at anything else, or 0 if starts
// and stops need a closer look. It is all that the fast path reads.
var plain atomic.Int64

// current returns the library of the calling rank. It is not initialised if it has no timers.
func current() *library {
	tm := mpitimer.Default()
	ranks.Lock()
	defer ranks.Unlock()
	if l := ranks.of[tm]; l != nil {
		return l
	}
	forget()
	return ranks.before
}

// settable returns the library whose options the calling goroutine sets. If the goroutine is not known to
// belong to the rank of the only timers so far, it may be another rank in this process that has none yet.
func settable() *library {
	l := current()
	if l.timers == nil || engine.Of(l.timers).Knows() {
		return l
	}
	ranks.Lock()
	defer ranks.Unlock()
	return ranks.before
}

// forget takes libraries out of use whose timers the program has finalized. The caller holds ranks.
func forget() {
	ended := func(tm *mpitimer.Timers, _ *library) bool { return engine.Of(tm).Closed.Load() }
	if before := len(ranks.of); before > 0 {
		maps.DeleteFunc(ranks.of, ended)
		if len(ranks.of) == before {
			return
		}
		if len(ranks.of) == 0 {
			ranks.before = newLibrary()
		}
		refresh()
	}
}

// initialized returns the library of the calling rank, or an error if the call needs one and there is none.
func initialized(call string) (*library, error) {
	l := current()
	if l.timers == nil {
		return l, l.fail("%s: %w", call, ErrNotInitialized)
	}
	return l, nil
}

// refresh finds out what the fast path may do. The caller holds ranks.
func refresh() {
	limit := 0
	for _, l := range ranks.of {
		own := l.plainLimit()
		if limit != 0 && own != limit {
			own = 0
		}
		if limit = own; own == 0 {
			break
		}
	}
	plain.Store(int64(limit))
	byname.Limit.Store(limitForC())
}

// limitForC is plain for package cgptl, whose starts and stops look at the current region and no other: with the option
// Nesting a stop of that one is as any.
func limitForC() int64 {
	if len(ranks.of) != 1 {
		return 0
	}
	for _, l := range ranks.of {
		if l.isOn(DoprMemUsage) {
			return 0
		}
		return int64(max(l.option(DepthLimit), 0))
	}
	return 0
}

// plainLimit returns the library's contribution to plain.
func (l *library) plainLimit() int {
	if l.isOn(DoprMemUsage) || l.isOn(Nesting) {
		return 0
	}
	return max(l.option(DepthLimit), 0)
}

// option returns the value of an option.
func (l *library) option(o Option) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.values[o]
}

func (l *library) isOn(o Option) bool { return l.option(o) != 0 }

// maxMessages is how many errors, and how many warnings, are written out.
const maxMessages = 10

// Where messages go; tests look there.
var (
	standardError  io.Writer = os.Stderr
	standardOutput io.Writer = os.Stdout
)

// fail makes an error of the call, and counts it.
func (l *library) fail(format string, args ...any) error {
	err := fmt.Errorf("gptl: "+format, args...)
	if count := l.errors.Add(1); count <= maxMessages {
		l.tell("GPTL error: %v\n", err)
	}
	if l.isOn(AbortOnError) {
		panic(err)
	}
	return err
}

// failAgain is fail of a stop, which may go wrong each time in a loop: it is then the same error.
func (l *library) failAgain(name string, cause error) error {
	if last := l.lastStop.Load(); last != nil && last.name == name && l.errors.Load() >= maxMessages && !l.isOn(AbortOnError) {
		l.errors.Add(1)
		return last.err
	}
	err := l.fail("Stop(%q): %w", name, cause)
	l.lastStop.Store(&wrongStop{name, err})
	return err
}

// wrongStop is a stop that has failed.
type wrongStop struct {
	name string
	err  error
}

// warn makes a warning of the call, and counts it.
func (l *library) warn(format string, args ...any) error {
	err := fmt.Errorf("gptl: "+format, args...)
	if count := l.warnings.Add(1); count <= maxMessages {
		l.tell("GPTL warning: %v\n", err)
	}
	return err
}

// tell writes a message if the rank is to be verbose.
func (l *library) tell(format string, args ...any) {
	if l.isOn(Verbose) && l.prints() {
		fmt.Fprintf(standardError, format, args...)
	}
}

// note writes a message that GPTL writes however quiet it is.
func (l *library) note(format string, args ...any) {
	if l.prints() {
		fmt.Fprintf(standardError, "GPTL note: "+format+"\n", args...)
	}
}

// alone reports whether the rank is the only one, as where GPTL was built without MPI.
func (l *library) alone() bool { return l.timers.Environments().Default().Size() <= 1 }

// prints reports whether the rank prints.
func (l *library) prints() bool { return !l.isOn(OnlyPrintRank0) || l.rank() == 0 }

// rank returns the rank in the default environment.
func (l *library) rank() int {
	if l.timers == nil {
		return 0
	}
	return max(l.timers.Environments().Default().Rank(), 0)
}

// Config returns the configuration of the timers that Initialize makes when it has no options of its own:
// mpitimer's, without files. Only what the program prints is written.
func Config() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

// Initialize begins timing, with the options set so far. It is collective over the ranks.
//
// Timers that the program has initialized through package mpitimer are used as they are. Otherwise
// they are made: with the options given, or with Config and without a report at the end if none are.
//
// An error can come with timers that work: of ranks that cannot be reached, or of an option that
// timers of others cannot follow. A second Initialize is ErrInitialized.
func Initialize(options ...mpitimer.Option) error {
	// If several ranks live in one process, the only timers so far may be another rank's; a rank that has its
	// own options is such a case.
	tm := mpitimer.Default()
	if tm != nil && len(options) > 0 && !engine.Of(tm).Knows() {
		tm = nil
	}
	ranks.Lock()
	l := newLibrary()
	l.values, l.events, l.clock, l.disabled = ranks.before.settings() // before forget, which may set them back
	forget()
	known := ranks.of[tm]
	l.errors.Store(ranks.before.errors.Load())
	l.warnings.Store(ranks.before.warnings.Load())
	ranks.Unlock()
	if known != nil {
		return known.fail("Initialize: %w", ErrInitialized)
	}
	var problem error
	if tm == nil {
		l.owned = true
		tm, problem = l.makeTimers(options)
	} else {
		problem = l.lacksOf(tm)
	}
	if err := l.enter(tm); err != nil {
		return err
	}
	if problem != nil {
		return l.fail("Initialize: %w", problem)
	}
	return nil
}

// lacksOf is what timers of others cannot do.
func (l *library) lacksOf(tm *mpitimer.Timers) (problem error) {
	if l.isOn(CPU) || l.clock != 0 {
		problem = fmt.Errorf("%w: the timers were initialized by the program, without a chosen clock and CPU times", ErrUnsupported)
	}
	if l.isOn(SyncMPI) {
		problem = errors.Join(problem, fmt.Errorf("%w: the timers were initialized by the program, whose setting SyncMPI counts", ErrUnsupported))
	}
	counters := tm.Profile().Counters
	for _, name := range l.counterNames() {
		if !slices.ContainsFunc(counters, func(c stats.Counter) bool { return c.Name == name }) {
			problem = errors.Join(problem, fmt.Errorf("%w: the timers were initialized by the program and do not count %s (their setting Counters)", ErrNoCounters, name))
		}
	}
	return problem
}

// makeTimers initializes package mpitimer.
func (l *library) makeTimers(options []mpitimer.Option) (*mpitimer.Timers, error) {
	if len(options) == 0 {
		c := Config()
		c.Timing.Clock = l.clock.source()
		options = []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}
	} else if l.clock != 0 {
		// First, so that settings among the program's options have the last word.
		chosen := mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Timing.Clock = l.clock.source() })
		options = append([]mpitimer.Option{chosen}, options...)
	}
	if l.isOn(SyncMPI) {
		// A fault of the configuration, should there be one, Initialize tells of.
		options = append(slices.Clone(options), mpitimer.WithConfigFunc(func(c *mpitimer.Config) { _ = c.Set("SyncMPI", "true") }))
	}
	if l.isOn(CPU) {
		l.cpu = newCPUTimes()
		options = append(slices.Clone(options), mpitimer.WithHook(l.cpu))
	}
	err := mpitimer.Initialize(l.count(options)...)
	tm := mpitimer.Default()
	if l.cpu != nil {
		l.cpu.timers.Store(tm)
	}
	return tm, err
}

// enter makes the library the one of its timers' rank.
func (l *library) enter(tm *mpitimer.Timers) error {
	l.timers, l.begin = tm, clock.Nanotime()
	ranks.Lock()
	known := ranks.of[tm]
	if known == nil {
		ranks.of[tm] = l
		refresh()
	}
	ranks.Unlock()
	if known != nil {
		return known.fail("Initialize: %w", ErrInitialized)
	}
	if l.isDisabled() {
		tm.Disable()
	}
	return nil
}

// settings returns a copy of what was set before Initialize.
func (l *library) settings() (values map[Option]int, events []enabled, clock Clock, disabled bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.values), slices.Clone(l.events), l.clock, l.disabled
}

// Initialized reports whether the calling rank is between Initialize and Finalize.
func Initialized() bool { return current().timers != nil }

// Finalize ends timing and sets all options back to their defaults. It prints nothing. It is
// collective over the ranks if Initialize has made the timers; those that the program has made go on.
//
// Called by defer in a program that panics it lets the panic go on, without waiting for other ranks.
func Finalize() error {
	cause := recover()
	l := current()
	if l.timers == nil {
		if cause != nil {
			panic(cause)
		}
		return l.fail("Finalize: %w", ErrNotInitialized)
	}
	if cause != nil {
		l.leave()
		panic(cause)
	}
	if !l.owned {
		l.leave()
		if l.isDisabled() {
			l.timers.Enable()
		}
		return nil
	}
	defer l.leave() // not before: another rank of the process may still have to begin, with these options
	if err := l.timers.Finalize(); err != nil {
		return fmt.Errorf("gptl: Finalize: %w", err)
	}
	return nil
}

// leave takes the library out of use.
func (l *library) leave() {
	ranks.Lock()
	defer ranks.Unlock()
	delete(ranks.of, l.timers)
	if len(ranks.of) == 0 {
		ranks.before = newLibrary()
	}
	refresh()
}

// Enable undoes Disable, however often that was called.
func Enable() error { return current().setDisabled(false) }

// Disable stops timing, also that of new code on the same timers: starts and stops are ignored until
// Enable. Timers that are running go on.
func Disable() error { return current().setDisabled(true) }

func (l *library) setDisabled(disabled bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if disabled == l.disabled {
		return nil
	}
	l.disabled = disabled
	switch {
	case l.timers == nil:
	case disabled:
		l.timers.Disable()
	default:
		l.timers.Enable()
	}
	return nil
}

// NumErrors returns how many calls of this rank have returned an error, other than a warning.
func NumErrors() int { return int(current().errors.Load()) }

// NumWarnings returns how many warnings there were about timers that were not nested.
func NumWarnings() int { return int(current().warnings.Load()) }
