package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Place is a region of a goroutine, under which the regions of others can be counted; see Here. The zero Place is
// nowhere in particular.
type Place struct{ at engine.Place }

// Here is the innermost open region of the calling goroutine. It may be called on nil, and is then nowhere in
// particular.
func (tm *Timers) Here() Place {
	if tm == nil {
		return Place{}
	}
	return Place{tm.engine.Here()}
}

// Do calls f. The regions that f starts on the calling goroutine stand under the place, unless the goroutine has open
// regions of its own. They are those of a track of their own, whose time runs beside that of the goroutine that made
// the Place. A goroutine that had no track gives it back when f has returned.
//
// While the timers are disabled Do only calls f: what f times after Enable stands where the goroutine stood before.
func (p Place) Do(f func()) { p.at.Do(f) }

// Go runs f on a new goroutine. The regions that it starts stand under the current region of the calling goroutine;
// without Go they stand under Total. Either way the goroutine has a track for as long as it runs.
func (tm *Timers) Go(f func()) { tm.engine.Go(f) }

// OpenRegion is a region that runs at the moment.
type OpenRegion struct {
	Track       int      // 0 is the main goroutine; see stats.Profile.Tracks
	Path        []string // the names from the outermost region on
	Environment string   // the machine environment
	For         time.Duration
}

// OpenRegions is the regions that run at the moment on this rank, by track, the outermost first.
// Further calls of a region that runs already are not listed, nor are calls that a sample leaves out,
// nor those of goroutines beyond the number that have trees of their own.
func (tm *Timers) OpenRegions() []OpenRegion {
	var list []OpenRegion
	for _, open := range tm.engine.OpenRegions() {
		list = append(list, OpenRegion(open))
	}
	return list
}
