//go:build unix

package bench

import (
	"fmt"
	"io"
	"os"

	"github.com/go-hpc/timers/mpitimer"
)

// mapped compares tables in a mapped file with tables in the heap, in turns.
var mapped = []figure{
	{name: "tables/mapped-heap-handle", limit: 1.05},
	{name: "tables/mapped-heap-names1000", limit: 1.05},
	{name: "tables/mapped-heap-histogram", limit: 1.05, edit: func(c *mpitimer.Config) { c.Timing.Histograms = true }},
}

// measureMapped makes timers of both kinds: not those of the package's functions, since these would have
// to find out whose a call is.
func measureMapped() {
	for i := range mapped {
		f := &mapped[i]
		inFile, inHeap := timersIn("auto", f.edit), timersIn("off", f.edit)
		if inFile.Tables() == "" || inHeap.Tables() != "" {
			fmt.Println("tables: there is no file here, and nothing to compare")
			return
		}
		body := byTimersHandle
		if i == 1 {
			body = byTimersNames
		}
		f.turns = append(f.turns, compare(body(inFile), body(inHeap))...)
		inFile.Finalize()
		inHeap.Finalize()
	}
}

func timersIn(tables string, edit func(*mpitimer.Config)) *mpitimer.Timers {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.Tables = tables
	if edit != nil {
		edit(&c)
	}
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return tm
}

func byTimersHandle(tm *mpitimer.Timers) func(n int) {
	return func(n int) {
		for range n {
			tm.StartRegion(handle).Stop()
		}
	}
}

func byTimersNames(tm *mpitimer.Timers) func(n int) {
	return func(n int) {
		for i := range n {
			tm.Start(names[i%len(names)]).Stop()
		}
	}
}
