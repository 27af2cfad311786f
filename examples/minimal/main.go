// Command minimal is the smallest program with timers: one region, and the report at the end.
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
