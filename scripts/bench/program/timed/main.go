// Command timed starts timers, times a region and ends them.
package main

import (
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/scripts/bench/program/self"
)

func main() {
	mpitimer.Initialize()
	mpitimer.Start("step").Stop()
	mpitimer.Finalize()
	self.Report()
}
