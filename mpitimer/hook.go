package mpitimer

import (
	"context"
	"runtime/pprof"
	"runtime/trace"
)

// Hook sees regions start and stop, on the goroutine that they run on. It is for other tools: a
// tracer, a profiler, ranges for a device. Timers without hooks pay nothing for the possibility.
//
// Calls nest: the last region that was started is the first to be stopped. A hook is called on
// several goroutines at the same time.
type Hook interface {
	// Start is called before the region's clock starts. Path is the call path, the names joined
	// with "/". What it returns is given to Stop.
	Start(path string) any

	// Stop is called after the region's clock has stopped.
	Stop(state any)
}

// TraceRegions makes every region one of runtime/trace, so that go tool trace shows them beside
// what the scheduler and the garbage collector did. It costs little while no trace is being taken.
func TraceRegions() Hook { return traceRegions{} }

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
func ProfileLabels() Hook { return profileLabels{} }

type profileLabels struct{}

func (l profileLabels) Start(path string) any { return l.startIn("", path) }

func (profileLabels) startIn(around, path string) any {
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

// hookInside is a Hook that wants to know the path of the region around, too: a name may hold a "/",
// so that it cannot be told from the path.
type hookInside interface {
	startIn(around, path string) any
}

// hooked is the states that the hooks returned for one open region.
type hooked struct {
	depth  int
	states []any
}

// callStartHooks is called when the region has become the current one and its clock not started.
func (t *track) callStartHooks(around, path string) {
	hooks := t.timers.hooks
	if len(hooks) == 0 {
		return
	}
	states := t.spareStates(len(hooks))
	for i, h := range hooks {
		if inside, ok := h.(hookInside); ok {
			states[i] = inside.startIn(around, path)
		} else {
			states[i] = h.Start(path)
		}
	}
	t.attached = append(t.attached, hooked{t.depth, states})
}

// spareStates takes the states of a call that is over out of the place behind the last open one, so that
// none need to be made for each call. A hook that starts regions itself finds the place empty.
func (t *track) spareStates(n int) []any {
	if last := len(t.attached); last < cap(t.attached) {
		place := &t.attached[:last+1][last]
		if spare := place.states; cap(spare) >= n {
			place.states = nil
			return spare[:n]
		}
	}
	return make([]any, n)
}

// hookPath is pathOf for the track's goroutine, which asks for the same ones again and again.
func (t *track) hookPath(node uint32) string {
	if t.shared != nil {
		return t.pathOf(node)
	}
	if int(node) >= len(t.paths) {
		t.paths = append(t.paths, make([]string, t.Len()-len(t.paths))...)
	}
	if t.paths[node] == "" {
		t.paths[node] = t.pathOf(node)
	}
	return t.paths[node]
}

// callStopHooks is called when the clock of the region at that depth has stopped.
func (t *track) callStopHooks(depth int) {
	if len(t.attached) == 0 || t.attached[len(t.attached)-1].depth != depth {
		return // it was started before there were hooks
	}
	last := len(t.attached) - 1
	states := t.attached[last].states
	t.attached = t.attached[:last]
	for i := len(states) - 1; i >= 0; i-- {
		t.timers.hooks[i].Stop(states[i])
		states[i] = nil
	}
}

// fence lets the device finish what was launched, so that its time falls into the right region.
func (t *track) fence() {
	if f := t.timers.fenceHook; f != nil && t.timers.autoFence.Load() {
		f()
	}
}
