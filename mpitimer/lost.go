package mpitimer

import (
	"errors"
	"fmt"
	"os"
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
		t, err := openOwn(filepath.Join(tm.tables.folder, rankfile.Name(rank)))
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

// allEnded reports whether all of these ranks are known to have ended: their tables say so.
func (tm *Timers) allEnded(ranks []int) bool {
	if tm.tables == nil {
		return false
	}
	for _, rank := range ranks {
		t, err := openOwn(filepath.Join(tm.tables.folder, rankfile.Name(rank)))
		if err != nil {
			return false
		}
		info, err := t.Info()
		_ = t.Close()
		if err != nil || info.Alive {
			return false
		}
	}
	return true
}

// openOwn opens the table of a rank of this user. All ranks of a run have one user; what another one has put
// there is not of the run, whatever it says.
func openOwn(path string) (*ranktable.Table, error) {
	t, err := ranktable.Open(path)
	if err != nil {
		return nil, err
	}
	if uid := t.Owner(); uid != os.Geteuid() {
		return nil, errors.Join(fmt.Errorf("rank table %s belongs to user %d: %w", path, uid, ranktable.ErrOwner), t.Close())
	}
	return t, nil
}
