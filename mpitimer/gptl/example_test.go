package gptl_test

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// Ported calls and new ones fill one tree.
func Example() {
	if err := gptl.Initialize(); err != nil {
		fmt.Println(err)
	}
	defer gptl.Finalize()

	for range 3 {
		_ = gptl.Start("step")
		mpitimer.Start("new code").Stop()
		_ = gptl.StartStopVal("device", 2*time.Millisecond)
		_ = gptl.Stop("step")
	}
	steps, _ := gptl.Count("step", 0)
	regions, _ := gptl.NumRegions(0)
	device, _ := gptl.Wallclock("device", -1)
	fmt.Println(steps, "steps,", regions, "timers")
	fmt.Println(device.Round(time.Microsecond), "on the device")
	fmt.Println(gptl.Stop("step"))
	// Output:
	// 3 steps, 3 timers
	// 6ms on the device
	// gptl: Stop("step"): timer is not running
}
