package auto

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// A program that never collects garbage has no ballast: with it there was a collection, behind which main was on another thread in
// two of five runs.
func TestBallastWaitsForACollection(t *testing.T) {
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC() // and no other until the test says so
	before := allocated()
	holdBallast()
	if now := allocated() - before; now >= ballastSize {
		t.Errorf("%d bytes are allocated at once", now)
	}
	for begin := time.Now(); allocated()-before < ballastSize; time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Since(begin) > time.Minute {
			t.Fatal("there is no ballast after collections for a minute")
		}
	}
}
