package engine

import (
	"fmt"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
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
	WarnValue       = "negative time or number of calls added; taken as none"
	WarnTooLong     = "more time added than a total can hold; it stays at 73 years"
	WarnEnable      = "enable without disable"
	WarnDevice      = "region of the host that is named like one of a device, and shown as one"
	warnClock       = "the wanted clock cannot be trusted here; another is used"
	warnUntouched   = "changed at every look; its values are missing"
	WarnTooMany     = "not timed: too many call paths already"
	WarnTooDeep     = "not timed: inside too many regions that are open already"
	WarnFurther     = "too many call paths already; timed together"
	warnCalls       = "calls of MPI cannot be told from those of other goroutines"
)

// Warn keeps a warning with the place of the call, which is the innermost one outside this package.
func (rank *Rank) Warn(kind, path string) { rank.warnAt(kind, path, misuse.About{}, caller()) }

// caller is the innermost call from outside the layers of the timers, 0 if it is not known.
func caller() uintptr {
	var few [6]uintptr // mostly it is among these
	goroutine.Callers(few[:], 0)
	if pc := misuse.Outside(few[:]); pc != 0 {
		return pc
	}
	var more [16]uintptr
	goroutine.Callers(more[:], 0)
	return misuse.Outside(more[:])
}

// warnAt is Warn for a place that is known, and a path that may be that of a node.
func (rank *Rank) warnAt(kind, path string, about misuse.About, pc uintptr) {
	if rank.Strict {
		panic(fmt.Sprintf("mpitimer: %s: %q at %s", kind, path, misuse.Place(pc)))
	}
	if about.Tree == nil {
		rank.KeepWarning(kind, path, pc)
		return
	}
	rank.warnings.Keep(kind, path, about, pc)
}

// warnOf is Warn of a node at a place that is known. It finds out the path only for a warning that was not given before
// and is to be kept: of those of a deep recursion each is long.
func (t *Track) warnOf(kind string, node uint32, pc uintptr) {
	list, about := &t.rank.warnings, misuse.About{Tree: unsafe.Pointer(t.Whole()), Node: node}
	if t.rank.Strict || !list.Again(kind, "", about, pc) && !list.Full(kind) {
		t.rank.warnAt(kind, t.PathOf(node), about, pc)
	}
}

// KeepWarning keeps what is no fault of the program.
func (rank *Rank) KeepWarning(kind, path string, pc uintptr) {
	if !rank.warnings.Again(kind, path, misuse.About{}, pc) {
		rank.warnings.Keep(kind, path, misuse.About{}, pc)
	}
}

// ListWarnings is what was kept, in no particular order.
func (rank *Rank) ListWarnings() []stats.Warning { return rank.warnings.All() }

// site is the innermost calls by which a region was started first, some of this package left out, the innermost
// first. What they are is found out when somebody asks: that takes longer than all else that a new region needs.
type site [8]uintptr
