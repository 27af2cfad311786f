//go:build unix

package gptl

import (
	"fmt"
	"runtime"
	"syscall"
	"time"
)

const haveProcessTimes = true

// processTimes returns the CPU time of the process so far, in the program and in the system.
func processTimes() (user, system time.Duration) {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0, 0
	}
	return time.Duration(usage.Utime.Nano()), time.Duration(usage.Stime.Nano())
}

// peakMemory returns the largest resident set that the process has had, in MB.
func peakMemory() (float64, error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, fmt.Errorf("getrusage: %w", err)
	}
	unit := 1 << 10 // bytes
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * float64(unit) / (1 << 20), nil
}
