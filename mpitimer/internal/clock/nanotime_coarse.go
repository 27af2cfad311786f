//go:build coarseclock

// With the tag coarseclock every clock of the package advances in steps, as on machines whose clocks are coarse:
// for the tests of all that stands above (make nightly), never for a program that is used.

package clock

import (
	"os"
	"time"
	_ "unsafe" // for linkname
)

//go:linkname finest runtime.nanotime
func finest() int64

// quantum is the step of the monotonic clock, in nanoseconds.
var quantum = chosen()

// chosen is the step that the environment asks for; without it a microsecond.
func chosen() int64 {
	text := os.Getenv("COARSECLOCK")
	if text == "" {
		return 1000
	}
	step, err := time.ParseDuration(text)
	if err != nil || step <= 0 {
		panic("clock: COARSECLOCK=" + text + ": expected the step of the clock, such as 10ns")
	}
	return int64(step)
}

func nanotime() int64 {
	now := finest()
	return now - now%quantum
}
