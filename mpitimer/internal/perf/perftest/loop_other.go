//go:build !amd64

// Package perftest has work of which it is known what it counts, for tests and benchmarks.
package perftest

// Each is how many instructions Loop takes for each of n, Around how many besides; 0 where that is not known.
const (
	Each   = 0
	Around = 0
)

// Loop does nothing n times.
//
//go:noinline
func Loop(n uint64) {
	for range n {
	}
}
