package gptlcompat_test

import (
	"fmt"
	"log"
	"os"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/stats"
)

func ExampleWriteGlobal() {
	p := &stats.Profile{
		Size:         1,
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Tracks:       []string{"main"},
		Nodes: []stats.Node{
			{Parent: -1, Name: "dyn", Measure: stats.Measure{Calls: 2, Timed: 2, Total: 3e9, Min: 1e9, Max: 2e9}},
			{Parent: 0, Name: "halo", Measure: stats.Measure{Calls: 4, Timed: 4, Total: 1e9, Min: 2e8, Max: 3e8}},
			{Parent: -1, Name: "halo", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 5e8, Min: 5e8, Max: 5e8}},
		},
	}
	s, err := stats.Merge([]*stats.Profile{gptlcompat.ByName(p)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(gptlcompat.GlobalName("demo/timing", gptlcompat.OmegaStyle))
	if err := gptlcompat.WriteGlobal(os.Stdout, s, gptlcompat.GlobalOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// demo/timing.summary
	//
	// ***** GLOBAL STATISTICS (     1 MPI TASKS) *****
	//
	// $Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $
	// 'count' is cumulative. All other stats are max/min
	// 'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.
	//
	// name   on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )
	// "dyn"   -          1        1 2.000000e+00   3.000000e+00     3.000 (     0      0)     3.000 (     0      0)
	// "halo"  -          1        1 5.000000e+00   1.500000e+00     1.500 (     0      0)     1.500 (     0      0)
}
