// Package engine is what the timers of a rank measure with: the call trees of its goroutines, and what a start and
// a stop do. It knows no configuration, sends nothing and writes nothing; package mpitimer makes reports of it, and
// is what programs use. Packages of this module that give the timers the calls of other ones, such as GPTL's, use
// what programs need not: StartNamed, QueryTrack and others.
//
// To be read in this order: engine (the parts of a rank), track (those of a goroutine), hot (the fast path), slow and
// target (everything that is not as expected), tracks, directory and process (whose track it is), lend and shared
// (tracks that change hands, and goroutines beyond their number); then what is asked for more rarely.
package engine

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
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
	allotted
	named
	rules
	attending
	places
	measures
	misuse

	Previous [table.Baselines]*stats.Profile // at the last reports of an interval, by their kind
}

// TotalName is the name of the region that runs all the time.
const TotalName = "Total"

// Hook sees regions start and stop; see Hook of package mpitimer.
type Hook interface {
	Start(path string) any
	Stop(state any)
}

// allotted is the tracks. It is changed under directory.mu.
type allotted struct {
	tracks   []*Track
	idle     int // of these, those that were given back
	rest     int // goroutines that get a new track before the others are looked at again, see vacant
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
	disabled   int // changed under directory.mu
	Level      int32
	Histograms bool
	Strict     bool
}

// attending is who is told of starts and stops.
type attending struct {
	Hooks     []Hook
	Fence     func()
	AutoFence atomic.Bool
	Counters  *Counters // nil when none are read
	follower  Follower  // nil if nobody asks where the goroutines are
}

// places is the machine environments in which regions run.
type places struct {
	Environments *machenv.Registry
	contextsMu   sync.RWMutex
	contexts     []*machenv.MachEnv // by context number; 0 is the default environment
	contextOf    map[string]environment
	OnContext    func() // a context was added; nil if nobody asks
}

// measures is what a tick is.
type measures struct {
	Calibration clock.Calibration
	Longer      atomic.Pointer[clock.Calibration] // what a tick was found to be at the first heartbeat
	Resolution  uint64                            // ticks
	PairCost    float64                           // nanoseconds
}

// misuse is the warnings.
type misuse struct {
	warningsMu      sync.Mutex
	warnings        map[warningKey]*uint64
	furtherWarnings uint64
}

// Counters is what is read at the start and the stop of each region beside the clock.
type Counters struct {
	Peaks []bool             // of each: its largest reading is kept, not the difference of two
	Read  func(into []int64) // one reading of all; on any goroutine
}

// Readings are those of now.
func (c *Counters) Readings() []int64 {
	if c == nil {
		return nil
	}
	now := make([]int64, len(c.Peaks))
	c.Read(now)
	return now
}

// Watcher is told of what the main goroutine starts and stops.
type Watcher interface {
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

	// StopAll is called when the rank ends before its time, and leaves what runs as it is.
	StopAll()

	// Report is called for the last profile, with the name of a file of the rank's own, blank for none.
	Report(p *stats.Profile, file string) error

	// End is called once.
	End() error
}

// Forward makes a Watcher of the main track where another library is to see it: that of package libgptl in
// programs that link it.
var Forward func(rank *Rank) (Watcher, error)

// BeginForwarding lets that library see the regions from here on.
func (rank *Rank) BeginForwarding() error {
	if Forward == nil {
		return nil
	}
	w, err := Forward(rank)
	if w != nil {
		rank.Main.watcher = w
		rank.Main.special.Or(specialWatched)
	}
	return err
}

// Watcher is nil unless the main track is watched.
func (rank *Rank) Watcher() Watcher { return rank.Main.watcher }

// EndForwarding ends what that library sees. It does nothing the second time.
func (rank *Rank) EndForwarding() error {
	t := rank.Main
	w := t.watcher
	if w == nil {
		return nil
	}
	t.watcher = nil
	t.special.And(^uint32(specialWatched))
	return w.End()
}

// Follower is told where goroutines are.
type Follower interface {
	// Follow says that the current region of the goroutine with that descriptor stands in current from now on,
	// as a node of a track; nil ends it.
	Follow(slot uintptr, current *uint32, track uint32) error

	// Mute says that what the goroutine does is the timers' own.
	Mute(slot uintptr, on bool)

	// Reset is called when everything was set back to zero.
	Reset()

	// Rows adds to a profile what was counted below the regions. The Builder has all tracks.
	Rows(b *snapshot.Builder, p *stats.Profile)

	// Detach ends it.
	Detach()
}

// Caller counts calls of a library below the regions that make them.
type Caller interface {
	// Early is called before the first message of the timers, which is not to be counted.
	Early(rank *Rank)

	// Attach begins to count for a rank; nil where nothing is counted.
	Attach(rank *Rank) (Follower, error)
}

// Calls is that of package mpicalls in programs that link it.
var Calls Caller

// Quiet keeps what the timers say before they begin from being counted.
func (rank *Rank) Quiet() {
	prepare.Do(clock.Prepare)
	if Calls != nil {
		Calls.Early(rank)
	}
}

// CountCalls lets calls be counted from here on.
func (rank *Rank) CountCalls() error {
	if Calls == nil {
		return nil
	}
	f, err := Calls.Attach(rank)
	if f == nil {
		return err
	}
	rank.follower = f
	rank.each(rank.follow)
	return err
}

// CountNoMore takes that back.
func (rank *Rank) CountNoMore() {
	if f := rank.follower; f != nil {
		rank.each(rank.unfollow)
		rank.follower = nil
		f.Detach()
	}
}

// prepare is done once: engines that run already read what it writes.
var prepare sync.Once

// Init makes an engine that can be asked, and warned, and has no tracks yet.
func (rank *Rank) Init(envs *machenv.Registry) {
	prepare.Do(clock.Prepare)
	rank.prefixes = map[string]uint16{"": 0}
	rank.Environments, rank.contextOf = envs, make(map[string]environment)
	rank.contexts = []*machenv.MachEnv{envs.Default()}
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

// follow tells where the goroutine of a track stands.
func (rank *Rank) follow(t *Track) {
	if rank.follower == nil || t.Slot == 0 {
		return
	}
	current := &t.Current
	if t.shared != nil {
		current = &t.position
	}
	if err := rank.follower.Follow(t.Slot, current, uint32(t.number)); err != nil {
		rank.KeepWarning(warnCalls, err.Error(), 0)
	}
}

func (rank *Rank) unfollow(t *Track) {
	if rank.follower != nil && t.Slot != 0 {
		_ = rank.follower.Follow(t.Slot, nil, 0)
	}
}

// Mute keeps what the timers themselves do on the calling goroutine from being counted, until the result is
// called.
func (rank *Rank) Mute() (unmute func()) {
	f, t := rank.follower, (*Track)(nil)
	if f != nil {
		t = rank.Directory.Track()
	}
	if t == nil || t.Slot == 0 {
		return func() {}
	}
	slots := []uintptr{t.Slot}
	if t == rank.Main {
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

// Contexts are the machine environments by the numbers of contexts.
func (rank *Rank) Contexts() []*machenv.MachEnv {
	rank.contextsMu.RLock()
	defer rank.contextsMu.RUnlock()
	return rank.contexts[:len(rank.contexts):len(rank.contexts)]
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

// Owner is the timers that an engine is part of, for packages of this module that do what theirs may not.
type Owner interface {
	// WriteParts writes one file for all ranks of a communicator, nil for all ranks of the timers: what
	// head writes, then the parts of the ranks in their order. It is collective. Rank 0 writes the file, whole or
	// not at all, and alone calls head; ranks whose part is nil have none. A rank that does not come to it in
	// time is named in the error, and the file has the others.
	WriteParts(comm machenv.Communicator, name string, head func(io.Writer) error, part []byte) error

	// AppendFile adds to a file, which it makes if there is none.
	AppendFile(name string, write func(io.Writer) error) error

	// WriteFile writes a file whole or not at all, in the configured directory.
	WriteFile(name string, write func(io.Writer) error) error

	// Say tells the log something that is not a report.
	Say(text string)

	// FinalizeAlone ends a rank before its time, which therefore can't wait for others: it reports itself to the
	// log, with the reason, and is not collective. Its files stay for mpitimer recover, which joins the ranks.
	FinalizeAlone(reason string) error
}

// AddCalls adds what was counted beside the trees.
func (rank *Rank) AddCalls(b *snapshot.Builder, p *stats.Profile) {
	if rank.follower != nil {
		rank.follower.Rows(b, p)
	}
}
