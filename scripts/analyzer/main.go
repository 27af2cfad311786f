// Command analyzer emulates an LMG450 power analyzer on a pseudo-terminal, for trying pt.
//
// Usage: analyzer [-load] LINK   LINK becomes the device file; it is there until the program is interrupted
//
// Its values are counted up. With -load they are those of a made-up machine of 20 W, and 15 W for each processor of this
// machine that is busy: nothing that was measured, but something that follows the run.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

func main() {
	load := flag.Bool("load", false, "watts by how busy the machine is")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: analyzer [-load] LINK")
		os.Exit(2)
	}
	value := lmgtest.Count
	if *load {
		value = new(machine).value
	}
	e := lmgtest.New(flag.Arg(0), lmgtest.Faults{}, value)
	if err := e.Plug(); err != nil {
		fmt.Fprintln(os.Stderr, "analyzer:", err)
		os.Exit(1)
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	<-ended
	e.Pull()
}

// machine is one whose power follows how busy its processors are.
type machine struct {
	at    time.Time
	ticks float64 // of all processors together that were not idle
	watts float32
}

// value is asked for by one goroutine.
func (m *machine) value(_, _ int, quantity string) float32 {
	const volts, idle, each, hertz = 230, 20, 15, 100
	now := time.Now()
	if passed := now.Sub(m.at).Seconds(); passed > 0.02 {
		ticks := busyTicks()
		if m.at.IsZero() {
			m.watts = idle
		} else {
			m.watts = idle + each*float32((ticks-m.ticks)/hertz/passed)
		}
		m.at, m.ticks = now, ticks
	}
	switch quantity {
	case "UTRMS":
		return volts
	case "ITRMS":
		return m.watts / volts
	}
	return m.watts
}

// busyTicks are those of the first line of /proc/stat, but for idle and iowait; 0 where there is none.
func busyTicks() (sum float64) {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := bytes.Cut(text, []byte("\n"))
	for i, field := range bytes.Fields(line) {
		if n, err := strconv.ParseFloat(string(field), 64); err == nil && i >= 1 && i <= 8 && i != 4 && i != 5 {
			sum += n
		}
	}
	return sum
}
