//go:build race

package race

// Enabled says so.
const Enabled = true
