// Command notify only asks for the signal on which the timers write a tree, and gives it back: what the bench takes as
// the floor of the threads.
package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/go-hpc/timers/scripts/bench/program/self"
)

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP) // every system has it
	signal.Stop(signals)
	self.Report()
}
