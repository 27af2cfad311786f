// Package timeline records the measurements of the timers over time, as an HDTrace project: for each
// rank a statistics group with the seconds spent in its regions, interval by interval, and for each
// thread an event trace with the regions themselves.
//
//	trace := timeline.NewTrace()
//	mpitimer.Initialize(mpitimer.WithHook(trace))
//	recorder, err := timeline.Start(mpitimer.Default(), timeline.Options{Directory: "timeline", Trace: trace})
//	…
//	mpitimer.Finalize()
//	recorder.Close()
//
// The viewers of HDTrace open the project file; package stats/hdtrace reads, checks, cuts and converts
// the files. They are written while the program runs: if the program is killed, the files remain and
// end well, and hdtrace.Repair makes the project file.
//
// The group Counters holds the counters of the regions.
//
// The work of devices, from packages device and device/kernels, is in traces of further threads of the rank, one for
// each stream: gpu0.1 is the second stream of device 0. Its times are as accurate as the device's clock is known.
//
// A program that does not call Start pays nothing; one that passes the hook to the timers without calling
// Start pays for the calls of the hook.
package timeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/epochs"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Options configures a recording.
type Options struct {
	// Directory is where all ranks write their files; it is made if it does not exist. Files of other tracers
	// there, of the same project, become part of it. If it holds the timeline of another run of that project,
	// nothing is recorded.
	Directory string

	// Replace allows replacing the files of another run. Files of ranks that this run does not have
	// stay part of the project.
	Replace bool

	// Project is the start of all file names; if it is empty, it is the name of the program. Characters that
	// file names must not contain become '-'.
	Project string

	// Description goes into the project file.
	Description string

	// Period is the time between two samples of the timers; 0 means 500 ms. With a negative one only calls of
	// Epoch take samples.
	Period time.Duration

	// Regions lists the regions whose seconds are sampled: a name ("halo"), or the end of a call path
	// ("step/halo"), each one value over all call paths that end like it. Without them each call path is a
	// value, up to MaxRegions of them in the order of their first start; those that appear later form groups
	// of their own, Timers2, Timers3, …
	Regions []string

	// MaxRegions is the maximum number of sampled call paths if Regions is empty; 0 means 200.
	MaxRegions int

	// Trace is the hook that was passed to the timers. Without it there are no event traces.
	Trace *Trace

	// Calls puts the MPI calls that Timers: MPITrace records for the same project, in the same
	// directory, into the states of the regions that made them; otherwise they have traces of their
	// own. Close does this if it is called after the timers were finalised.
	Calls bool

	// Limit keeps each trace from becoming too large; the zero value means DefaultLimit.
	Limit trace.Limit

	// Patience is how long Close waits for missing ranks; 0 means a minute. The project file then lists
	// the others.
	Patience time.Duration

	// MaxDepth is how deep regions may nest in a trace; deeper ones are left out. 0 means 64.
	MaxDepth int

	// MaxThreads is how many goroutines of a rank that run regions at the same time have a trace each; 0
	// means 64. Others are left out.
	MaxThreads int
}

// Group is the name of the statistics group with the seconds spent in regions. Groups with call paths that
// appear later have a number appended, from 2.
const Group = "Timers"

// DefaultLimit keeps a trace to a size that viewers can show.
var DefaultLimit = trace.Limit{Bytes: 256 << 20, States: 10000, Burst: 50000}

// levels are the types of the topology's levels, as the tools of HDTrace name them.
var levels = []string{"Hostname", "Rank", "Thread"}

// ErrClosed reports a call on a recorder that was closed.
var ErrClosed = errors.New("timeline: the recorder is closed")

// Recorder records the timers of one rank. Its methods may be called from any goroutine. A nil Recorder does
// nothing.
type Recorder struct {
	timers    *mpitimer.Timers
	options   Options
	comm      machenv.Communicator
	release   func() error // lets MPI end
	directory *project.Directory
	node      *hdtrace.Node // of the rank
	host      string
	rank      int
	clock     epochClock
	regions   *mpicall.Regions // nil unless calls go into the traces
	unobserve func()           // ends what devices tells; nil unless there are traces
	uncounted func()           // ends what counted is told; nil unless it records
	quit      chan struct{}
	done      chan struct{}
	loopEnded chan struct{} // the region in which the program began a step has ended

	mu      sync.Mutex
	sampler sampler
	epochs  int64
	steps   int64 // that the program has counted itself
	closed  bool

	// A mutex of its own, since hooks take it, for which a sample of the timers may be waiting.
	failedMu sync.Mutex
	failed   error // the first thing that could not be written
}

// Start starts recording. It is collective over the ranks of the timers. A rank that can't record, for
// example because its directory can't be made, gets a recorder that does nothing along with the error, so
// that the others can record; it closes it as they do. If one of them finds a timeline of another run, none
// records, and the error matches fs.ErrExist.
//
// The recorder may be closed before or after the timers are finalised: if these end MPI, it ends with the last of them.
func Start(tm *mpitimer.Timers, o Options) (*Recorder, error) {
	if tm == nil {
		return nil, mpitimer.ErrNotInitialized
	}
	env := tm.Environments().Default()
	// First the collective part, so that no rank is left waiting.
	comm, err := machenv.Duplicate(env.Comm())
	if err != nil {
		return nil, fmt.Errorf("timeline: %w", err)
	}
	r := &Recorder{
		timers: tm, comm: comm, release: engine.Of(tm).Owner.(interface{ Hold() func() error }).Hold(), host: hdtrace.Label(env.Host()), rank: env.Rank(),
		quit: make(chan struct{}), done: make(chan struct{}), loopEnded: make(chan struct{}, 1),
	}
	if r.failed = r.alone(o.complete()); r.failed == nil {
		r.failed = r.prepare(o.complete())
	}
	if r.failed != nil {
		r.options.Period, r.options.Trace = -1, nil
	}
	if r.options.Trace != nil {
		r.options.Trace.recorder.Store(r)
		r.devices()
	}
	if r.failed == nil {
		r.uncounted = epochs.Observe(engine.Of(tm), r.counted)
	}
	go r.run()
	return r, r.problem()
}

// complete fills in the defaults.
func (o Options) complete() Options {
	if o.Project == "" {
		o.Project = filepath.Base(os.Args[0])
	}
	o.Project = hdtrace.Label(o.Project)
	if o.Period == 0 {
		o.Period = 500 * time.Millisecond
	}
	if o.MaxRegions <= 0 {
		o.MaxRegions = 200
	}
	if o.Limit == (trace.Limit{}) {
		o.Limit = DefaultLimit
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = 64
	}
	if o.Patience <= 0 {
		o.Patience = time.Minute
	}
	if o.MaxThreads <= 0 {
		o.MaxThreads = 64
	}
	return o
}

// alone looks for the timeline of another run, on all ranks: all record, or none, so that what two runs have
// recorded does not become one project.
func (r *Recorder) alone(o Options) error {
	there := ""
	if !o.Replace && o.Directory != "" {
		there = r.another(o)
	}
	found := int64(0)
	if there != "" {
		found = 1
	}
	all, err := machenv.Allreduce(r.comm, machenv.Max, []int64{found})
	switch {
	case there != "":
		return fmt.Errorf("timeline: %s is of another run, which Options.Replace replaces: %w", there, fs.ErrExist)
	case err != nil:
		return fmt.Errorf("timeline: %w", err)
	case all[0] != 0:
		return fmt.Errorf("timeline: another rank has found the timeline of another run in %s: %w", o.Directory, fs.ErrExist)
	}
	return nil
}

// another returns a file of the timeline of another run, if there is one. Rank 0 looks at all files; the
// others, which may be very many, look at their own.
func (r *Recorder) another(o Options) string {
	if r.comm.Rank() == 0 {
		entries, _ := os.ReadDir(o.Directory) // prepare finds what is wrong with it
		for _, e := range entries {
			rest, ours := strings.CutPrefix(e.Name(), o.Project+"_")
			if ours && (strings.HasSuffix(rest, "_"+Group+".stat") || strings.HasSuffix(rest, ".trc")) {
				return filepath.Join(o.Directory, e.Name())
			}
		}
	}
	for _, rest := range []string{Group + ".stat", "0.trc"} {
		path := filepath.Join(o.Directory, fmt.Sprintf("%s_%s_%d_%s", o.Project, r.host, r.rank, rest))
		if _, err := os.Lstat(path); err == nil {
			return path
		}
	}
	return ""
}

// prepare makes the outputs.
func (r *Recorder) prepare(o Options) error {
	if o.Directory == "" {
		return errors.New("timeline: no directory was given")
	}
	if t := o.Trace; t != nil && !t.used.CompareAndSwap(false, true) {
		return errors.New("timeline: the trace is that of another recorder")
	}
	r.options = o
	topology, err := hdtrace.NewTopology(o.Project, levels...)
	if err != nil {
		return err
	}
	if r.node, err = topology.Node(r.host, strconv.Itoa(r.rank)); err != nil {
		return err
	}
	if r.directory, err = project.NewDirectory(o.Directory, topology, project.DirectoryOptions{Replace: o.Replace}); err != nil {
		return err
	}
	r.clock.keep = o.Calls && o.Trace != nil
	r.clock.start()
	if o.Trace != nil {
		o.Trace.limit(o.MaxThreads)
	}
	if r.clock.keep {
		if err := r.awaitCalls(); err != nil {
			return err
		}
	}
	return r.sampler.begin(r)
}

// run samples at the period, and makes the traces follow.
func (r *Recorder) run() {
	defer close(r.done)
	var due <-chan time.Time
	if r.options.Period > 0 {
		ticker := time.NewTicker(r.options.Period)
		defer ticker.Stop()
		due = ticker.C
	}
	for {
		select {
		case <-r.quit:
			return
		case <-r.loopEnded:
			r.mu.Lock()
			r.sample() // or what comes next would belong to the last step
			r.mu.Unlock()
		case <-due:
			r.mu.Lock()
			r.sample()
			r.mu.Unlock()
			if r.options.Trace != nil {
				r.note(r.options.Trace.flush())
			}
		}
	}
}

// sample takes a sample; the caller holds mu.
func (r *Recorder) sample() {
	if r.problem() == nil {
		r.clock.adjust()
		r.note(r.sampler.sample(r))
	}
}

// note keeps the first error.
func (r *Recorder) note(err error) {
	r.failedMu.Lock()
	defer r.failedMu.Unlock()
	if r.failed == nil {
		r.failed = err
	}
}

// problem returns the first error noted.
func (r *Recorder) problem() error {
	r.failedMu.Lock()
	defer r.failedMu.Unlock()
	return r.failed
}

// Epoch takes a sample now, and marks the time in the trace of the rank's main program with an event Epoch: the
// end of a step of the program, for comparison with other steps. It is not collective. A program that calls
// mpitimer.CountEpoch at the start of its steps needs no Epoch; if it calls both, CountEpoch defines the steps.
func (r *Recorder) Epoch() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	r.epochs++
	r.mark(r.epochs, false)
	return r.problem()
}

// eachStep is up to which one each step is marked that the program counts. CountEpoch costs next to nothing without a timeline,
// and a sample some 50 µs of 40 regions: from then on it is every second, from twice as many on every fourth, and so on, the
// same ones on all ranks.
const eachStep = 4096

// counted is called when the program has begun a step.
func (r *Recorder) counted() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.steps++
	every := int64(1)
	for r.steps > eachStep*every {
		every *= 2
	}
	if (r.steps-1)%every == 0 {
		r.mark(r.steps, true)
	}
}

// mark takes a sample where a step ends, or begins; the caller holds mu.
func (r *Recorder) mark(number int64, begins bool) {
	r.sample()
	if t := r.options.Trace; t != nil && r.problem() == nil {
		t.epoch(r, number, begins)
	}
}

// Event records an event in the trace of the calling goroutine, within the region that it is in; outside of
// regions it is ignored.
func (r *Recorder) Event(name string, attributes ...hdtrace.Attribute) error {
	return r.onTrace(func(l *lane, at hdtrace.Epoch) error { return l.trace.EventAt(at, name, attributes) })
}

// Attribute adds an attribute to the innermost region that the calling goroutine is in; outside of regions
// it is ignored. The names path, region and unfinished are in use.
func (r *Recorder) Attribute(name, value string) error {
	return r.onTrace(func(l *lane, _ hdtrace.Epoch) error { return l.trace.Attribute(name, value) })
}

// Element adds an element to the innermost region that the calling goroutine is in; outside of regions it is
// ignored.
func (r *Recorder) Element(e hdtrace.Element) error {
	return r.onTrace(func(l *lane, _ hdtrace.Epoch) error { return l.trace.Element(e) })
}

// LeftOut returns the numbers of states and events that the limits have left out of the rank's traces.
func (r *Recorder) LeftOut() trace.LeftOut {
	if r == nil || r.options.Trace == nil {
		return trace.LeftOut{}
	}
	return r.options.Trace.leftOut()
}

// Close takes the last sample and ends all files; rank 0 then writes the project file for all ranks. It is
// collective. Regions that are still running end in the traces, with the attribute unfinished.
//
// The error is the first of the writes since Start; a second Close does nothing.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil
	}
	r.closed = true
	r.sample()
	r.mu.Unlock()
	if r.uncounted != nil {
		r.uncounted()
	}
	close(r.quit)
	<-r.done
	if r.options.Trace != nil {
		ondevice.Collect()
		r.unobserve()
		r.options.Trace.recorder.CompareAndSwap(r, nil)
	}
	err := r.problem()
	if r.directory != nil {
		err = errors.Join(err, r.directory.Close())
	}
	if r.regions != nil {
		err = errors.Join(err, r.nestCalls())
	}
	return errors.Join(err, r.writeProject())
}
