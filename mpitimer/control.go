package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// Environments is the machine environments of the rank.
func (tm *Timers) Environments() *machenv.Registry { return tm.engine.Registry }

// rank is the rank in the default environment.
func (tm *Timers) rank() int { return max(tm.all.Rank(), 0) }

// TimedBarrier synchronises the ranks of a machine environment (all ranks for the empty name) inside a
// region of the given name, if TimingBarriers is on; otherwise it does nothing. It is collective over
// the environment. What ranks wait for each other then shows there, and not in the next region.
func (tm *Timers) TimedBarrier(name, environment string) error {
	if !tm.config.Timing.TimingBarriers || tm.engine.Closed.Load() {
		return nil
	}
	env := tm.all
	if environment != "" {
		var err error
		if env, err = tm.engine.Registry.Get(environment); err != nil {
			return err
		}
	}
	if !env.IsMember() {
		return nil
	}
	defer tm.StartInEnvironment(name, environment).Stop()
	return env.Comm().Barrier()
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

// insideNamed reports whether a node stands below another of its name that has run.
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
func (tm *Timers) Reset() { tm.engine.Reset() }

// Disable stops timing: until the matching Enable, starts are ignored, and so are stops by name.
// Intervals that are running go on, and their Interval can stop them. Calls nest.
func (tm *Timers) Disable() { tm.engine.Disable() }

// Enable undoes one Disable.
func (tm *Timers) Enable() { tm.engine.Enable() }

// SetLevel sets the timing level: regions of a higher level are not started.
func (tm *Timers) SetLevel(level int) { tm.engine.SetLevel(level) }

// SetAutoFence turns the calls of the fence hook on or off.
func (tm *Timers) SetAutoFence(on bool) { tm.engine.AutoFence.Store(on) }

// SetPrefix puts a prefix before the names of all regions that are started from now on, on all
// goroutines; the empty string ends it. Stops need not know of it. It costs nothing per pair.
func (tm *Timers) SetPrefix(prefix string) { tm.engine.SetPrefix(prefix) }

// AddParentPrefix extends the prefix by the name of the innermost open region of the calling
// goroutine and a colon, and returns a function that restores it: library regions then tell by their
// names who called them, also in outputs that know no call paths.
func (tm *Timers) AddParentPrefix() (restore func()) { return tm.engine.AddParentPrefix() }

// Add adds time that was measured elsewhere to the running region of that name, or else to the one below the current: so
// many completed calls, together so long. What came before Initialize, or was measured by a device,
// is recorded so. It comes out as it was given, to the nanosecond, in every report and query, beside what
// is measured of the region. Of several calls no shortest and no longest is known; time without calls is the region's.
func (tm *Timers) Add(name string, total time.Duration, calls int) { tm.engine.Add(name, total, calls) }

// Memory is the number of bytes that the call trees of the rank occupy, and the number of nodes in
// them.
func (tm *Timers) Memory() (bytes, nodes int) {
	tracks, nodes := tm.engine.Memory()
	for _, each := range tracks {
		bytes += each
	}
	return bytes, nodes
}
