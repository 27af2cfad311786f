package mpitimer

import (
	"slices"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// profilesOfLost is what ranks that are missing in a report have measured up to now, or up to their end: of
// those whose tables can be read here. Each says so in a warning, as in a report of mpitimer recover.
func (tm *Timers) profilesOfLost(missing []int) []*stats.Profile {
	if tm.tables == nil || rankfile.Lost == nil {
		return nil
	}
	var list []*stats.Profile
	for _, rank := range missing {
		p := rankfile.Lost(tm.tables.of(rank)) // nil on another node, in a directory of that name there
		if p != nil && p.Rank == rank && p.Size == tm.comm.Size() && p.Check() == nil {
			list = append(list, p)
		}
	}
	return list
}

// allEnded reports whether all of these ranks have died, as their tables tell. One that has come too late waits for us in MPI.
func (tm *Timers) allEnded(ranks []int) bool {
	now := time.Unix(0, clock.Unix())
	return tm.tables != nil && !slices.ContainsFunc(ranks, func(rank int) bool { return !rankfile.Ended(tm.tables.of(rank), now) })
}
