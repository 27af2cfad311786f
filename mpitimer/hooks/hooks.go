// Package hooks shows the regions of the timers to Go's own tools:
//
//	mpitimer.Initialize(mpitimer.WithHook(hooks.TraceRegions()))
package hooks

import (
	"context"
	"runtime/pprof"
	"runtime/trace"

	"github.com/go-hpc/timers/mpitimer/attach"
)

// TraceRegions also makes every region one of runtime/trace, so that go tool trace shows them beside the work
// of the scheduler and the garbage collector. It costs little while no trace is being taken.
func TraceRegions() attach.Hook { return traceRegions{} }

type traceRegions struct{}

func (traceRegions) Start(path string) any {
	if !trace.IsEnabled() {
		return nil
	}
	return trace.StartRegion(context.Background(), path)
}

func (traceRegions) Stop(state any) {
	if region, ok := state.(*trace.Region); ok {
		region.End()
	}
}

// ProfileLabels labels the goroutine with the call path of the region it is in, under the key
// "region", so that CPU profiles can be split by region (go tool pprof -tagfocus or -tagroot=region).
// Goroutines that a region starts inherit the label.
func ProfileLabels() attach.Hook { return profileLabels{} }

type profileLabels struct{}

func (l profileLabels) Start(path string) any { return l.StartInside("", path) }

// StartInside implements attach.HookInside.
func (profileLabels) StartInside(around, path string) any {
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("region", path)))
	return around
}

// Stop goes back to the label of the region around, or to none.
func (profileLabels) Stop(state any) {
	around, _ := state.(string)
	if around == "" {
		pprof.SetGoroutineLabels(context.Background())
		return
	}
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("region", around)))
}
