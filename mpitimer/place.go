package mpitimer

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// A Path is the call path of a goroutine's open regions, below which other goroutines can run theirs; see
// CurrentPath. The zero Path is nowhere in particular.
type Path struct{ at engine.Place }

// CurrentPath returns the path of the innermost open region of the calling goroutine. On nil timers it returns the
// zero Path.
func (tm *Timers) CurrentPath() Path {
	if tm == nil {
		return Path{}
	}
	return Path{tm.engine.Here()}
}

// Run calls f. The regions that f starts on the calling goroutine appear below the path, unless the goroutine
// has open regions of its own. They have a track of their own; its time runs beside the time of the goroutine
// that the path was taken from. A goroutine that had no track before gives it back when f returns.
//
// While the timers are disabled, Run only calls f: regions of f after Enable appear where the goroutine was before.
func (p Path) Run(f func()) { p.at.Do(f) }

// Go runs f on a new goroutine. Its regions appear below the current region of the calling goroutine;
// without Go they appear below Total. Either way the goroutine has a track for as long as it runs.
func (tm *Timers) Go(f func()) { tm.engine.Go(f) }

// Track returns the number of the calling goroutine's track, see stats.Profile.Tracks, or -1 if it has none.
func (tm *Timers) Track() int { return tm.engine.Track() }

// OpenRegion is a running region.
type OpenRegion struct {
	Track       int      // 0 is the main goroutine; see stats.Profile.Tracks
	Path        []string // the names from the outermost region on
	Environment string   // the machine environment
	Elapsed     time.Duration
}

// OpenRegions returns the running regions of this rank, by track, the outermost first. It omits further
// calls of a region that already runs, calls that sampling leaves out, and calls of goroutines beyond
// the number that have trees of their own.
func (tm *Timers) OpenRegions() []OpenRegion {
	var list []OpenRegion
	for _, open := range tm.engine.OpenRegions() {
		list = append(list, OpenRegion(open))
	}
	return list
}
