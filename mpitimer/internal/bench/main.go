// Command bench measures what timers cost, and prints a line per figure:
//
//	figure NAME VALUE UNIT limit <=X
//
// Ratios are to two readings of the clock in use. Both sides of a ratio are measured in turns, in
// slices of some 50 µs, and the figure is the median over all turns, so that neither a change of the
// machine's speed nor what else runs on it falls on one side alone. -rounds sets the number of turns.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

var rounds = flag.Int("rounds", 2000, "turns for each figure")

func main() {
	flag.Parse()
	fmt.Printf("%s, %d processors, %s\n", runtime.Version(), runtime.NumCPU(), runtime.GOARCH)
	for _, c := range cases {
		c.measure()
	}
	measureCollector()
	measureOff()
	measureMemory()
}

// pairs is the number of pairs in a slice; a multiple of all loops below.
const pairs = 2000

// A figure is a cost that is compared with two readings of the clock.
type figure struct {
	name  string
	limit float64
	edit  func(*mpitimer.Config)
	run   func(n int)
	apart bool // on another goroutine, started beforehand
}

var (
	handle  = mpitimer.Define("handle")
	sampled = mpitimer.Define("sampled", mpitimer.Sample(16))
	names   = manyNames(1000)
)

func manyNames(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = "region " + strconv.Itoa(i)
	}
	return list
}

var cases = []figure{
	{name: "pair/handle", limit: 1.25, run: byHandle},
	{name: "pair/name", limit: 1.4, run: byName},
	{name: "pair/start-stop-name", limit: 1.4, run: byStopName},
	{name: "pair/defer", limit: 1.5, run: byDefer},
	{name: "pair/nested5", limit: 1.4, run: nested},
	{name: "pair/names1000", limit: 1.5, run: inTurn},
	{name: "pair/other-goroutine", limit: 1.6, run: byHandle, apart: true},
	{name: "pair/histogram", limit: 1.75, run: byHandle, edit: func(c *mpitimer.Config) { c.Timing.Histograms = true }},
	{name: "pair/next", limit: 0.75, run: phases},
	{name: "pair/sampled16", limit: 0.2, run: bySample},
}

func byHandle(n int) {
	for range n {
		handle.Start().Stop()
	}
}

func byName(n int) {
	for range n {
		mpitimer.Start("name").Stop()
	}
}

func byStopName(n int) {
	for range n {
		mpitimer.Start("name")
		mpitimer.Stop("name")
	}
}

func byDefer(n int) {
	for range n {
		wholeFunction()
	}
}

//go:noinline
func wholeFunction() { defer mpitimer.Start("function").Stop() }

func nested(n int) {
	for range n / 5 {
		a := mpitimer.Start("a")
		b := mpitimer.Start("b")
		c := mpitimer.Start("c")
		d := mpitimer.Start("d")
		e := mpitimer.Start("e")
		e.Stop()
		d.Stop()
		c.Stop()
		b.Stop()
		a.Stop()
	}
}

func inTurn(n int) {
	for i := range n {
		mpitimer.Start(names[i%len(names)]).Stop()
	}
}

func phases(n int) {
	for range n / 2 {
		mpitimer.Next("first")
		mpitimer.Next("second")
	}
}

func bySample(n int) {
	for range n {
		sampled.Start().Stop()
	}
}

var sum uint64

func twoReadings(n int) {
	for range n {
		first := clock.Now()
		sum += clock.Now() - first
	}
}

// begin starts timers that write nothing.
func begin(edit func(*mpitimer.Config)) {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	if edit != nil {
		edit(&c)
	}
	if err := mpitimer.Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (f figure) measure() {
	begin(f.edit)
	defer mpitimer.Finalize()
	done := make(chan struct{})
	body := func() {
		defer close(done)
		cost, base, ratio := compare(f.run, twoReadings)
		fmt.Printf("%s: %.1f ns, two readings of the clock %.1f ns\n", f.name, cost, base)
		report(f.name, ratio, "ratio", "<=", f.limit)
	}
	if f.apart {
		go body()
		<-done
		return
	}
	body()
}

// compare runs two functions in turns and returns the median cost of each, in nanoseconds, and the
// median of the ratio of neighbouring slices.
func compare(run, other func(n int)) (cost, base, ratio float64) {
	run(pairs)
	var costs, bases, ratios []float64
	for range *rounds {
		t0 := clock.Take()
		other(pairs)
		t1 := clock.Take()
		run(pairs)
		t2 := clock.Take()
		b, c := float64(t1.Nanos-t0.Nanos)/pairs, float64(t2.Nanos-t1.Nanos)/pairs
		costs, bases, ratios = append(costs, c), append(bases, b), append(ratios, c/b)
	}
	return median(costs), median(bases), median(ratios)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func report(name string, value float64, unit, relation string, limit float64) {
	fmt.Printf("figure %s %.3f %s limit %s%g\n", name, value, unit, relation, limit)
}

// measureCollector compares pairs while the garbage collector marks with pairs while it rests. The
// collector has enough to do for many slices: a list that it must follow link by link.
func measureCollector() {
	begin(nil)
	defer mpitimer.Finalize()
	type link struct{ next *link }
	var list *link
	for range 10_000_000 {
		list = &link{list}
	}
	quiet, _, _ := compare(byHandle, twoReadings)

	var marking, stop atomic.Bool
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for !stop.Load() {
			marking.Store(true)
			runtime.GC()
			marking.Store(false)
		}
	}()
	var costs []float64
	for len(costs) < *rounds {
		before := marking.Load()
		t0 := clock.Take()
		byHandle(pairs)
		t1 := clock.Take()
		if before && marking.Load() {
			costs = append(costs, float64(t1.Nanos-t0.Nanos)/pairs)
		}
	}
	stop.Store(true)
	<-finished
	runtime.KeepAlive(list)
	fmt.Printf("pair/collector: %.1f ns while the garbage collector marks, %.1f ns otherwise\n", median(costs), quiet)
	report("pair/collector", median(costs)/quiet, "ratio", "<=", 1.4)
}

// measureOff is the cost of a pair without timers.
func measureOff() {
	cost, _, _ := compare(byName, twoReadings)
	report("pair/off", cost, "ns", "<=", 2)
}

// measureMemory is the bytes per timer of a rank with 1000 timers, whose calls are spread over five
// powers of two, with histograms.
func measureMemory() {
	begin(func(c *mpitimer.Config) { c.Timing.Histograms = true })
	defer mpitimer.Finalize()
	for call := range 32 {
		for _, name := range names {
			s := mpitimer.Start(name)
			for range call {
				clock.Now()
			}
			s.Stop()
		}
	}
	bytes, nodes := mpitimer.Default().Memory()
	report("memory/timer", float64(bytes)/float64(nodes), "bytes", "<=", 512)
}
