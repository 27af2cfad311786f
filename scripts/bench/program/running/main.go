// Command running says what it takes while its timers run: at their end files are written side by side, which takes
// threads that a program would not have otherwise.
package main

import (
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/scripts/bench/program/self"
)

func main() {
	mpitimer.Initialize()
	mpitimer.Start("step").Stop()
	self.Report()
	mpitimer.Finalize()
}
