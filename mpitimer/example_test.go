package mpitimer_test

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// quiet is what the examples run with: no files, and a log that nobody reads, since times differ
// from run to run.
var quiet = []mpitimer.Option{
	mpitimer.WithLog(io.Discard),
	mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	}),
}

// show prints what does not depend on time: the call tree, and how often each region ran.
func show(p *stats.Profile) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		environment := ""
		if n.Environment > 0 {
			environment = " @" + p.Environments[n.Environment].Name
		}
		depth := len(p.Path(i)) - 1
		fmt.Printf("%s%s%s %d\n", strings.Repeat("  ", depth), n.Name, environment, n.Calls)
	}
}

// A program has Initialize at its begin and Finalize at its end. Without the options it prints the
// tree to standard error and writes files to the working directory.
func Example() {
	mpitimer.Initialize(quiet...)
	defer mpitimer.Finalize()
	step := func() {
		defer mpitimer.Start("step").Stop()
		mpitimer.Start("dynamics").Stop()
	}
	for range 10 {
		step()
	}
	show(mpitimer.Default().Profile())
	// Output:
	// Total 0
	//   step 10
	//     dynamics 10
}

func ExampleDefine() {
	// Usually these are variables of a package.
	var (
		physics   = mpitimer.Define("physics")
		radiation = mpitimer.Define("radiation", mpitimer.Level(2))               // only in detailed runs
		column    = mpitimer.Define("column", mpitimer.SampleEvery(16))           // times one call in 16
		nudging   = mpitimer.Define("nudging", mpitimer.Level(3))                 // not in this run
		_         = mpitimer.Define("snapshot", mpitimer.InEnvironment("output")) // on some ranks only
	)
	options := append(quiet, mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Timing.Level = 2
		c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	}))
	mpitimer.Initialize(options...)
	defer mpitimer.Finalize()

	inside := physics.Start()
	radiation.Start().Stop()
	nudging.Start().Stop()
	for range 100 {
		column.Start().Stop()
	}
	inside.Stop()
	show(mpitimer.Default().Profile())
	// Output:
	// Total 0
	//   physics 1
	//     radiation 1
	//     column 100
}

// Four ranks as goroutines of one process, two of which write. The statistics of "write" are taken
// over these two.
func ExampleStartInEnvironment() {
	var summary strings.Builder
	err := local.Run(4, func(comm machenv.Communicator) error {
		ranks, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		writers, err := ranks.CreateStrided("writers", ranks.Default(), 2, 0, 2)
		if err != nil {
			return err
		}
		mpitimer.Initialize(append(quiet, mpitimer.WithEnvironments(ranks))...)
		mpitimer.Start("compute").Stop()
		if writers.IsMember() {
			mpitimer.StartInEnvironment("write", "writers").Stop()
		}
		s, err := stats.Reduce(comm, mpitimer.Default().Profile(), stats.ReduceOptions{})
		if s != nil {
			for _, r := range s.Regions {
				environment := s.Environments[r.Environment]
				fmt.Fprintf(&summary, "%s ran on %d of the %d ranks of %s\n", r.Name, r.Ranks, environment.Size, environment.Name)
			}
		}
		if err != nil {
			return err
		}
		return mpitimer.Finalize()
	})
	fmt.Print(summary.String())
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// Total ran on 4 of the 4 ranks of Default
	// compute ran on 4 of the 4 ranks of Default
	// write ran on 2 of the 2 ranks of writers
}

// The regions of a goroutine that is started with Go stand below the region that started it; those of
// any other stand below Total.
func ExampleGo() {
	mpitimer.Initialize(quiet...)
	defer mpitimer.Finalize()

	loop := mpitimer.Start("loop")
	done := make(chan bool)
	for range 3 {
		mpitimer.Go(func() {
			defer func() { done <- true }()
			defer mpitimer.Start("worker").Stop()
		})
	}
	for range 3 {
		<-done
	}
	loop.Stop()
	go func() {
		defer func() { done <- true }()
		defer mpitimer.Start("background").Stop()
	}()
	<-done
	show(mpitimer.Default().Profile())
	// Output:
	// Total 0
	//   loop 1
	//     worker 3
	//   background 1
}

// Phases follow each other; the end of the function ends the last one.
func ExampleNext() {
	mpitimer.Initialize(quiet...)
	defer mpitimer.Finalize()
	step := func() {
		defer mpitimer.Start("step").Stop()
		mpitimer.Next("read")
		mpitimer.Next("compute")
		mpitimer.Next("write")
	}
	step()
	step()
	show(mpitimer.Default().Profile())
	// Output:
	// Total 0
	//   step 2
	//     read 2
	//     compute 2
	//     write 2
}

// What a device has measured of itself becomes part of the tree.
func ExampleTimers_Add() {
	mpitimer.Initialize(quiet...)
	defer mpitimer.Finalize()
	timers := mpitimer.Default()
	launch := mpitimer.Start("launch")
	timers.Add("kernel", 3*time.Second, 12)
	launch.Stop()
	v, _ := timers.Query("kernel")
	fmt.Println(v.Calls, "calls,", v.Total.Round(time.Second/10))
	// Output:
	// 12 calls, 3s
}

// tracer is a hook that prints what it sees.
type tracer struct{}

func (tracer) Start(path string) any {
	fmt.Println("start", path)
	return path
}

func (tracer) Stop(state any) { fmt.Println("stop", state) }

func ExampleWithHook() {
	mpitimer.Initialize(append(quiet, mpitimer.WithHook(tracer{}))...)
	mpitimer.Start("work").Stop()
	mpitimer.Finalize()
	// Output:
	// start Total
	// start Total/work
	// stop Total/work
	// stop Total
}

// Wrong use is counted and listed below the tree; it stops nothing and falsifies nothing.
func ExampleStop() {
	mpitimer.Initialize(quiet...)
	mpitimer.Start("read")
	mpitimer.Stop("read")
	mpitimer.Stop("raed")
	for _, w := range mpitimer.Default().Profile().Warnings {
		fmt.Printf("%s: %s\n", w.Kind, w.Path)
	}
	mpitimer.Finalize()
	// Output:
	// stop without start: raed
}

// The sections can stand in the file of a solver, below its root key.
func ExampleReadConfig() {
	text := `
Omega:
  State: {NTimeLevels: 2}
  Timing:
    Level: 2
    PrintAllRanks: true
  Timers:
    TimerFile: MyFilename.$YYYY$MM$DD
`
	c, err := mpitimer.ReadConfig([]byte(text), "omega.yml")
	fmt.Println(c.Timing.Level, c.Timing.PrintAllRanks, c.Output.TimerFile, err)
	_, err = mpitimer.ReadConfig([]byte("Timing:\n  Levle: 2\n"), "omega.yml")
	fmt.Println(strings.SplitAfter(err.Error(), `"Levle"`)[0])
	// Output:
	// 2 true MyFilename.$YYYY$MM$DD <nil>
	// mpitimer: omega.yml:2: section Timing: unknown key "Levle"
}

func ExampleTimers_Print() {
	timers, err := mpitimer.New(quiet...)
	if err != nil {
		fmt.Println(err)
	}
	defer timers.Finalize()
	for range 3 {
		timers.Start("step").Stop()
		timers.Print(mpitimer.SinceLastPrint()) // to the log: this step alone
	}
	v, _ := timers.Query("step")
	fmt.Println(v.Calls)
	// Output:
	// 3
}
