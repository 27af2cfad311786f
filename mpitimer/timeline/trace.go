package timeline

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/stats/hdtrace"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Trace is a mpitimer.Hook that writes each region as a state of an event trace, once a Recorder runs. It
// belongs to the timers of one rank.
//
// Goroutines that run regions at the same time have a trace each, in the order in which they came; one that
// is in no region gives its trace to the next. Thread 0 is the goroutine that started a region first, which
// is the rank's main program, since Total runs on it.
type Trace struct {
	used     atomic.Bool
	recorder atomic.Pointer[Recorder]

	lanes atomic.Pointer[[]*lane]
	loop  atomic.Int32 // how many regions the main program was in when it began a step; 0 if it has left them

	mu     sync.Mutex // to add a lane, and what follows
	most   int
	denied atomic.Int64 // regions of goroutines without a lane
}

// NewTrace returns a new hook; it records nothing before Start.
func NewTrace() *Trace {
	t := &Trace{most: 64}
	t.lanes.Store(new([]*lane))
	return t
}

func (t *Trace) limit(threads int) {
	t.mu.Lock()
	t.most = threads
	t.mu.Unlock()
}

// lane is a thread of the topology. Only user accesses the fields below it.
type lane struct {
	number int
	of     *Trace
	user   atomic.Uint64 // goroutine that is in a region; 0 if there is none
	last   atomic.Uint64 // the one before

	open  []openRegion
	names map[string]regionName

	traceMu sync.Mutex // to make trace, which others may look for
	trace   *tracefile.Writer
	failed  bool
}

// openRegion is a region that is running.
type openRegion struct {
	path  string
	start uint64 // tick
}

// regionName is a region's name in a trace.
type regionName struct {
	state  string
	region string // where state is not it
}

// Start starts a region.
func (t *Trace) Start(path string) any {
	id := goroutine.ID()
	l := t.find(id)
	if l == nil {
		if l = t.enter(id); l == nil {
			t.denied.Add(1)
			return nil
		}
	}
	now := clock.Now()
	l.open = append(l.open, openRegion{path, now})
	if r := t.recorder.Load(); r != nil {
		l.begin(r)
	}
	return l
}

// Stop ends it.
func (t *Trace) Stop(state any) {
	l, _ := state.(*lane)
	if l == nil || len(l.open) == 0 {
		return
	}
	now := clock.Now()
	if r := t.recorder.Load(); r != nil && l.attach(r) {
		_ = l.trace.EndAt(r.clock.of(now)) // the trace keeps its error
	}
	if l.number == 0 && int32(len(l.open)) == t.loop.Load() {
		t.leaveLoop()
	}
	if l.open = l.open[:len(l.open)-1]; len(l.open) == 0 {
		l.last.Store(l.user.Load())
		l.user.Store(0)
	}
}

// leaveLoop lets the recorder know that the region has ended in which the program began its last step.
func (t *Trace) leaveLoop() {
	t.loop.Store(0)
	if r := t.recorder.Load(); r != nil {
		select {
		case r.loopEnded <- struct{}{}:
		default: // it has been told
		}
	}
}

// find returns the lane that a goroutine uses.
func (t *Trace) find(id uint64) *lane {
	for _, l := range *t.lanes.Load() {
		if l.user.Load() == id {
			return l
		}
	}
	return nil
}

// enter gives a lane to a goroutine: its previous one if that is free, another, or a new one.
func (t *Trace) enter(id uint64) *lane {
	lanes := *t.lanes.Load()
	for _, before := range []bool{true, false} {
		for _, l := range lanes {
			if (!before || l.last.Load() == id) && l.user.CompareAndSwap(0, id) {
				return l
			}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	lanes = *t.lanes.Load()
	if len(lanes) >= t.most {
		return nil
	}
	l := &lane{number: len(lanes), of: t, names: make(map[string]regionName)}
	l.user.Store(id)
	more := append(slices.Clone(lanes), l)
	t.lanes.Store(&more)
	return l
}

// begin writes the start of the innermost region.
func (l *lane) begin(r *Recorder) {
	if l.trace == nil {
		l.attach(r) // with all that is open
		return
	}
	l.beginAt(r, len(l.open)-1)
}

// written is the lane's trace, for whoever asks; nil if there is none yet.
func (l *lane) written() *tracefile.Writer {
	l.traceMu.Lock()
	defer l.traceMu.Unlock()
	return l.trace
}

// attach makes the lane's trace, in which the regions that run begin when they began.
func (l *lane) attach(r *Recorder) bool {
	if l.trace != nil || l.failed {
		return l.trace != nil
	}
	trace, err := r.newTrace(strconv.Itoa(l.number))
	if err != nil {
		l.failed = true
		r.note(err)
		return false
	}
	l.traceMu.Lock()
	l.trace = trace
	l.traceMu.Unlock()
	for i := range l.open {
		l.beginAt(r, i)
	}
	return true
}

func (l *lane) beginAt(r *Recorder, i int) {
	region := &l.open[i]
	name, known := l.names[region.path]
	if !known {
		name = l.name(i)
	}
	_ = l.trace.BeginAt(r.clock.of(region.start), name.state)
	if name.region != "" {
		_ = l.trace.Attribute("region", name.region)
	}
	if i == 0 && strings.Contains(region.path, "/") {
		_ = l.trace.Attribute("path", region.path) // where the goroutine's regions stand
	}
}

// name makes the name of an open region: the last part of its path, as an element.
func (l *lane) name(i int) regionName {
	path := l.open[i].path
	leaf := path[strings.LastIndexByte(path, '/')+1:]
	if i > 0 { // names may have a / in them
		if rest, below := strings.CutPrefix(path, l.open[i-1].path+"/"); below {
			leaf = rest
		}
	}
	name := regionName{state: stateName(leaf)}
	if name.state != leaf {
		name.region = leaf
	}
	if len(l.names) < maxNames {
		l.names[path] = name
	}
	return name
}

// maxNames bounds the memory for names, in programs that make them as they go.
const maxNames = 1 << 16

// newTrace makes the trace of a thread.
func (r *Recorder) newTrace(thread string) (*tracefile.Writer, error) {
	node, err := r.directory.Topology().Node(r.host, strconv.Itoa(r.rank), thread)
	if err != nil {
		return nil, err
	}
	var header tracefile.Header
	header.ProcessorModel, header.ProcessorMHz = hdtrace.Processor()
	return r.directory.StartTrace(node, tracefile.Options{
		Header: header, Clock: r.clock.now, MaxDepth: r.options.MaxDepth, Limit: r.options.Limit,
	})
}

// traces calls f for each trace that there is.
func (t *Trace) traces(f func(l *lane, trace *tracefile.Writer)) {
	for _, l := range *t.lanes.Load() {
		if trace := l.written(); trace != nil {
			f(l, trace)
		}
	}
}

// flush writes what waits, so that viewers can follow.
func (t *Trace) flush() error {
	var problem error
	t.traces(func(_ *lane, trace *tracefile.Writer) {
		if err := trace.Flush(); err != nil && !errors.Is(err, hdtrace.ErrContext) && problem == nil {
			problem = err
		}
	})
	return problem
}

func (t *Trace) leftOut() (sum tracefile.LeftOut) {
	t.traces(func(_ *lane, trace *tracefile.Writer) {
		l := trace.LeftOut()
		sum.Depth += l.Depth
		sum.Rate += l.Rate
		sum.Size += l.Size
		sum.Parts += l.Parts
		sum.Time += l.Time
	})
	sum.Rate += t.denied.Load()
	return sum
}

// attachMain makes the trace of the main program, which may begin a step before its first region: the first goroutine that does
// either.
func (t *Trace) attachMain(r *Recorder) {
	id := goroutine.ID()
	var l *lane
	if lanes := *t.lanes.Load(); len(lanes) > 0 {
		// Who has the lane for a moment keeps others from it: only as long as there is no trace.
		if l = lanes[0]; l.written() != nil || l.user.Load() != id && !l.user.CompareAndSwap(0, id) {
			return
		}
	} else if l = t.enter(id); l == nil {
		return
	} else {
		l.last.Store(id)
	}
	l.attach(r)
	if len(l.open) == 0 {
		l.user.Store(0)
	}
}

// epoch marks in the main program's trace that a step ends, or begins, at the time of the sample that ends with it.
func (t *Trace) epoch(r *Recorder, number int64, begins bool) {
	attributes := []hdtrace.Attribute{{Name: "number", Value: strconv.FormatInt(number, 10)}}
	if begins {
		attributes = append(attributes, hdtrace.Attribute{Name: "begins", Value: "yes"})
		t.attachMain(r)
	}
	t.traces(func(l *lane, trace *tracefile.Writer) {
		if l.number != 0 {
			return
		}
		_ = trace.EventAt(r.sampler.last, "Epoch", attributes)
		if begins && l.user.Load() == goroutine.ID() {
			t.loop.Store(int32(len(l.open)))
		}
	})
}

// onTrace calls f with the lane of the calling goroutine, if it has one.
func (r *Recorder) onTrace(f func(l *lane, at hdtrace.Epoch) error) error {
	if r == nil || r.options.Trace == nil || r.options.Trace.recorder.Load() != r {
		return nil
	}
	t := r.options.Trace
	l := t.find(goroutine.ID())
	if l == nil || !l.attach(r) {
		return nil
	}
	if err := f(l, r.clock.now()); err != nil {
		return fmt.Errorf("timeline: %w", err)
	}
	return nil
}
