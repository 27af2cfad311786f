//go:build linux

// Command counters measures what counters cost a start and a stop, on one thread and with 64 more that sleep, beside
// what the machine asks for one reading. It prints a line per figure:
//
//	figure NAME VALUE UNIT limit <=X
//	figure NAME-floor VALUE ns
//
// A floor is what two raw readings take, which no pair can do without.
//
// Both sides of a comparison are measured in turns, in short slices, by the processor time of the thread, and a figure
// is the median over the turns. A counter that the machine does not have is said to be left out.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/counters"
)

const (
	turns = 400
	pairs = 400 // in a slice
)

// quantity is a figure: what counters cost more than none, and what it is compared with.
type quantity struct {
	name, counters string
	raw            func() // one reading; nil: there is none
	limit          float64
	unit           string // of the limit, if there is one: ns, ns beside two raw readings, or ratio for the multiple of them
}

func main() {
	runtime.LockOSThread()
	list := []quantity{
		{"time", "TIME", nil, 10, "ns"},
		{"task-clock", "TASK_CLOCK", threadClock, 1.2, "ratio"},
		{"page-faults", "PAGE_FAULTS", threadUsage, 1.2, "ratio"},
		{"context-switches", "CONTEXT_SWITCHES", threadUsage, 1.2, "ratio"},
		{"page-faults-and-switches", "PAGE_FAULTS, CONTEXT_SWITCHES", threadUsage, 1.2, "ratio"},
		{"go-heap", "GO_HEAP_ALLOCATED", heap, 300, "ns"},
		{"go-heap-both", "GO_HEAP_ALLOCATED, GO_HEAP_ALLOCATIONS", heapBoth, 300, "ns"},
		{"memory-high-water", "MEMORY_HIGH_WATER", threadUsage, 0, "ratio"},
	}
	list = append(list, events()...)
	for _, more := range []int{0, 64} {
		idle(more)
		for _, q := range list {
			if more > 0 {
				q.name += "-64-threads"
			}
			q.measure()
		}
	}
}

// events are those that have to be opened, as far as this machine has them: what the kernel counts itself is never read by
// the processor's instruction, nor is what stands beside it in a group.
func events() (list []quantity) {
	hardware := openGroup("INSTRUCTIONS", "CYCLES")
	read := openGroup("MIGRATIONS")
	if hardware != nil && read != nil {
		read = openGroup("INSTRUCTIONS", "CYCLES", "MIGRATIONS")
	}
	if read != nil {
		list = append(list, quantity{"read", read.names, read.read, 1.3, "ratio"})
	} else {
		fmt.Println("counter/read: left out, see above")
	}
	switch {
	case hardware == nil:
		fmt.Println("counter/rdpmc: left out, this machine has no counters of the processor; what stands around the instruction is measured by the benchmark of mpitimer/internal/perf")
	case hardware.pages == nil:
		fmt.Println("counter/rdpmc: left out, this machine does not allow the instruction")
	default:
		list = append(list, quantity{"rdpmc", hardware.names, hardware.instruction, 40, "ns beside"})
	}
	return list
}

// idle adds threads that sleep.
func idle(threads int) {
	ready := make(chan bool)
	for range threads {
		go func() {
			runtime.LockOSThread()
			ready <- true
			var ends [2]int
			if unix.Pipe2(ends[:], unix.O_CLOEXEC) == nil {
				unix.Read(ends[0], make([]byte, 1)) // for ever
			}
		}()
		<-ready
	}
}

// timers are those with some counters.
func timers(counters string) *mpitimer.Timers {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
	if counters != "" {
		if err := c.Set("Counters", counters); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return tm
}

var region = mpitimer.Define("region")

func (q *quantity) measure() {
	with, without := timers(q.counters), timers("")
	defer with.Finalize()
	defer without.Finalize()
	slice := func(tm *mpitimer.Timers) float64 {
		begin := now()
		for range pairs {
			tm.StartRegion(region).Stop()
		}
		return float64(now()-begin) / pairs
	}
	reading := func() float64 {
		if q.raw == nil {
			return 0
		}
		begin := now()
		for range pairs {
			q.raw()
		}
		return float64(now()-begin) / pairs
	}
	slice(with)
	slice(without)
	var more, ratios, raw []float64
	for range turns {
		one := reading()
		m := slice(with) - slice(without)
		more, raw = append(more, m), append(raw, one)
		ratios = append(ratios, m/(2*one))
	}
	fmt.Printf("counter/%s: a pair costs %.0f ns more (%s), a raw reading %.0f ns\n", q.name, median(more), q.counters, median(raw))
	value, limit := median(more), fmt.Sprintf(" limit <=%g", q.limit)
	switch {
	case q.unit == "ratio":
		value = median(ratios)
	case strings.HasSuffix(q.unit, "beside"):
		value -= 2 * median(raw)
	}
	if q.limit == 0 {
		limit = ""
	}
	fmt.Printf("figure counter/%s %.3f %s%s\n", q.name, value, strings.Fields(q.unit)[0], limit)
	if q.unit == "ns" && q.raw != nil { // the least that any pair must cost: nothing but the two readings
		fmt.Printf("figure counter/%s-floor %.3f ns\n", q.name, 2*median(raw))
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// now is the processor time of the thread.
func now() int64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return t.Nano()
}

var heapSamples = []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/allocs:objects"}}

// heap and heapBoth read what Go gives out in the only way that there is: runtime.ReadMemStats stops the world.
func heap()     { metrics.Read(heapSamples[:1]) }
func heapBoth() { metrics.Read(heapSamples) }

//go:noinline
func threadClock() {
	var t unix.Timespec
	syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&t)), 0)
}

//go:noinline
func threadUsage() {
	var u unix.Rusage
	syscall.RawSyscall(unix.SYS_GETRUSAGE, unix.RUSAGE_THREAD, uintptr(unsafe.Pointer(&u)), 0)
}
