package engine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

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
	warnClock       = "the wanted clock cannot be trusted here; another is used"
	warnUntouched   = "changed at every look; its values are missing"
	WarnTooMany     = "not timed: too many call paths already"
	warnCalls       = "calls of MPI cannot be told from those of other goroutines"
)

// MaxWarnings is how many different warnings a rank keeps. Further ones are only counted.
const MaxWarnings = 2 * stats.MaxWarnings

type warningKey struct {
	kind, path string
	pc         uintptr
}

// Warn keeps a warning with the place of the call, which is the innermost one outside this package.
func (rank *Rank) Warn(kind, path string) { rank.warnAt(kind, path, callerPC()) }

// warnAt is warn for a place that is known.
func (rank *Rank) warnAt(kind, path string, pc uintptr) {
	if rank.Strict {
		panic(fmt.Sprintf("mpitimer: %s: %q at %s", kind, path, placeOf(pc)))
	}
	rank.KeepWarning(kind, path, pc)
}

// warnIn is warnAt for one of the many regions that may be left at once. Where no more warnings are kept it
// finds out no path: of those of a deep recursion each is long.
func (t *Track) warnIn(kind string, node uint32, pc uintptr) {
	rank := t.rank
	rank.warningsMu.Lock()
	full := len(rank.warnings) >= MaxWarnings && !rank.Strict
	if full {
		rank.furtherWarnings++
	}
	rank.warningsMu.Unlock()
	if !full {
		rank.warnAt(kind, t.PathOf(node), pc)
	}
}

// KeepWarning keeps what is no fault of the program.
func (rank *Rank) KeepWarning(kind, path string, pc uintptr) {
	key := warningKey{kind, path, pc}
	rank.warningsMu.Lock()
	defer rank.warningsMu.Unlock()
	if count := rank.warnings[key]; count != nil {
		*count++
		return
	}
	if len(rank.warnings) >= MaxWarnings {
		rank.furtherWarnings++
		return
	}
	if rank.warnings == nil {
		rank.warnings = make(map[warningKey]*uint64)
	}
	one := uint64(1)
	rank.warnings[key] = &one
}

// ListWarnings is what was kept, in no particular order.
func (rank *Rank) ListWarnings() []stats.Warning {
	rank.warningsMu.Lock()
	defer rank.warningsMu.Unlock()
	var list []stats.Warning
	for key, count := range rank.warnings {
		list = append(list, stats.Warning{Kind: key.kind, Path: key.path, Place: placeOf(key.pc), Count: *count})
	}
	if rank.furtherWarnings > 0 {
		list = append(list, stats.Warning{Kind: "further wrong use, not kept apart", Count: rank.furtherWarnings})
	}
	return list
}

// layers is how the names of functions begin that only pass on their callers' starts and stops.
var layers = []string{
	"github.com/go-hpc/timers/mpitimer.", "github.com/go-hpc/timers/mpitimer/internal/engine.",
	"github.com/go-hpc/timers/mpitimer/gptl.", "github.com/go-hpc/timers/mpitimer/perfmod.",
}

// within says whether a function is of a layer.
func within(function string) bool {
	for _, prefix := range layers {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}

// callerPC is the program counter of the innermost call from outside the layers, 0 if there is none. Their tests count as outside.
func callerPC() uintptr {
	var pcs [16]uintptr
	return outside(pcs[:runtime.Callers(2, pcs[:])])
}

// site is the innermost calls by which a region was started first, some of this package left out, the innermost
// first. What they are is found out when somebody asks: that takes longer than all else that a new region needs.
type site [6]uintptr

// outside is the first of some calls that comes from outside the layers, 0 if there is none.
func outside(pcs []uintptr) uintptr {
	if end := slices.Index(pcs, 0); end >= 0 {
		pcs = pcs[:end]
	}
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if strings.HasPrefix(frame.Function, "runtime.") {
			continue // a Stop that runs because of a panic
		}
		if !within(frame.Function) || strings.HasSuffix(frame.File, "_test.go") {
			return frame.PC + 1
		}
	}
	return 0
}

// placeOf is the file and line of a program counter, the file with its folder.
func placeOf(pc uintptr) string {
	if pc == 0 {
		return ""
	}
	frames := runtime.CallersFrames([]uintptr{pc})
	frame, _ := frames.Next()
	if frame.File == "" {
		return ""
	}
	file := frame.File
	if at := strings.LastIndexByte(file, '/'); at >= 0 {
		if before := strings.LastIndexByte(file[:at], '/'); before >= 0 {
			file = file[before+1:]
		}
	}
	return fmt.Sprintf("%s:%d", file, frame.Line)
}
