package race

import "testing"

// Sequential skips a test under the race detector: one goroutine does all of it, and the detector, which makes it ten times as
// slow, can find nothing.
func Sequential(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("nothing goes on at one time here")
	}
}
