package mpitimer

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Profile returns the rank's call tree at this moment, over all its goroutines. It disturbs none of
// them and sends nothing.
func (tm *Timers) Profile() *stats.Profile { return tm.profile(table.FirstCall) }

// profile is Profile, with shortest and longest calls since a baseline.
func (tm *Timers) profile(since table.Baseline) *stats.Profile {
	mark := clock.Take()
	calibration := tm.engine.Calibration.Settle()
	p := &stats.Profile{
		Rank: tm.rank(), Size: tm.all.Size(),
		Host: tm.all.Host(), PID: os.Getpid(), Program: filepath.Base(os.Args[0]),
		Start: tm.begun, To: max(mark.Nanos-tm.engine.Calibration.From.Nanos, 0),
		Clock: stats.Clock{
			Name: clock.InUse().String(), Hz: calibration.Hz(),
			Resolution: float64(tm.engine.Resolution) / calibration.Hz() * 1e9,
			PairCost:   tm.engine.PairCost, Drift: tm.drift(calibration),
		},
	}

	b := snapshot.Builder{Calibration: calibration, Now: mark.Ticks, Since: since}
	if c := tm.counting; c != nil {
		p.Counters = slices.Clone(c.Kinds)
		p.Empty = slices.Clone(c.Empty)
		b.Kinds = c.Columns
		if !c.Closed {
			b.Readings = tm.engine.Counters.Readings()
		}
		p.Counted = c.Counted() // after a reading, which finds out
	}
	p.Tracks = tm.engine.AddTracks(&b)
	p.Warnings = append(tm.engine.ListWarnings(), tm.counting.NotCounted(p.Counted)...)
	tm.engine.AddCalls(&b, p)
	p.Nodes = b.Nodes()
	p.Environments = tm.listEnvironments() // after the nodes: one that starts meanwhile may be in a new one
	return p
}

// interval is what was measured since the last Print of an interval, and begins the next.
func (tm *Timers) interval() *stats.Profile { return tm.since(table.LastPrint) }

// since is what was measured since the last report of a kind, and begins the next interval. Reports of the
// other kind do not notice.
func (tm *Timers) since(b table.Baseline) *stats.Profile {
	now := tm.profile(b)
	since := stats.Difference(now, tm.engine.Previous[b])
	tm.engine.Previous[b] = now
	tm.engine.BeginInterval(b)
	return since
}

// drift is how far the clock has gone from the monotonic one since the heartbeat that first found out well
// what a tick is, or since the initialisation.
func (tm *Timers) drift(now clock.Calibration) float64 {
	if before := tm.engine.Longer.Load(); before != nil {
		return before.Drift(now)
	}
	return tm.engine.Calibration.Drift(now)
}

func (tm *Timers) listEnvironments() []stats.Environment {
	var list []stats.Environment
	for _, env := range tm.engine.Environments() {
		list = append(list, stats.Environment{Name: env.Name(), Size: env.Size(), Ranks: slices.Clone(env.Ranks())})
	}
	return list
}
