package mpitimer

import "github.com/go-hpc/timers/mpitimer/attach"

// Hook sees regions start and stop, on the goroutine that they run on: Start is given the call path, and what it returns is
// given to Stop. It is for other tools: a tracer, a profiler, ranges for a device.
type Hook = attach.Hook
