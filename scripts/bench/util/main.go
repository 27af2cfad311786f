//go:build linux

// Command util measures what the tracer of a host's utilization costs a program that only computes, as the
// thesis on libRUT does in section 5.2: a program counts, with and without the tracer beside it on the same
// core, in turns. It prints a line per figure:
//
//	figure NAME VALUE UNIT limit <=X
//
// Two things are measured, and both are printed, because one alone could deceive:
//
//   - util/slowdown: by how much more processor time the whole process takes for the same count with the
//     tracer than without; the median of the pairs. It has everything in it, also what the counting loses
//     because caches are used by others. But two runs without a tracer differ by up to a percent on machines
//     that are shared, which the lines "two runs alike" show: what is smaller than that is noise.
//   - util/cpu-share: the processor time of all threads but the counting one, above what they take without
//     the tracer, over the interval. It leaves out what caches lose, and has hardly any noise.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/util"
)

var (
	pairs    = flag.Int("pairs", 5, "runs with and without the tracer, for each interval")
	length   = flag.Duration("length", 1500*time.Millisecond, "how long a run counts, about; at long intervals three times that")
	core     = flag.Int("core", -1, "the processor that all runs on; without it the last one that may be used")
	counting = flag.Uint64("count", 0, "for the program itself: count so far and say what it took")
	interval = flag.Duration("interval", 0, "with -count: trace at that interval")
)

// limits are the highest permitted slowdowns by the tracer, in percent.
var limits = []struct {
	interval time.Duration
	percent  float64
}{{100 * time.Millisecond, 0.1}, {20 * time.Millisecond, 0.5}, {10 * time.Millisecond, 1}}

// measured is the fifteen sources of the thesis with frequencies, context switches and block statistics. The
// idle states, which did not exist then, add half of their cost again.
const measured = util.RUT | util.CPUFreqX | util.ContextSwitches | util.HDDStats

// result is what a run has taken.
type result struct {
	Wall    float64 // s, of counting
	Count   float64 // s of processor time, of the thread that counts
	Process float64 // s of processor time, of all threads
	Samples int64
	Values  int
	Unknown int64
	Sum     uint64 // which the count has come to, so that it is made
}

func main() {
	flag.Parse()
	run := compare
	if *counting > 0 {
		run = count
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// spin is the program that only computes.
//
//go:noinline
func spin(n uint64) (sum uint64) {
	for i := range n {
		sum += i ^ sum>>3
	}
	return sum
}

// count returns a run.
func count() error {
	runtime.LockOSThread()
	var r result
	var tracer *util.Tracer
	if *interval > 0 {
		dir, err := os.MkdirTemp("", "bench-util")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		directory, err := util.NewDirectory(filepath.Join(dir, "trace"), "bench", project.DirectoryOptions{})
		if err != nil {
			return err
		}
		defer directory.Close()
		node, err := directory.Topology().Node("host")
		if err != nil {
			return err
		}
		if tracer, err = util.CreateIn(directory, node, util.Options{Sources: measured, Interval: *interval}); err != nil {
			return err
		}
		if _, err := tracer.Start(); err != nil {
			return err
		}
	}
	r.Sum = spin(*counting / 20) // to speed
	thread, process, begin, samples := cpuTime(unix.RUSAGE_THREAD), cpuTime(unix.RUSAGE_SELF), time.Now(), tracer.Counts().Entries
	r.Sum += spin(*counting)
	r.Wall, r.Count, r.Process = time.Since(begin).Seconds(), cpuTime(unix.RUSAGE_THREAD)-thread, cpuTime(unix.RUSAGE_SELF)-process
	r.Samples, r.Values, r.Unknown = tracer.Counts().Entries-samples, len(tracer.Values()), tracer.Counts().Doubts.Total()
	if err := tracer.Finalize(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func cpuTime(who int) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// child runs this program again, to count. It inherits the one processor of the calling thread. It gets two
// of Go's, like a program that leaves the tracer one: with one the tracer would wait until the runtime takes
// it from the counting, every 10 ms.
func child(n uint64, interval time.Duration) (r result, err error) {
	program, err := os.Executable()
	if err != nil {
		return r, err
	}
	c := exec.Command(program, "-count", fmt.Sprint(n), "-interval", interval.String())
	c.Env = append(os.Environ(), "GOMAXPROCS=2")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(out, &r)
}

// pin keeps the calling thread, and all that it starts, on one processor.
func pin() error {
	runtime.LockOSThread()
	last := 0
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return err
	}
	for i := range len(set) * 64 {
		if *core < 0 && set.IsSet(i) {
			last = i
		}
	}
	if *core < 0 {
		*core = last
	}
	set.Zero()
	set.Set(*core)
	return unix.SchedSetaffinity(0, &set)
}

func compare() error {
	if err := pin(); err != nil {
		return err
	}
	begin := cpuTime(unix.RUSAGE_THREAD)
	sum := spin(100_000_000)
	n := uint64(100e6 * length.Seconds() / (cpuTime(unix.RUSAGE_THREAD) - begin))
	fmt.Printf("%s, processor %d of %d, counting to %d and more (%x)\n", runtime.Version(), *core, runtime.NumCPU(), n, sum)
	var perSample []float64
	for _, l := range limits {
		n := n
		if l.interval > 50*time.Millisecond {
			n *= 3 // few samples need a long run
		}
		var plain, traced []result
		for range *pairs {
			off, err := child(n, 0)
			if err != nil {
				return err
			}
			on, err := child(n, l.interval)
			if err != nil {
				return err
			}
			plain, traced = append(plain, off), append(traced, on)
		}
		perSample = append(perSample, show(l.interval, l.percent, plain, traced)...)
	}
	fmt.Printf("figure util/cpu-per-sample %.1f us\n", median(perSample))
	return nil
}

// show prints the figures of an interval, and returns the processor time of a sample in each pair, in us.
func show(interval time.Duration, limit float64, plain, traced []result) (perSample []float64) {
	var wall, process, alike, own []float64
	for i := range plain {
		off, on := plain[i], traced[i]
		wall = append(wall, 100*(on.Wall/off.Wall-1))
		process = append(process, 100*(on.Process/off.Process-1))
		if i > 0 {
			alike = append(alike, 100*max(off.Process/plain[i-1].Process-1, plain[i-1].Process/off.Process-1))
		}
		others := (on.Process - on.Count) - (off.Process - off.Count)
		own = append(own, others/float64(max(on.Samples, 1))*1e6)
	}
	share := median(own) / float64(interval.Microseconds()) * 100
	fmt.Printf("%v: %d values a sample, %d of %d unknown; %d samples of %.0f expected in %.2f s\n", interval,
		traced[0].Values, traced[0].Unknown, int64(traced[0].Values)*traced[0].Samples, traced[0].Samples, traced[0].Wall/interval.Seconds(), traced[0].Wall)
	fmt.Printf("%v: slower by %% of processor time %.2f, of time on the clock %.2f; two runs alike differ by %.2f\n", interval, process, wall, alike)
	fmt.Printf("%v: processor time of a sample, us: %.1f\n", interval, own)
	fmt.Printf("figure util/slowdown-%v %.2f %% limit <=%v\n", interval, median(process), limit)
	fmt.Printf("figure util/cpu-share-%v %.3f %% limit <=%v\n", interval, share, limit)
	return own
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	if len(list)%2 == 1 {
		return list[len(list)/2]
	}
	return (list[len(list)/2-1] + list[len(list)/2]) / 2
}
