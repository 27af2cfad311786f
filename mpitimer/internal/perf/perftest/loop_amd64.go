// Package perftest has work of which it is known what it counts, for tests and benchmarks.
package perftest

// Each is how many instructions Loop takes for each of n, Around how many besides; 0 where that is not known.
const (
	Each   = 2
	Around = 2
)

// Loop does nothing n times, and at least once.
func Loop(n uint64)
