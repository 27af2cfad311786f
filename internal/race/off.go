//go:build !race

// Package race reports whether the race detector is built in, for tests that depend on allocations and time.
package race

// Enabled says so.
const Enabled = false
