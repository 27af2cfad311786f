// Package growth tests that a function takes time in proportion to the size of its input.
package growth

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/race"
)

const (
	// leastSize is the smallest input, in bytes. Below it fixed costs of a call would hide how its time
	// grows.
	leastSize = 16 << 10

	// mostSize ends the search for an input that takes leastTime.
	mostSize = 512 << 10

	// leastTime is how long the smallest input must take. Anything shorter cannot be measured.
	leastTime = 2 * time.Millisecond

	// doublings is how often the input doubles, and mostGrowth the factor by which its time may grow each
	// time, on average. It is 2 for linear time, little more with a logarithm, and 4 for quadratic time.
	doublings  = 2
	mostGrowth = 3

	// attempts is how often a measurement that exceeds mostGrowth is made; the best of all of them count.
	attempts = 6
)

// Linear fails a test if the time of use grows by more than a factor of 3 when its input doubles. Input
// returns an input of about n bytes; use must not change it.
//
// It measures the processor time of the process, and takes the best of several runs. So other processes of
// the machine do not matter; only tests that run in parallel in the same process must be avoided.
func Linear(t testing.TB, input func(n int) []byte, use func([]byte)) {
	t.Helper()
	if race.Enabled {
		t.Skip("the race detector makes everything slower, and finds nothing in a reader that is alone")
	}
	if problem := measure(input, use, processorTime); problem != "" {
		t.Error(problem)
	}
}

// measure returns what is wrong with the growth, or "".
func measure(input func(n int) []byte, use func([]byte), clock func() time.Duration) string {
	size, small := leastSize, input(leastSize)
	for size < mostSize && timeOf(small, use, clock, 1) < leastTime {
		size *= 2
		small = input(size)
	}
	large := input(size << doublings)
	most := 1.0
	for range doublings {
		most *= mostGrowth
	}
	var problem string
	first, last := timeOf(small, use, clock, 1), timeOf(large, use, clock, 1)
	for attempt := range attempts {
		if attempt > 0 {
			first, last = min(first, timeOf(small, use, clock, 1+attempt)), min(last, timeOf(large, use, clock, 1+attempt))
		}
		growth := float64(last) / float64(max(first, leastTime)) // below leastTime most of it is noise
		if growth <= most {
			return ""
		}
		problem = fmt.Sprintf("%d bytes took %v, %d bytes %v: %.0f times as long, want at most %.0f",
			len(small), first, len(large), last, growth, most)
		if last > 2*time.Second {
			break // no noise takes that long
		}
		if attempt == 0 {
			defer withoutCollector()()
		}
		runtime.GC() // so that the next attempt does not pay for the garbage of others
	}
	return problem
}

// withoutCollector stops the garbage collector, until the result is called or memory is short. Else a long run pays for what the
// whole process has in memory, and a short one, in which no collection begins, does not.
func withoutCollector() (restore func()) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(2<<30)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// timeOf returns the shortest time of several runs.
func timeOf(input []byte, use func([]byte), clock func() time.Duration, runs int) time.Duration {
	best := time.Duration(1<<63 - 1)
	for range runs {
		start := clock()
		use(input)
		best = min(best, clock()-start)
	}
	return best
}
