package main

const hasRDPMC = true

// rdpmc reads a counter of the processor. It ends the program where the kernel does not allow it.
func rdpmc(counter uint32) uint64
