//go:build !race

// Package race says whether the race detector is built in, for tests that ask what it changes: allocations and time.
package race

// Enabled says so.
const Enabled = false
