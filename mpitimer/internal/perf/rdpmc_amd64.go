package perf

const hasRDPMC = true

// rdpmc reads a counter of the processor. It kills the program where the kernel does not allow it, which it tells in
// the page of an event.
func rdpmc(counter uint32) uint64
