package mpitimer

import (
	"sync"

	"github.com/go-hpc/timers/stats/signal"
)

// Hint says what a region mostly does: for reports that count the time by that (Config.Output.GEOPM).
// The time in a region counts for the hint of the innermost region that has one. All regions of a name
// share the hint that was given first.
func Hint(h signal.Hint) RegionOption {
	return regionOption(func(r *Region) {
		if h > signal.HintSpin {
			r.problem = "the hint is none of those of package signal"
			return
		}
		hints.LoadOrStore(r.name, h)
	})
}

// hints is those of regions by name, for the whole process. A sampler asks for them, and no start does.
var hints sync.Map

func hintOf(region string) (signal.Hint, bool) {
	h, there := hints.Load(region)
	if !there {
		return signal.HintUnset, false
	}
	return h.(signal.Hint), true
}

// Epoch says that the program begins another step of its outermost loop. Reports count epochs, and tell
// what was spent since the first.
func (tm *Timers) Epoch() {
	if tm.tables != nil && !tm.closed.Load() {
		tm.tables.file.CountEpoch()
	}
}

// Epoch says that the program begins another step of its outermost loop. It may be called on one
// goroutine of each rank.
func Epoch() {
	if tm := Default(); tm != nil {
		tm.Epoch()
	}
}
