//go:build unix

package bench

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
)

// measureFlight is what the flight recorder costs beyond a pair, for an interval that it keeps and for one that is left out
// because there are too many: those of ranks with a recorder and without one, in turns.
func measureFlight() {
	tm := func(keep string) *mpitimer.Timers {
		return timersIn("auto", func(c *mpitimer.Config) {
			if err := c.Set("FlightRecorder", keep); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		})
	}
	without, kept, left := tm("0"), tm("1ms"), tm("1m")
	defer without.Finalize()
	defer kept.Finalize()
	defer left.Finalize()
	for _, f := range []struct {
		name  string
		of    *mpitimer.Timers
		limit float64
	}{{"timeline/ring-ns", kept, 40}, {"timeline/ring-left-out-ns", left, 0}} {
		byTimersHandle(f.of)(20_000_000) // until it is found out what is left out
		var turns []turn
		for range 10 {
			turns = append(turns, compare(byTimersHandle(f.of), byTimersHandle(without))...)
		}
		beyond := medianOf(quiet(turns), func(t turn) float64 { return t.cost - t.base })
		if f.limit == 0 {
			fmt.Printf("figure %s %.3f ns\n", f.name, beyond)
			continue
		}
		report(f.name, beyond, "ns", "<=", f.limit)
	}
}
