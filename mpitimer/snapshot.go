package mpitimer

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// Profile is the rank's call tree at this moment, over all its goroutines. It disturbs none of them
// and sends nothing.
func (tm *Timers) Profile() *stats.Profile { return tm.profile(false) }

// profile is Profile; recent takes shortest and longest calls of the running interval of reports.
func (tm *Timers) profile(recent bool) *stats.Profile {
	mark := clock.Take()
	calibration := tm.calibration.Extend(mark)
	p := &stats.Profile{
		Rank: tm.rank(), Size: tm.contexts[0].Size(),
		Host: tm.contexts[0].Host(), PID: os.Getpid(), Program: filepath.Base(os.Args[0]),
		Start: tm.begin, To: max(mark.Nanos-tm.calibration.From.Nanos, 0),
		Clock: stats.Clock{
			Name: clock.InUse().String(), Hz: calibration.Hz(),
			Resolution: float64(tm.resolution) / calibration.Hz() * 1e9,
			PairCost:   tm.pairCost, Drift: tm.calibration.Drift(calibration),
		},
	}
	tm.contextsMu.RLock()
	for _, env := range tm.contexts {
		p.Contexts = append(p.Contexts, contextOf(env))
	}
	tm.contextsMu.RUnlock()

	tm.directory.mu.Lock()
	tracks := tm.tracks[:len(tm.tracks):len(tm.tracks)]
	tm.directory.mu.Unlock()
	b := snapshot.Builder{Calibration: calibration, Now: mark.Ticks, Recent: recent}
	if c := tm.counters; c != nil {
		p.Quantities = slices.Clone(c.quantities)
		b.Peaks = c.peaks
		if !c.closed {
			b.Readings = c.readings()
		}
	}
	for _, t := range tracks {
		p.Tracks = append(p.Tracks, t.name)
		for _, name := range b.Add(t.number, &t.Table) {
			tm.warn(warnUntouched, name)
		}
	}
	p.Warnings = tm.listWarnings()
	tm.addCalls(&b, p)
	p.Nodes = b.Nodes()
	return p
}

func contextOf(env *machenv.MachEnv) stats.Context {
	c := stats.Context{Name: env.Name(), Size: env.Size()}
	for _, s := range env.Ranks() {
		c.Ranks = append(c.Ranks, stats.Span(s))
	}
	return c
}
