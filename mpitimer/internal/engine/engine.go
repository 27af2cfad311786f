// Package engine is what the timers of a rank measure with: the call trees of its goroutines, and what a start and
// a stop do. It knows no configuration, sends nothing and writes nothing; package mpitimer makes reports of it, and
// is what programs use. Packages of this module that give the timers the calls of other ones, such as GPTL's, use
// what programs need not: ResetNamed and others.
//
// File engine has the parts of a rank, track those of a goroutine, hot the fast path, slow and target everything that is not as
// expected. docs/architecture.md has the order in which to read them.
package engine

import (
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/misuse"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Rank is what one rank measures with.
type Rank struct {
	Directory directory
	Main      *Track
	Closed    atomic.Bool
	Owner     Owner
	trackList
	named
	rules
	observers
	environmentTable
	spotTable
	measures
	warnings misuse.List

	Previous [table.Baselines]*stats.Profile // at the last reports of an interval, by their kind
}

// Of is the engine of a *mpitimer.Timers, for packages of this module that give them the calls of other timers.
var Of func(timers any) *Rank

// TotalName is the name of the region that runs all the time.
const TotalName = "Total"

// trackList has the tracks. It is changed under directory.mu.
type trackList struct {
	tracks   []*Track
	free     numbers // of these, those that were given back
	rest     int     // goroutines that get a new track before the others are looked at again, see vacant
	overflow *sharedTree
	Space    table.Space // where the tables have their memory; nil for the heap
}

// named is what stands before the names of regions. It is changed under directory.mu.
type named struct {
	prefix   string
	prefixes map[string]uint16 // prefixes that were in force, and their numbers
}

// rules is which starts count.
type rules struct {
	disabled   int         // changed under directory.mu
	off        atomic.Bool // it is above 0
	Level      int32
	Histograms bool
	Strict     bool

	Communicates func(name string) bool // a region of that name is communication; nil: none
	noting       atomic.Uint32          // which waits are noted
}

// observers see starts and stops.
type observers struct {
	hooks     []attach.Hook
	inside    []attach.HookInside // of each, nil for one that is none
	Fence     func()
	AutoFence atomic.Bool
	Counters  *Counters // nil when none are read
	follower  Follower  // nil if nobody asks where the goroutines are
	flight    func(number int, now uint64) *Flight
}

// environmentTable has the machine environments in which regions run.
type environmentTable struct {
	Registry       *machenv.Registry
	environmentsMu sync.RWMutex
	environments   []*machenv.MachEnv // by number; 0 is the default environment
	environmentOf  map[string]meaning
	OnEnvironment  func() // an environment was added; nil if nobody asks
}

// spotTable has where goroutines were asked to stand.
type spotTable struct {
	spotsMu sync.Mutex
	spots   map[spot]*spot // by what tells them apart
	total   *spot
}

// measures is what a tick is.
type measures struct {
	Calibration clock.Calibration
	Longer      atomic.Pointer[clock.Calibration] // what a tick was found to be at the first heartbeat
	Resolution  uint64                            // ticks
	PairCost    float64                           // nanoseconds
	scale       table.Scale                       // of the histograms; filled in by scaled
	scaled      sync.Once
}

// prepare is done once: engines that run already read what it writes.
var prepare sync.Once

// Init makes an engine that can be asked, and warned, and has no tracks yet.
func (rank *Rank) Init(envs *machenv.Registry) {
	prepare.Do(clock.Prepare)
	rank.prefixes = map[string]uint16{"": 0}
	rank.Registry, rank.environmentOf = envs, make(map[string]meaning)
	rank.flight = func(int, uint64) *Flight { return nil }
	rank.environments = []*machenv.MachEnv{envs.Default()}
	rank.spots = make(map[spot]*spot)
	rank.total = rank.spotBelow(nil, TotalName, 0) // where goroutines stand unless the user asks for another place
	rank.Directory.miss = rank.adopt
}

// Begin makes the calling goroutine the main one.
func (rank *Rank) Begin() {
	rank.Main = rank.newTrack(goroutine.Slot(), goroutine.ID())
	rank.Directory.main = rank.Main
	rank.Directory.put(rank.Main.Slot, rank.Main)
	rank.Calibration = rank.Calibration.Restart(clock.Take())
}

// BeginTotal starts the region that stays until the end.
func (rank *Rank) BeginTotal() {
	t := rank.Main
	t.startSlow(0, target{name: TotalName}) // without a key, so that Stop looks twice …
	t.Records[t.Current].Key = noKey        // … even for a name that is too long to have one
	t.base = t.Current                      // a region that the program calls so is another one
}

// EndAll stops what runs on the main goroutine, which calls it.
func (rank *Rank) EndAll() {
	now := clock.Now()
	for t := rank.Main; t.Depth > 0; {
		t.leave(now)
	}
}

// Shut lets nothing start or stop any more.
func (rank *Rank) Shut() {
	rank.each(func(t *Track) { t.special.Or(specialClosed) })
}

// BeginInterval begins what shortest and longest calls since a report of a kind are of.
func (rank *Rank) BeginInterval(b table.Baseline) {
	rank.each(func(t *Track) {
		switch {
		case t.shared != nil:
		case t == rank.Main && t.Owned():
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

// Reset sets everything that was measured back to zero.
func (rank *Rank) Reset() {
	rank.each((*Track).reset)
	if w := rank.Main.watcher; w != nil && rank.Main.Owned() {
		w.Reset()
	}
	if rank.follower != nil {
		rank.follower.Reset()
	}
	rank.Previous = [table.Baselines]*stats.Profile{}
}

// Environments are the machine environments by their numbers in profiles.
func (rank *Rank) Environments() []*machenv.MachEnv {
	rank.environmentsMu.RLock()
	defer rank.environmentsMu.RUnlock()
	return rank.environments[:len(rank.environments):len(rank.environments)]
}

// AddTracks adds the trees of all tracks to a profile's, and returns their names.
func (rank *Rank) AddTracks(b *snapshot.Builder) (names []string) {
	rank.Directory.mu.Lock()
	tracks := rank.tracks[:len(rank.tracks):len(rank.tracks)]
	rank.Directory.mu.Unlock()
	for _, t := range tracks {
		names = append(names, t.name)
		for _, name := range b.Add(t.number, &t.Table) {
			rank.Warn(warnUntouched, name)
		}
	}
	return names
}
