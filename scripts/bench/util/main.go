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
//   - util/cpu-share: the processor time of all threads but the counting one, above what they take in the same
//     run before the tracer starts, over the time on the clock. It leaves out what caches lose, and has hardly
//     any noise: the kernel counts nanoseconds of threads, and neither run nor neighbour is subtracted.
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

// limits are the highest permitted slowdowns by the tracer, and the highest permitted shares of the wallclock time
// for its threads, in percent.
var limits = []limit{{100 * time.Millisecond, 0.1, 0.05}, {20 * time.Millisecond, 0.5, 0.12}, {10 * time.Millisecond, 1, 0.25}}

type limit struct {
	interval        time.Duration
	slowdown, share float64
}

// measured is the fifteen sources of the thesis with frequencies, context switches and block statistics. The
// idle states, which did not exist then, add half of their cost again.
const measured = util.RUT | util.CPUFreqX | util.ContextSwitches | util.HDDStats

// result is what a run has taken.
type result struct {
	Wall    float64 // s, of counting
	Process float64 // s of processor time, of all threads
	Others  float64 // s of processor time for a second on the clock, of all threads but the one that counts
	Before  float64 // the same before the tracer was started
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
	r.Sum = spin(*counting / 20) // to speed
	before := now()
	r.Sum += spin(*counting / 3)
	r.Before = now().others(before)
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
	r.Sum += spin(*counting / 20) // what starting has left behind
	begin, samples := now(), tracer.Counts().Entries
	r.Sum += spin(*counting)
	end := now()
	r.Wall, r.Process, r.Others = (end.wall - begin.wall).Seconds(), (end.process - begin.process).Seconds(), end.others(begin)
	r.Samples, r.Values, r.Unknown = tracer.Counts().Entries-samples, len(tracer.Values()), tracer.Counts().Doubts.Total()
	if err := tracer.Finalize(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// moment is the clock and the processor time, of the calling thread and of all.
type moment struct{ wall, thread, process time.Duration }

func now() moment {
	read := func(id int32) time.Duration {
		var t unix.Timespec
		if err := unix.ClockGettime(id, &t); err != nil {
			panic(err)
		}
		return time.Duration(t.Nano())
	}
	return moment{read(unix.CLOCK_MONOTONIC), read(unix.CLOCK_THREAD_CPUTIME_ID), read(unix.CLOCK_PROCESS_CPUTIME_ID)}
}

// others is the share of the time since a moment that all threads but the calling one have had of a processor.
func (m moment) others(since moment) float64 {
	return float64(m.process-since.process-(m.thread-since.thread)) / float64(m.wall-since.wall)
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
	begin := now()
	sum := spin(100_000_000)
	n := uint64(100e6 * length.Seconds() / (now().thread - begin.thread).Seconds())
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
		perSample = append(perSample, l.show(plain, traced)...)
	}
	fmt.Printf("figure util/cpu-per-sample %.1f us\n", median(perSample))
	least, err := kernel()
	if err != nil {
		return err
	}
	fmt.Printf("figure util/cpu-per-sample-floor %.1f us\n", least)
	return nil
}

// kernel is the processor time in us that the system takes to write the files of one sample, which nobody who samples
// can do without, when they are read no more often than a tracer does.
func kernel() (float64, error) {
	var files []*os.File
	for _, name := range []string{"/proc/stat", "/proc/meminfo", "/proc/net/dev", "/proc/diskstats"} {
		f, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		files = append(files, f)
	}
	text := make([]byte, 256<<10)
	var took []float64
	for range 200 {
		time.Sleep(10 * time.Millisecond)
		begin := now()
		for _, f := range files {
			if _, err := unix.Pread(int(f.Fd()), text, 0); err != nil {
				return 0, err
			}
		}
		took = append(took, float64((now().thread-begin.thread).Nanoseconds())/1e3)
	}
	return median(took), nil
}

// show prints the figures of an interval, and returns the processor time of a sample in each run, in us.
func (l limit) show(plain, traced []result) (perSample []float64) {
	interval := l.interval
	var wall, process, alike, shares, own []float64
	for i := range plain {
		off, on := plain[i], traced[i]
		wall = append(wall, 100*(on.Wall/off.Wall-1))
		process = append(process, 100*(on.Process/off.Process-1))
		if i > 0 {
			alike = append(alike, 100*max(off.Process/plain[i-1].Process-1, plain[i-1].Process/off.Process-1))
		}
		shares = append(shares, 100*(on.Others-on.Before))
		own = append(own, (on.Others-on.Before)*on.Wall/float64(max(on.Samples, 1))*1e6)
	}
	fmt.Printf("%v: %d values a sample, %d of %d unknown; %d samples of %.0f expected in %.2f s\n", interval,
		traced[0].Values, traced[0].Unknown, int64(traced[0].Values)*traced[0].Samples, traced[0].Samples, traced[0].Wall/interval.Seconds(), traced[0].Wall)
	fmt.Printf("%v: slower by %% of processor time %.2f, of time on the clock %.2f; two runs alike differ by %.2f\n", interval, process, wall, alike)
	fmt.Printf("%v: processor time of a sample, us: %.1f\n", interval, own)
	fmt.Printf("%v: share of the threads of the tracer, %%: %.4f\n", interval, shares)
	fmt.Printf("figure util/slowdown-%v %.2f %% limit <=%v\n", interval, median(process), l.slowdown)
	fmt.Printf("figure util/cpu-share-%v %.3f %% limit <=%v\n", interval, median(shares), l.share)
	return own
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	if len(list)%2 == 1 {
		return list[len(list)/2]
	}
	return (list[len(list)/2-1] + list[len(list)/2]) / 2
}
