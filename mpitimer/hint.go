package mpitimer

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/epochs"
)

// knownHints are what Hint takes.
var knownHints = []string{"unset", "unknown", "compute", "memory", "network", "io", "serial", "parallel", "ignore", "inactive", "spin"}

// Hint describes the main activity of a region, for reports that divide time by it (package geopm): "compute",
// "memory", "network", "io", "serial", "parallel", "spin", "ignore", "inactive", "unknown" or "unset". The time in a
// region counts for the hint of the innermost region that has one. All regions of a name share the first hint.
func Hint(hint string) RegionOption {
	return regionOption(func(r *engine.Definition) {
		if !slices.Contains(knownHints, hint) {
			r.Problem = fmt.Sprintf("hint %q, expected one of %s", hint, strings.Join(knownHints, ", "))
			return
		}
		hints.LoadOrStore(r.Name, hint)
	})
}

// hints is those of regions by name, for the whole process. A sampler asks for them, and no start does.
var hints sync.Map

// hintOf is blank for a region without one.
func hintOf(region string) string {
	h, _ := hints.Load(region)
	hint, _ := h.(string)
	return hint
}

// SetWork announces the number of parts of work ahead of the rank, such as iterations of a loop that
// its goroutines share. It replaces an earlier announcement; 0 announces nothing.
func (tm *Timers) SetWork(parts uint64) {
	if tm.told() {
		tm.tables.file.SetWork(parts)
	}
}

// told reports whether there is a place for what the program tells of its progress.
func (tm *Timers) told() bool { return tm != nil && tm.tables != nil && !tm.engine.Closed.Load() }

// AddWorkDone adds finished parts of the work. It costs some nanoseconds, more if many goroutines call
// it at once. Samplers of the node see the share as the signal REGION_PROGRESS.
func (tm *Timers) AddWorkDone(parts uint64) {
	if tm.told() {
		tm.tables.file.CountWork(parts)
	}
}

// SetWork announces the number of parts of work ahead of the rank; see Timers.SetWork.
func SetWork(parts uint64) { Default().SetWork(parts) }

// AddWorkDone adds finished parts of the work; see Timers.AddWorkDone.
func AddWorkDone(parts uint64) { Default().AddWorkDone(parts) }

// CountEpoch marks the start of the next step of the program's outermost loop. Reports count epochs,
// and give the time since the first; timelines have the times of regions step by step.
func (tm *Timers) CountEpoch() {
	if tm != nil {
		epochs.Begin(&tm.engine)
	}
}

// CountEpoch marks the start of the next step, on one goroutine of each rank; see Timers.CountEpoch.
func CountEpoch() { Default().CountEpoch() }
