package counters

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/mpitimer/internal/perf"
	"github.com/go-hpc/timers/mpitimer/internal/perf/perftest"
)

var withPAPI = flag.Bool("papi", false, "compare with PAPI; takes a C compiler, pkg-config and PAPI")

// refereed is a piece of work that a C program on PAPI does, too (testdata/papi.c), and that both have counted.
type refereed struct {
	counter, papi string // names of the event
	work          string // in the C program
	prepare       func(t *testing.T, n int) (work func())
	sizes         []int
	calls         int
	least         bool    // compare the least calls, not the median: others on the machine may add to all calls
	each, slack   float64 // how far from each other they may be: a share, and a number
	truth         float64 // of a size is one of the count; 0: unknown
}

// Where counters are read by system calls, what regions count on their own scatters by some hundred instructions.
const instructionSlack = 300

var refereedWorks = []refereed{
	{counter: "PAGE_FAULTS", papi: "perf::PAGE-FAULTS", work: "pages", prepare: preparePages, sizes: []int{1, 10, 300}, calls: 50, truth: 1},
	{counter: "PAGE_FAULTS_MINOR", papi: "perf::MINOR-FAULTS", work: "pages", prepare: preparePages, sizes: []int{100}, calls: 50, truth: 1},
	{counter: "PAGE_FAULTS_MAJOR", papi: "perf::MAJOR-FAULTS", work: "pages", prepare: preparePages, sizes: []int{100}, calls: 50},
	{counter: "CONTEXT_SWITCHES", papi: "perf::CONTEXT-SWITCHES:u=1:k=1", work: "sleeps", prepare: prepareSleeps, sizes: []int{1, 5, 20}, calls: 100, truth: 1},
	{counter: "MIGRATIONS", papi: "perf::CPU-MIGRATIONS:u=1:k=1", work: "moves", prepare: prepareMoves, sizes: []int{2, 10}, calls: 100, truth: 1},
	{counter: "TASK_CLOCK", papi: "perf::TASK-CLOCK", work: "spin", prepare: prepareSpin, sizes: []int{200, 2000}, calls: 100, least: true, each: 0.05, slack: 5000, truth: 1000},
	{counter: "INSTRUCTIONS", papi: "perf::INSTRUCTIONS", work: "loop", prepare: prepareLoop, sizes: []int{50, 5000, 500_000}, calls: 200, each: 1e-4, slack: instructionSlack, truth: 2},
	{counter: "INSTRUCTIONS", papi: "perf::INSTRUCTIONS", work: "loop", prepare: prepareLoop, sizes: []int{50_000_000}, calls: 10, each: 1e-4, slack: instructionSlack, truth: 2},
	{counter: "PAPI_BR_INS", papi: "perf::BRANCHES", work: "loop", prepare: prepareLoop, sizes: []int{5000, 500_000}, calls: 200, each: 1e-4, slack: instructionSlack, truth: 1},
	// How many cycles a round takes is the processor's affair, but it is the same for both.
	{counter: "CYCLES", papi: "perf::CYCLES", work: "loop", prepare: prepareLoop, sizes: []int{1_000_000}, calls: 50, least: true, each: 0.25, slack: 5000},
}

// PAPI, in a C program beside this one, and the regions of the timers count the same in the same work. Events of the
// processor are compared where there are some; those of the kernel everywhere.
func TestPAPIReferees(t *testing.T) {
	if !*withPAPI {
		t.Skip("builds a C program with PAPI: make nightly, or go test with -papi, runs it")
	}
	program := buildPAPI(t)
	compared := map[string]bool{}
	for _, w := range refereedWorks {
		for _, n := range w.sizes {
			t.Run(fmt.Sprintf("%s of %s %d", w.counter, w.work, n), func(t *testing.T) {
				w.referee(t, program, n)
				compared[w.counter] = true // else it was skipped, or has failed
			})
		}
	}
	switch {
	case len(compared) == 0:
		t.Skip("PAPI counts nothing here that the timers count, too")
	case compared["INSTRUCTIONS"]:
		t.Log("compared with PAPI: events of the kernel and of the processor")
	default:
		t.Log("compared with PAPI: events of the kernel; PAPI or the timers have none of the processor here")
	}
}

// referee compares what both count in a work.
func (w *refereed) referee(t *testing.T, program string, n int) {
	if w.work == "loop" && perftest.Each == 0 {
		t.Skip("the instructions of a loop are not known on this processor")
	}
	papi, reason := w.byPAPI(t, program, n)
	e, err := perf.Lookup(w.counter)
	if err == nil {
		err = perf.Probe(e)
	}
	switch {
	case reason != "":
		t.Skipf("PAPI does not count %s here: %s; the timers: %v", w.papi, reason, err)
	case err != nil:
		t.Fatalf("PAPI counts %s, the timers refuse %s: %v", w.papi, w.counter, err)
	}
	// A thread that loses its processor is accounted for late now and then: what is wrong is wrong each time.
	wrong := ""
	for range 5 {
		if wrong = w.compare(t, n, w.typical(calls(t, w.counter, w.calls, w.prepare(t, n))), papi); wrong == "" {
			return
		}
		t.Log(wrong)
		papi, _ = w.byPAPI(t, program, n)
	}
	t.Error(wrong)
}

// buildPAPI builds the C program.
func buildPAPI(t *testing.T) (program string) {
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "papi").Output()
	if err != nil {
		t.Fatalf("pkg-config knows no PAPI: %v", err)
	}
	program = filepath.Join(t.TempDir(), "papi")
	options := append([]string{"-O2", "-Wall", "-Wextra", "-Werror", "-o", program, "testdata/papi.c"}, strings.Fields(string(flags))...)
	if text, err := exec.Command("cc", options...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}

// byPAPI is what PAPI counts, less what it counts where nothing is done; or the reason why it doesn't.
func (w *refereed) byPAPI(t *testing.T, program string, n int) (count float64, reason string) {
	t.Helper()
	var typical [2]float64
	for i, size := range []int{0, n} {
		text, err := exec.Command(program, w.papi, w.work, strconv.Itoa(size), strconv.Itoa(w.calls)).Output()
		var ended *exec.ExitError
		if errors.As(err, &ended) && ended.ExitCode() == 3 {
			return 0, strings.TrimSpace(string(ended.Stderr))
		}
		if errors.As(err, &ended) {
			t.Fatalf("%s %s %d: %v\n%s", w.papi, w.work, size, err, ended.Stderr)
		}
		var list []int64
		for line := range strings.Lines(string(text)) {
			v, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, v)
		}
		if len(list) != w.calls {
			t.Fatalf("%s: %d calls were counted, want %d", w.papi, len(list), w.calls)
		}
		slices.Sort(list)
		typical[i] = w.typical(list)
	}
	return typical[1] - typical[0], ""
}

// typical is the count that a sorted list of calls stands for.
func (w *refereed) typical(list []int64) float64 {
	switch {
	case len(list) == 0:
		return -1
	case w.least:
		return float64(list[0])
	}
	return float64(list[len(list)/2])
}

// compare returns what is wrong with the counts.
func (w *refereed) compare(t *testing.T, n int, own, papi float64) (wrong string) {
	t.Helper()
	far := func(a, b float64) bool { return a-b > w.slack+w.each*b || b-a > w.slack+w.each*b }
	want := w.truth * float64(n)
	if far(own, papi) || w.truth > 0 && (far(own, want) || far(papi, want)) {
		return fmt.Sprintf("%s in %s of %d: the timers count %g, PAPI %g, the truth is %g (0: unknown)", w.counter, w.work, n, own, papi, want)
	}
	t.Logf("%s in %s of %d: the timers count %g, PAPI %g", w.counter, w.work, n, own, papi)
	return ""
}

func preparePages(t *testing.T, n int) func() {
	touch := pages(t)
	return func() { touch(n) }
}

// prepareSleeps gives the processor away so that the runtime doesn't know of it, which would do so once more.
func prepareSleeps(_ *testing.T, n int) func() {
	short := unix.NsecToTimespec(1000)
	return func() {
		for range n {
			_, _, _ = syscall.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&short)), 0, 0)
		}
	}
}

// prepareMoves goes from one CPU to another, n times, n being even.
func prepareMoves(t *testing.T, n int) func() {
	runtime.LockOSThread() // of the test's goroutine, which ends with it
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	var cpus []unix.CPUSet
	for cpu := 0; len(cpus) < 2 && cpu < 8*int(unsafe.Sizeof(all)); cpu++ {
		if all.IsSet(cpu) {
			var one unix.CPUSet
			one.Set(cpu)
			cpus = append(cpus, one)
		}
	}
	_ = unix.SchedSetaffinity(0, &cpus[1]) // there are two, or PAPI's program would not have counted
	t.Cleanup(func() { _ = unix.SchedSetaffinity(0, &all) })
	return func() {
		for i := range n {
			_ = unix.SchedSetaffinity(0, &cpus[i%2])
		}
	}
}

func prepareLoop(_ *testing.T, n int) func() {
	return func() { perftest.Loop(uint64(n)) }
}

// prepareSpin works for so many microseconds of the thread's processor time.
func prepareSpin(_ *testing.T, n int) func() {
	now := func() int64 {
		var t unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
		return t.Nano()
	}
	return func() {
		for until := now() + int64(n)*1000; now() < until; {
		}
	}
}
