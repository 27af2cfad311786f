// Command minimal is the smallest program with timers: a region, and what it prints at the end.
package main

import (
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

func main() {
	mpitimer.Initialize()
	defer mpitimer.Finalize()
	for range 10 {
		step()
	}
}

func step() {
	defer mpitimer.Start("step").Stop()
	time.Sleep(2 * time.Millisecond) // the work
}
