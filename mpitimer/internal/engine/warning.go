package engine

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/misuse"
	"github.com/go-hpc/timers/stats"
)

// The kinds of wrong use. None stops a program, and none harms the call tree.
const (
	WarnNotStarted  = "stop without start"
	WarnNotRunning  = "stop of an interval that has ended"
	WarnOutOfOrder  = "still running when its parent was stopped"
	WarnLeftOpen    = "left running at the end"
	WarnAbandoned   = "left running by a goroutine that has ended"
	WarnElsewhere   = "stopped on another goroutine than it was started on"
	WarnEnvironment = "unknown machine environment; timed in the default one"
	WarnNotMember   = "rank is no member of the machine environment; timed in the default one"
	WarnOption      = "invalid region option"
	WarnValue       = "negative time added; taken as none"
	WarnEnable      = "enable without disable"
	WarnDevice      = "region of the host that is named like one of a device, and shown as one"
	warnClock       = "the wanted clock cannot be trusted here; another is used"
	warnUntouched   = "changed at every look; its values are missing"
	WarnTooMany     = "not timed: too many call paths already"
	warnCalls       = "calls of MPI cannot be told from those of other goroutines"
)

// Warn keeps a warning with the place of the call, which is the innermost one outside this package.
func (rank *Rank) Warn(kind, path string) { rank.warnAt(kind, path, misuse.Caller()) }

// warnAt is warn for a place that is known.
func (rank *Rank) warnAt(kind, path string, pc uintptr) {
	if rank.Strict {
		panic(fmt.Sprintf("mpitimer: %s: %q at %s", kind, path, misuse.Place(pc)))
	}
	rank.KeepWarning(kind, path, pc)
}

// warnIn is warnAt for one of the many regions that may be left at once. Where no more warnings are kept it
// finds out no path: of those of a deep recursion each is long.
func (t *Track) warnIn(kind string, node uint32, pc uintptr) {
	if rank := t.rank; rank.Strict || !rank.warnings.Full() {
		rank.warnAt(kind, t.PathOf(node), pc)
	}
}

// KeepWarning keeps what is no fault of the program.
func (rank *Rank) KeepWarning(kind, path string, pc uintptr) { rank.warnings.Keep(kind, path, pc) }

// ListWarnings is what was kept, in no particular order.
func (rank *Rank) ListWarnings() []stats.Warning { return rank.warnings.All() }

// site is the innermost calls by which a region was started first, some of this package left out, the innermost
// first. What they are is found out when somebody asks: that takes longer than all else that a new region needs.
type site [6]uintptr
