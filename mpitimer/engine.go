package mpitimer

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// engine is what one rank measures with: the call trees of its goroutines, and what starts and stops of
// regions look at. It knows no configuration, sends nothing and writes nothing.
type engine struct {
	directory directory
	main      *track
	closed    atomic.Bool
	owner     any // the timers that it is part of
	allotted
	named
	rules
	attending
	places
	measures
	misuse

	previous [table.Baselines]*stats.Profile // at the last reports of an interval, by their kind
}

// totalName is the name of the region that runs all the time.
const totalName = "Total"

// hook sees regions start and stop; see Hook of package mpitimer.
type hook interface {
	Start(path string) any
	Stop(state any)
}

// allotted is the tracks. It is changed under directory.mu.
type allotted struct {
	tracks   []*track
	idle     int // of these, those that were given back
	rest     int // goroutines that get a new track before the others are looked at again, see vacant
	overflow *sharedTree
	space    table.Space // where the tables have their memory; nil for the heap
}

// named is what stands before the names of regions. It is changed under directory.mu.
type named struct {
	prefix   string
	prefixes map[string]uint16 // prefixes that were in force, and their numbers
}

// rules is which starts count.
type rules struct {
	disabled   int // changed under directory.mu
	level      int32
	histograms bool
	strict     bool
}

// attending is who is told of starts and stops.
type attending struct {
	hooks     []hook
	fenceHook func()
	autoFence atomic.Bool
	counters  *counters // nil when none are read
	follower  follower  // nil if nobody asks where the goroutines are
}

// places is the machine environments in which regions run.
type places struct {
	envs       *machenv.Registry
	contextsMu sync.RWMutex
	contexts   []*machenv.MachEnv // by context number; 0 is the default environment
	contextOf  map[string]environment
	onContext  func() // a context was added; nil if nobody asks
}

// measures is what a tick is.
type measures struct {
	calibration clock.Calibration
	longer      atomic.Pointer[clock.Calibration] // what a tick was found to be at the first heartbeat
	resolution  uint64                            // ticks
	pairCost    float64                           // nanoseconds
}

// misuse is the warnings.
type misuse struct {
	warningsMu      sync.Mutex
	warnings        map[warningKey]*uint64
	furtherWarnings uint64
}

// counters is what is read at the start and the stop of each region beside the clock.
type counters struct {
	peaks []bool             // of each: its largest reading is kept, not the difference of two
	read  func(into []int64) // one reading of all; on any goroutine
}

// readings are those of now.
func (c *counters) readings() []int64 {
	if c == nil {
		return nil
	}
	now := make([]int64, len(c.peaks))
	c.read(now)
	return now
}

// watcher is told of what the main goroutine starts and stops.
type watcher interface {
	// Start is called when a region has become the current one and its clock not started; again says that it
	// ran already.
	Start(node uint32, again bool)

	// Stop is called when the clock of the region at a depth of the stack has stopped.
	Stop(node uint32, depth int)

	// Add is called for time that is given to a region.
	Add(node uint32, total time.Duration, calls uint64)

	// Reset is called on the main goroutine when everything was set back to zero.
	Reset()

	// Abandon is called when the goroutine has ended, and another becomes the main one.
	Abandon()
}

// follower is told where goroutines are.
type follower interface {
	// Follow says that the current region of the goroutine with that descriptor stands in current from now on,
	// as a node of a track; nil ends it.
	Follow(slot uintptr, current *uint32, track uint32) error

	// Mute says that what the goroutine does is the timers' own.
	Mute(slot uintptr, on bool)

	// Reset is called when everything was set back to zero.
	Reset()
}

// prepare is done once: engines that run already read what it writes.
var prepare sync.Once

// init makes an engine that can be asked, and warned, and has no tracks yet.
func (rank *engine) init(envs *machenv.Registry) {
	prepare.Do(clock.Prepare)
	rank.prefixes = map[string]uint16{"": 0}
	rank.envs, rank.contextOf = envs, make(map[string]environment)
	rank.contexts = []*machenv.MachEnv{envs.Default()}
	rank.directory.miss = rank.adopt
}

// begin makes the calling goroutine the main one.
func (rank *engine) begin() {
	rank.main = rank.newTrack(goroutine.Slot(), goroutine.ID())
	rank.directory.main = rank.main
	rank.directory.put(rank.main.slot, rank.main)
	rank.calibration = rank.calibration.Restart(clock.Take())
}

// beginTotal starts the region that stays until the end.
func (rank *engine) beginTotal() {
	t := rank.main
	t.startSlow(0, target{name: totalName}) // without a key, so that Stop looks twice …
	t.Records[t.current].Key = noKey        // … even for a name that is too long to have one
	t.base = t.current                      // a region that the program calls so is another one
}

// endAll stops what runs on the main goroutine, which calls it.
func (rank *engine) endAll() {
	now := clock.Now()
	for t := rank.main; t.depth > 0; {
		t.leave(now)
	}
}

// shut lets nothing start or stop any more.
func (rank *engine) shut() {
	rank.each(func(t *track) { t.special.Or(specialClosed) })
}

// beginInterval begins what shortest and longest calls since a report of a kind are of.
func (rank *engine) beginInterval(b table.Baseline) {
	rank.each(func(t *track) {
		switch {
		case t.shared != nil:
		case t == rank.main && t.owned():
			t.Begin(b)
		case rank.overflow != nil && t == rank.overflow.tree:
			rank.overflow.mu.Lock()
			t.Begin(b)
			rank.overflow.mu.Unlock()
		default:
			t.special.Or(begins[b])
		}
	})
}

// reset sets everything that was measured back to zero.
func (rank *engine) reset() {
	rank.each((*track).reset)
	if w := rank.main.watcher; w != nil && rank.main.owned() {
		w.Reset()
	}
	if rank.follower != nil {
		rank.follower.Reset()
	}
	rank.previous = [table.Baselines]*stats.Profile{}
}

// watch lets w see what the main goroutine starts and stops from here on; nil ends it.
func (rank *engine) watch(w watcher) {
	t := rank.main
	t.watcher = w
	if w != nil {
		t.special.Or(specialWatched)
	} else {
		t.special.And(^uint32(specialWatched))
	}
}

// followBy lets f know where the goroutines are.
func (rank *engine) followBy(f follower) {
	rank.follower = f
	rank.each(rank.follow)
}

// followNoMore takes that back.
func (rank *engine) followNoMore() {
	rank.each(rank.unfollow)
	rank.follower = nil
}

// follow tells where the goroutine of a track stands.
func (rank *engine) follow(t *track) {
	if rank.follower == nil || t.slot == 0 {
		return
	}
	current := &t.current
	if t.shared != nil {
		current = &t.position
	}
	if err := rank.follower.Follow(t.slot, current, uint32(t.number)); err != nil {
		rank.keepWarning(warnCalls, err.Error(), 0)
	}
}

func (rank *engine) unfollow(t *track) {
	if rank.follower != nil && t.slot != 0 {
		_ = rank.follower.Follow(t.slot, nil, 0)
	}
}

// mute keeps what the timers themselves do on the calling goroutine from being counted, until the result is
// called.
func (rank *engine) mute() (unmute func()) {
	f, t := rank.follower, (*track)(nil)
	if f != nil {
		t = rank.directory.track()
	}
	if t == nil || t.slot == 0 {
		return func() {}
	}
	slots := []uintptr{t.slot}
	if t == rank.main {
		slots = append(slots, 0) // to which calls belong whose goroutine is not known
	}
	set := func(on bool) {
		for _, slot := range slots {
			f.Mute(slot, on)
		}
	}
	set(true)
	return func() { set(false) }
}

// environments are the machine environments by the numbers of contexts.
func (rank *engine) environments() []*machenv.MachEnv {
	rank.contextsMu.RLock()
	defer rank.contextsMu.RUnlock()
	return rank.contexts[:len(rank.contexts):len(rank.contexts)]
}

// trackList is the tracks up to now.
func (rank *engine) trackList() []*track {
	rank.directory.mu.Lock()
	defer rank.directory.mu.Unlock()
	return rank.tracks[:len(rank.tracks):len(rank.tracks)]
}
