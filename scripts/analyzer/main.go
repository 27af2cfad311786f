// Command analyzer emulates an LMG450 power analyzer on a pseudo-terminal, for trying pt.
//
// Usage: analyzer LINK   LINK becomes the device file; it is there until the program is interrupted
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: analyzer LINK")
		os.Exit(2)
	}
	e := lmgtest.New(os.Args[1], lmgtest.Faults{}, lmgtest.Count)
	if err := e.Plug(); err != nil {
		fmt.Fprintln(os.Stderr, "analyzer:", err)
		os.Exit(1)
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	<-ended
	e.Pull()
}
