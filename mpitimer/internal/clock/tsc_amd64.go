package clock

import (
	"os"
	"strings"
)

func cpuidPower() uint32

// haveTSC reports whether the time stamp counter can be used as a clock: the processor must promise
// that it ticks at one rate whatever the core does (invariant TSC), and the kernel, which watches
// the counters of all cores at run time, must use it itself. Either alone is not enough: virtual
// machines migrate, and some boards have counters that differ between sockets.
func haveTSC() bool {
	const invariant = 1 << 8
	if cpuidPower()&invariant == 0 {
		return false
	}
	source, err := os.ReadFile("/sys/devices/system/clocksource/clocksource0/current_clocksource")
	return err == nil && strings.TrimSpace(string(source)) == "tsc"
}
