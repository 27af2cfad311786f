package mpitimer

import (
	"path/filepath"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// profilesOfLost is what ranks that are missing in a report have measured up to now, or up to their end: of
// those whose tables can be read here. Each says so in a warning, as in a report of mpitimer recover.
func (tm *Timers) profilesOfLost(missing []int) []*stats.Profile {
	if tm.tables == nil {
		return nil
	}
	var list []*stats.Profile
	for _, rank := range missing {
		t, err := ranktable.OpenOwn(filepath.Join(tm.tables.folder, rankfile.Name(rank)))
		if err != nil { // on another node, in a folder of that name there
			continue
		}
		if p := t.Marked(); p != nil && p.Rank == rank && p.Size == tm.comm.Size() && p.Check() == nil {
			list = append(list, p)
		}
		_ = t.Close() // which was only read
	}
	return list
}

// allEnded reports whether all of these ranks have died, as their tables tell. One that has come too late waits for us in MPI.
func (tm *Timers) allEnded(ranks []int) bool {
	if tm.tables == nil {
		return false
	}
	for _, rank := range ranks {
		t, err := ranktable.OpenOwn(filepath.Join(tm.tables.folder, rankfile.Name(rank)))
		if err != nil {
			return false
		}
		info, err := t.Info()
		_ = t.Close()
		if err != nil || info.State != ranktable.Died && info.State != ranktable.Panicked {
			return false
		}
	}
	return true
}
