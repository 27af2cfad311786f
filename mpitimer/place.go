package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

type Place struct{ at engine.Place }

func (tm *Timers) Here() Place {
	if tm == nil {
		return Place{}
	}
	return Place{tm.engine.Here()}
}

func (p Place) Do(f func()) { p.at.Do(f) }

func (tm *Timers) Go(f func()) { tm.engine.Go(f) }

type OpenRegion struct {
	Track       int      // 0 is the main goroutine; see stats.Profile.Tracks
	Path        []string // the names from the outermost region on
	Environment string   // the machine environment
	For         time.Duration
}

func (tm *Timers) OpenRegions() []OpenRegion {
	var list []OpenRegion
	for _, open := range tm.engine.OpenRegions() {
		list = append(list, OpenRegion(open))
	}
	return list
}
