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
	unit           string // of the limit: nanoseconds, or ratio for the multiple of two raw readings
}

func main() {
	runtime.LockOSThread()
	group := openGroup()
	list := []quantity{
		{"time", "TIME", nil, 10, "ns"},
		{"task-clock", "TASK_CLOCK", threadClock, 1.2, "ratio"},
		{"page-faults", "PAGE_FAULTS", threadUsage, 1.2, "ratio"},
		{"context-switches", "CONTEXT_SWITCHES", threadUsage, 1.2, "ratio"},
		{"page-faults-and-switches", "PAGE_FAULTS, CONTEXT_SWITCHES", threadUsage, 1.2, "ratio"},
		{"go-heap", "GO_HEAP_ALLOCATED", heap, 300, "ns"},
		{"go-heap-both", "GO_HEAP_ALLOCATED, GO_HEAP_ALLOCATIONS", heapBoth, 300, "ns"},
		{"read", group.names, group.read, 1.3, "ratio"},
	}
	for _, more := range []int{0, 64} {
		idle(more)
		for _, q := range list {
			if more > 0 {
				q.name += "-64-threads"
			}
			q.measure()
		}
	}
	if !group.hardware {
		fmt.Println("counter/rdpmc: left out, this machine has no counters of the processor; what stands around the instruction is measured by the benchmark of mpitimer/internal/perf")
	}
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
	value := median(more)
	if q.unit == "ratio" {
		value = median(ratios)
	}
	fmt.Printf("figure counter/%s %.3f %s limit <=%g\n", q.name, value, q.unit, q.limit)
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

// group is events that one system call reads: of the processor, or of the kernel where there are none.
type group struct {
	names      string
	hardware   bool
	descriptor int
	text       [8]uint64
}

func openGroup() *group {
	g := &group{}
	for _, kind := range []struct {
		names  string
		events []unix.PerfEventAttr
	}{
		{"INSTRUCTIONS, CYCLES", []unix.PerfEventAttr{{Type: unix.PERF_TYPE_HARDWARE, Config: 1}, {Type: unix.PERF_TYPE_HARDWARE, Config: 0}}},
		{"MIGRATIONS", []unix.PerfEventAttr{{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_CPU_MIGRATIONS}}},
	} {
		leader := -1
		for i := range kind.events {
			a := &kind.events[i]
			a.Size = uint32(unsafe.Sizeof(*a))
			a.Read_format = unix.PERF_FORMAT_GROUP | unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING
			descriptor, err := unix.PerfEventOpen(a, 0, -1, leader, unix.PERF_FLAG_FD_CLOEXEC)
			if err != nil {
				fmt.Printf("%s: %v\n", kind.names, err)
				leader = -1
				break
			}
			if i == 0 {
				leader = descriptor
			}
		}
		if leader >= 0 {
			g.names, g.descriptor, g.hardware = kind.names, leader, strings.Contains(kind.names, "CYCLES")
			return g
		}
	}
	g.names = "TASK_CLOCK"
	return g
}

func (g *group) read() {
	if g.descriptor == 0 {
		threadClock()
		return
	}
	syscall.RawSyscall(unix.SYS_READ, uintptr(g.descriptor), uintptr(unsafe.Pointer(&g.text[0])), 8*uintptr(len(g.text)))
}
