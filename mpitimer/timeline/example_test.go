package timeline_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
)

// The timers of a run with one rank over time.
func Example() {
	directory, err := os.MkdirTemp("", "timeline")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(directory)
	config := mpitimer.DefaultConfig()
	config.Output.Directory = directory
	trace := timeline.NewTrace()
	err = mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard), mpitimer.WithHook(trace))
	if err != nil {
		fmt.Println(err)
		return
	}
	recorder, err := timeline.Start(mpitimer.Default(), timeline.Options{
		Directory: filepath.Join(directory, "timeline"), Project: "model", Regions: []string{"step", "halo"}, Trace: trace,
	})
	if err != nil {
		fmt.Println(err)
	}
	for range 3 {
		step := mpitimer.Start("step")
		mpitimer.Start("halo").Stop()
		step.Stop()
		if err := recorder.Epoch(); err != nil {
			fmt.Println(err)
		}
	}
	// Before Finalize, since Initialize has made the environments.
	if err := recorder.Close(); err != nil {
		fmt.Println(err)
	}
	if err := mpitimer.Finalize(); err != nil {
		fmt.Println(err)
	}
	files, _ := filepath.Glob(filepath.Join(directory, "timeline", "*"))
	for _, name := range files {
		fmt.Println(filepath.Ext(name))
	}
	// Output:
	// .proj
	// .trc
	// .stat
}
