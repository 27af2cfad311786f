// Command linked has the timers in it, and does not start them.
package main

import (
	"runtime"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/scripts/bench/program/self"
)

func main() {
	runtime.KeepAlive(mpitimer.Initialize)
	runtime.KeepAlive(mpitimer.Finalize)
	self.Report()
}
