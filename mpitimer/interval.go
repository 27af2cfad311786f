package mpitimer

import (
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// interval is what was measured since the last Print of an interval, and begins the next.
func (tm *Timers) interval() *stats.Profile { return tm.since(table.LastPrint) }

// since is what was measured since the last report of a kind, and begins the next interval. Reports of the
// other kind do not notice.
func (tm *Timers) since(b table.Baseline) *stats.Profile {
	now := tm.profile(b)
	since := stats.Since(now, tm.engine.Previous[b])
	tm.engine.Previous[b] = now
	tm.engine.BeginInterval(b)
	return since
}
