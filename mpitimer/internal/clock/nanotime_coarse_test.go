//go:build coarseclock

package clock

import "testing"

// With the tag the clocks are as coarse as they are said to be, by every way of reading them.
func TestCoarseClock(t *testing.T) {
	Prepare()
	eachSource(t, func(t *testing.T) {
		c := Calibrate()
		least := quantum - quantum/20 - 1
		if step := c.Nanos(Resolution()); step < least {
			t.Errorf("steps of %d ns, want %d", step, quantum)
		}
		if InUse() != TSC {
			return
		}
		last := Counter()
		for range 10_000 {
			now, _ := CounterBy()
			if step := c.Nanos(now - last); step != 0 && step < least {
				t.Fatalf("a stop %d ns after a start, want steps of %d", step, quantum)
			}
			last = now
		}
	})
}
