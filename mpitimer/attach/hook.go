package attach

// Hook sees regions start and stop, on the goroutine that they run on. It is for other tools: a
// tracer, a profiler, ranges for a device. Timers without hooks pay nothing for the possibility.
//
// Calls nest: the last region that was started is the first to be stopped. A hook is called on
// several goroutines at the same time.
type Hook interface {
	// Start is called before the region's clock starts. Path is the call path, the names joined with
	// "/". Stop gets its result.
	Start(path string) any

	// Stop is called after the region's clock has stopped.
	Stop(state any)
}

// HookInside is implemented by a Hook that also needs the path of the enclosing region: a name may
// contain a "/", so the path alone does not show it.
type HookInside interface {
	StartInside(around, path string) any
}
