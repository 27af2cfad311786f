package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Environments is the machine environments of the rank.
func (tm *Timers) Environments() *machenv.Registry { return tm.envs }

// rank is the rank in the default environment.
func (tm *Timers) rank() int { return max(tm.all.Rank(), 0) }

// each calls f for every track, with the directory locked.
func (tm *Timers) each(f func(t *track)) {
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	tm.eachLocked(f)
}

// eachLocked visits the tracks, those without a tree of their own included.
func (tm *Timers) eachLocked(f func(t *track)) {
	for _, t := range tm.tracks {
		f(t)
	}
	if places := tm.directory.table.Load(); places != nil {
		for i := range places.places {
			if t := places.places[i].track.Load(); t != nil && t.shared != nil {
				f(t)
			}
		}
	}
}

// Disable stops timing: until the matching Enable, starts are ignored, and so are stops by name.
// Intervals that are running go on, and their Span can stop them. Calls nest.
func (tm *Timers) Disable() { tm.changeDisabled(+1) }

// Enable undoes one Disable.
func (tm *Timers) Enable() { tm.changeDisabled(-1) }

func (tm *Timers) changeDisabled(by int) {
	all.Lock()
	defer all.Unlock()
	tm.directory.mu.Lock()
	before := tm.disabled
	if before+by < 0 {
		tm.directory.mu.Unlock()
		tm.warn(warnEnable, "")
		return
	}
	tm.disabled += by
	if now := tm.disabled; (now == 0) != (before == 0) {
		tm.eachLocked(func(t *track) {
			if now > 0 {
				t.special.Or(specialPaused)
			} else {
				t.special.And(^uint32(specialPaused))
			}
		})
	}
	tm.directory.mu.Unlock()
	publish()
}

// SetLevel sets the timing level: regions of a higher level are not started.
func (tm *Timers) SetLevel(level int) {
	level = min(max(level, 0), maxLevel)
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	tm.level = int32(level)
	tm.eachLocked(func(t *track) { t.level.Store(int32(level)) })
}

// SetAutoFence turns the calls of the fence hook on or off.
func (tm *Timers) SetAutoFence(on bool) { tm.autoFence.Store(on) }

// maxPrefixes is how many different prefixes a run may have; SetPrefix of a further one does nothing.
const maxPrefixes = 1<<16 - 2

// SetPrefix puts a prefix before the names of all regions that are started from now on, on all
// goroutines; the empty string ends it. Stops need not know of it. It costs nothing per pair.
func (tm *Timers) SetPrefix(prefix string) {
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	if _, known := tm.prefixes[prefix]; !known {
		if len(tm.prefixes) > maxPrefixes {
			return
		}
		tm.prefixes[prefix] = uint16(len(tm.prefixes))
	}
	tm.prefix = prefix
	tm.eachLocked(func(t *track) { t.special.Or(specialPrefix) })
}

// AddParentPrefix extends the prefix by the name of the innermost open region of the calling
// goroutine and a colon, and returns a function that restores it: library regions then tell by their
// names who called them, also in outputs that know no call paths.
func (tm *Timers) AddParentPrefix() (restore func()) {
	tm.directory.mu.Lock()
	before := tm.prefix
	tm.directory.mu.Unlock()
	parent := TotalName
	if path := tm.Here().path; len(path) > 0 {
		parent = path[len(path)-1].name
	}
	if len(parent) < len(before) || parent[:len(before)] != before {
		parent = before + parent
	}
	tm.SetPrefix(parent + ":")
	return func() { tm.SetPrefix(before) }
}

// takePrefix makes the track use the rank's prefix.
func (t *track) takePrefix() {
	tm := t.timers
	tm.directory.mu.Lock()
	t.special.And(^uint32(specialPrefix))
	t.prefix = tm.prefix + t.own
	t.prefixID = tm.numberOfPrefix(t.prefix)
	t.salt = uint64(t.prefixID) * prefixSpread
	tm.directory.mu.Unlock()
}

// Barrier synchronises the ranks of a machine environment (all ranks for the empty name) inside a
// region of the given name, if TimingBarriers is on; otherwise it does nothing. It is collective over
// the environment. What ranks wait for each other then shows there, and not in the next region.
func (tm *Timers) Barrier(environment, name string) error {
	if !tm.config.Timing.TimingBarriers || tm.closed.Load() {
		return nil
	}
	env := tm.all
	if environment != "" {
		var err error
		if env, err = tm.envs.Get(environment); err != nil {
			return err
		}
	}
	if !env.IsMember() {
		return nil
	}
	defer tm.StartIn(environment, name).Stop()
	return env.Comm().Barrier()
}

// Add adds time that was measured elsewhere to the region of that name below the current one: so
// many completed calls, together so long. What came before Initialize, or was measured by a device,
// is recorded so. It comes out as it was given, to the nanosecond, in every report and query, beside what
// is measured of the region. The shortest and longest call are taken as the mean, rounded down and up.
func (tm *Timers) Add(name string, total time.Duration, calls int) {
	t := tm.directory.track()
	if t == nil || calls <= 0 {
		return
	}
	if total < 0 {
		tm.warn(warnValue, name)
		total = 0
	}
	if reasons := t.special.Load(); reasons != 0 && !t.attend(reasons) {
		return
	}
	t.give(name, total, calls)
}

// give records calls that took so long together. Without calls the time is that of none.
//
//go:norace
func (t *track) give(name string, total time.Duration, calls int) uint32 {
	defer t.release()
	tree, release := t.tree()
	defer release()
	if tree != t {
		tree.stand(t)
	}
	n := tree.find(keyOf(name), target{name: name})
	if gptl.Built && t.forward != nil {
		t.forward.add(n, total, uint64(calls))
	}
	tree.Given.Add(n, table.GivenOf(uint64(total), uint64(calls)))
	if tree.counted != 0 && calls > 0 {
		tree.Histograms.CountMany(tree.Cold[n].Histogram, int32(stats.BucketOf(uint64(total)/uint64(calls))), uint64(calls))
	}
	return n
}

// Value is what a query tells of one region on this rank. Times are nanoseconds.
type Value struct {
	Calls   uint64
	Total   time.Duration // completed intervals, and the running one up to now
	Min     time.Duration // of a completed interval; 0 when there is none
	Max     time.Duration
	Running bool
}

// Query returns what was measured on this rank of all regions of that name, over all call paths and
// goroutines. A region may run inside another of the same name, in another environment: its calls count, but
// its time is part of the outer one's, and Total has it once. The result is false if there is none.
func (tm *Timers) Query(name string) (Value, bool) {
	p := tm.Profile()
	var v Value
	found, completed := false, false
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Name != name {
			continue
		}
		if n.Timed > 0 && (!completed || time.Duration(n.Min) < v.Min) {
			v.Min, completed = time.Duration(n.Min), true
		}
		found = true
		v.Calls += n.Calls
		if !insideNamed(p, i) {
			v.Total += time.Duration(n.Total)
		}
		v.Max = max(v.Max, time.Duration(n.Max))
		v.Running = v.Running || n.Running > 0
	}
	return v, found
}

// insideNamed says whether a node stands below another of its name that has run.
func insideNamed(p *stats.Profile, node int) bool {
	for i := p.Nodes[node].Parent; i >= 0; i = p.Nodes[i].Parent {
		if n := &p.Nodes[i]; n.Name == p.Nodes[node].Name && (n.Calls > 0 || n.Running > 0 || n.Total > 0) {
			return true
		}
	}
	return false
}

// Reset sets everything that was measured back to zero. Regions that are running go on, from now.
// Call it on the main goroutine while no other goroutine is inside a region.
func (tm *Timers) Reset() {
	tm.each((*track).reset)
	if f := tm.main.forward; gptl.Built && f != nil && tm.main.owned() {
		f.reset()
	}
	tm.resetCalls()
	tm.previous = [table.Baselines]*stats.Profile{}
}

func (t *track) reset() {
	now := clock.Now()
	restarted := make(map[uint32]restart)
	for n := range uint32(t.Len()) {
		t.resetNode(n, now, restarted)
	}
	t.restarted = restarted
	t.ForgetExtremes(0)
}

// resetNode sets a node to zero. If it is running its interval begins anew, which restarted is told.
//
//go:norace
func (t *track) resetNode(n uint32, now uint64, restarted map[uint32]restart) {
	r, c := &t.Records[n], &t.Cold[n]
	start := r.Start
	table.Store(&r.Start, start|table.Writing)
	table.Store(&r.Calls, 0)
	table.Store(&r.Total, 0)
	table.Store(&r.Min, table.NoMin)
	table.Store(&r.Max, 0)
	table.Store(&r.Squares, 0)
	c.SquaresHigh, c.Recursion, c.Timed, c.Countdown = 0, 0, 0, 0
	t.Histograms.Clear(c.Histogram)
	t.Given.Clear(n)
	if t.counters != nil {
		t.Columns.Clear(n, t.counters.readings())
	}
	t.forgetLatest(n)
	if start == 0 {
		table.Store(&r.Start, 0)
		return
	}
	first := start // what the Span knows it by
	if before, known := t.restarted[n]; known && start == before.at {
		first = before.first
	}
	restarted[n] = restart{first, now}
	if c.Sample > 1 {
		c.Timed, c.Countdown = 1, c.Sample-1
	}
	table.Store(&r.Start, now)
}
