// Command component is compiled as a C archive: the part of a program of C that is written in Go. Its
// regions are to stand in the report of the program's GPTL.
package main

import "C"

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

var (
	pressure = mpitimer.Define("pressure")
	detail   = mpitimer.Define("detail", mpitimer.Level(3))
	short    = mpitimer.Define("short", mpitimer.SampleEvery(4))
	log      *os.File
)

func main() {}

//export component_begin
func component_begin(logFile *C.char) C.int {
	var err error
	if log, err = os.Create(C.GoString(logFile)); err != nil {
		return fail(err)
	}
	return fail(mpitimer.Initialize(mpitimer.WithLog(log), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Output.GlobalFile, c.Output.SummaryFile = "none", false
		c.Output.Directory, c.Output.Prefix = C.GoString(logFile)+".files", "component"
	})))
}

//export component_step
func component_step() {
	defer mpitimer.Start("component").Stop()
	for range 2 {
		dynamics()
	}
	recursion(3)
	phases()
	mpitimer.Default().Add("device", 2500*time.Millisecond, 5)
	detail.Start().Stop()
	short.Start().Stop()
	mpitimer.Start(strings.Repeat("long ", 20)).Stop()
	mpitimer.Default().Disable()
	mpitimer.Start("disabled").Stop()
	mpitimer.Default().Enable()
	done := make(chan struct{})
	mpitimer.Go(func() {
		defer close(done)
		mpitimer.Start("elsewhere").Stop()
	})
	<-done
}

// dynamics leaves a region to its parent.
func dynamics() {
	s := mpitimer.Start("dynamics")
	pressure.Start().Stop()
	mpitimer.Start("forgotten")
	s.Stop()
	mpitimer.Stop("dynamics") // once too many
}

func recursion(depth int) {
	defer mpitimer.Start("recursion").Stop()
	if depth > 1 {
		recursion(depth - 1)
	}
}

func phases() {
	defer mpitimer.Start("phases").Stop()
	mpitimer.Next("first")
	mpitimer.Next("second")
}

//export component_end
func component_end() C.int {
	err := mpitimer.Finalize()
	log.Close()
	return fail(err)
}

func fail(err error) C.int {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
