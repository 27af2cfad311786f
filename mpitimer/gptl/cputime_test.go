package gptl

import (
	"math"
	"testing"
	"time"
)

// CPU times are those of the process while the outermost call runs.
func TestCPU(t *testing.T) {
	if !haveProcessTimes {
		t.Skip("this system does not tell the CPU time of a process")
	}
	folder := begin(t, map[Option]int{CPU: 1})
	within(t, func() {
		within(t, burn, "burns", "a")
		within(t, nothing, "idle/s")
	}, "a")
	times := func(name string) time.Duration {
		v, err := Query(name, 0)
		ok(t, err)
		return v.User + v.System
	}
	if a, burns := times("a"), times("burns"); burns < 2*time.Millisecond || a < burns || a > 2*burns+time.Second {
		t.Errorf("burns took %v of CPU, a %v", burns, a)
	}
	if idle := times("idle/s"); idle > times("a")-times("burns") { // the process may have had something else to do meanwhile
		t.Errorf("doing nothing took %v of CPU, of %v beside what burns", idle, times("a")-times("burns"))
	}
	ok(t, PrintFile("x"))
	timing := readTiming(t, content(t, folder, "x"))
	if timing.Options.CPU == nil {
		t.Fatal("there is no column of CPU times")
	}
	for i := range timing.Profile.Nodes {
		name := timing.Profile.Nodes[i].Name
		user, system := timing.Options.CPU(i, 0)
		if d := math.Abs(user + system - times(name).Seconds()); d > 0.06*times(name).Seconds()+1e-6 { // two digits
			t.Errorf("%s has %g+%g s of CPU in the file, %v in the query", name, user, system, times(name))
		}
	}
	ok(t, ResetTimer("burns"))
	equal(t, "CPU time after a reset", times("burns"), 0)
	if times("a") == 0 {
		t.Error("the reset of one timer has reset another")
	}
	ok(t, Reset())
	equal(t, "CPU time after a reset", times("a"), 0)
}
