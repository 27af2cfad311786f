package auto

import (
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/lineage"
)

func init() {
	engine.Bridge.Inherited = func() engine.Place {
		place, _ := lineage.Handed().(engine.Place)
		return place
	}
}

// Fork stands before a statement that starts goroutines, Forked behind it: what they time stands below the region that
// the calling goroutine is in. One that has timed nothing hands on what it has inherited itself.
func Fork() {
	place := lineage.Handed()
	if own := engine.Standing(); own != (engine.Place{}) {
		place = own
	}
	lineage.HandOn(place)
}

// Forked is the end of Fork.
func Forked() { lineage.Back() }
