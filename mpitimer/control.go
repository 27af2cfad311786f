package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// Environments returns the rank's registry of machine environments.
func (tm *Timers) Environments() *machenv.Registry { return tm.engine.Registry }

// rank is the rank in the default environment.
func (tm *Timers) rank() int { return max(tm.all.Rank(), 0) }

// TimedBarrier synchronises the ranks of a machine environment (all ranks for the empty name) inside a
// region of the given name, if TimingBarriers is on; otherwise it does nothing. It is collective over
// the environment. Waits for other ranks then appear there instead of in the next region.
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

// Totals holds the result of a query for one region on this rank.
type Totals struct {
	Calls   uint64
	Total   time.Duration // completed intervals, and the running one up to now
	Min     time.Duration // of a completed interval; 0 when there is none
	Max     time.Duration
	Running bool
}

// Query returns this rank's figures of all regions of that name, over all call paths and goroutines. A
// region may run inside another of the same name, in another environment: its calls count, but its time
// is part of the outer one's, and Total has it once. The result is false if there is no such region.
func (tm *Timers) Query(name string) (Totals, bool) {
	p := tm.Profile()
	var v Totals
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

// Reset sets all measurements back to zero. Running regions go on, from now. Call it on the main
// goroutine while no other goroutine is inside a region.
func (tm *Timers) Reset() { tm.engine.Reset() }

// Disable stops timing: until the matching Enable, starts are ignored, and so are stops by name.
// Running intervals go on, and their Interval can stop them. Calls nest.
func (tm *Timers) Disable() { tm.engine.Disable() }

// Enable undoes one Disable.
func (tm *Timers) Enable() { tm.engine.Enable() }

// SetLevel sets the timing level: regions of a higher level are not started.
func (tm *Timers) SetLevel(level int) { tm.engine.SetLevel(level) }

// SetAutoFence turns the calls of the fence hook on or off.
func (tm *Timers) SetAutoFence(on bool) { tm.engine.AutoFence.Store(on) }

// SetPrefix puts a prefix before the names of all regions started from now on, on all goroutines; the
// empty string ends it. Stops work with the plain name. It costs nothing per pair.
func (tm *Timers) SetPrefix(prefix string) { tm.engine.SetPrefix(prefix) }

// AddParentPrefix extends the prefix by the name of the innermost open region of the calling goroutine
// and a colon, and returns a function that restores it. The names of library regions then show their
// caller, even in outputs without call paths.
func (tm *Timers) AddParentPrefix() (restore func()) { return tm.engine.AddParentPrefix() }

// Add adds time measured elsewhere to the running region of that name, or else to the region of that name below the
// current one: a number of completed calls and their total time. Use it for time before Initialize, or measured by a
// device. Every report and query keeps it to the nanosecond, beside the region's own measurements. For several calls,
// the shortest and longest are unknown; time without calls counts for the region.
func (tm *Timers) Add(name string, total time.Duration, calls int) { tm.engine.Add(name, total, calls) }

// Memory returns the number of bytes in the rank's call trees, and the number of nodes in them.
func (tm *Timers) Memory() (bytes, nodes int) {
	tracks, nodes := tm.engine.Memory()
	for _, each := range tracks {
		bytes += each
	}
	return bytes, nodes
}
