//go:build !amd64

package perf

const hasRDPMC = false

func rdpmc(uint32) uint64 { return 0 }
