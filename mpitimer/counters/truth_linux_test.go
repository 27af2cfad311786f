package counters

import (
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/perf"
	"github.com/go-hpc/timers/mpitimer/internal/perf/perftest"
	"github.com/go-hpc/timers/stats"
)

// truth is a counter of which it is known what it has to count.
type truth struct {
	counter string
	work    func(t *testing.T) func(n int) // n is at most most
	each    int64
	sizes   []int
	slack   int64 // by rdpmc, and by system call
}

// truths are those that this machine has. What it has not is said.
func truths(t *testing.T) []truth {
	list := []truth{{counter: "PAGE_FAULTS_MINOR", work: pages, each: 1, sizes: []int{0, 1, 10, 100, 1000}, slack: 0}}
	events := make([]perf.Event, 1)
	events[0], _ = perf.Lookup("INSTRUCTIONS")
	s, err := perf.Open(events, false)
	t.Cleanup(s.Close) // also with an error there is a Set
	if err != nil || perftest.Each == 0 {
		t.Logf("page faults are compared with the truth, instructions are not: %v", err)
		return list
	}
	slack := int64(300)
	if s.Way() != 0 {
		slack = 50
	}
	t.Logf("page faults and instructions (by %v) are compared with the truth", s.Way())
	loop := func(*testing.T) func(n int) { return func(n int) { perftest.Loop(uint64(n)) } }
	return append(list, truth{"INSTRUCTIONS", loop, perftest.Each, []int{1, 50, 5000, 500_000, 50_000_000}, slack})
}

// pages touches so many pages of memory for the first time.
func pages(t *testing.T) func(n int) {
	const most = 1 << 16
	size := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, most*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(memory) })
	_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	next := 0
	return func(n int) {
		for range n {
			memory[next] = 1
			next += size
		}
	}
}

func timersOf(t *testing.T, settings ...string) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
	for i := 0; i < len(settings); i += 2 {
		if err := c.Set(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

// node is that of a path.
func node(t *testing.T, p *stats.Profile, path string) *stats.Node {
	t.Helper()
	for i := range p.Nodes {
		if strings.Join(p.Path(i), "/") == path {
			return &p.Nodes[i]
		}
	}
	t.Fatalf("no region %s", path)
	return nil
}

// left is how many calls are left out of the first counter.
func left(n *stats.Node) uint64 {
	if len(n.LeftOut) == 0 {
		return 0
	}
	return n.LeftOut[0]
}

// Regions of which it is known what they count, on one goroutine and on two side by side, which stay on their threads
// or not: a call counts what is true, or is left out and told.
func TestRegionsCountWhatIsTrue(t *testing.T) {
	for _, what := range truths(t) {
		for _, lock := range []string{"true", "false"} {
			for _, goroutines := range []int{1, 2} {
				tm := timersOf(t, "Counters", what.counter, "CountersLock", lock)
				var wait sync.WaitGroup
				for g := range goroutines {
					wait.Go(func() {
						work := what.work(t)
						for round := range 20 {
							for _, n := range what.sizes {
								if round > 1 && n > 1e6 {
									continue // they take long
								}
								s := tm.Start(strings.Repeat("x", 1+g) + name(n))
								work(n)
								s.Stop()
							}
						}
					})
				}
				wait.Wait()
				p := tm.Profile()
				for g := range goroutines {
					for _, n := range what.sizes {
						region := node(t, p, "Total/"+strings.Repeat("x", 1+g)+name(n))
						known := int64(region.Calls - left(region))
						if lock == "true" && left(region) > 0 {
							t.Errorf("%s, %d goroutines: %d of %d calls are left out of %s, though locked", what.counter, goroutines, left(region), region.Calls, region.Name)
						}
						want := known * int64(n) * what.each
						if got := region.Values[0]; known > 0 && (got < want-known*what.slack || got > want+known*(what.slack+2)) {
							t.Errorf("%s, locked %s, %d goroutines: %d in %d calls of %d", what.counter, lock, goroutines, got, known, n)
						}
					}
				}
			}
		}
	}
}

func name(n int) string { return " " + strconv.Itoa(n) }

// A goroutine that leaves its thread is not given what others do there meanwhile. One that begins on the process's first
// thread may be kept there, and has its own counts: then it keeps that thread from others, and another one is tried.
func TestMovedGoroutinesAreLeftOut(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that the other one comes to the same thread
	end := make(chan struct{})
	defer close(end)
	for range 20 {
		moved := make(chan bool)
		go func() {
			if unix.Gettid() == unix.Getpid() {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				close(moved)
				<-end
				return
			}
			defer close(moved) // whatever ends it
			moved <- waitsWhereOthersWork(t)
		}()
		if <-moved || t.Failed() {
			return
		}
	}
	t.Error("no goroutine has left its thread")
}

// waitsWhereOthersWork reports whether the calling goroutine has left its thread for another one that works there.
func waitsWhereOthersWork(t *testing.T) (moved bool) {
	tm := timersOf(t, "Counters", "PAGE_FAULTS_MINOR")
	work := pages(t)
	request, done := make(chan bool), make(chan bool)
	go func() {
		for range request {
			work(100)
			done <- true
		}
	}()
	defer close(request)
	for range 10 {
		s := tm.Start("waits")
		request <- true
		<-done
		s.Stop()
	}
	p := tm.Profile()
	waits := node(t, p, "Total/waits")
	if left(waits) == 0 && waits.Values[0] < 100 {
		return false
	}
	if left(waits) != 10 || waits.Values[0] != stats.NoValue {
		t.Errorf("%d of 10 calls are left out, %d page faults of others are counted", left(waits), waits.Values[0])
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Error(err)
		return true
	}
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Name == "waits" && (r.Values[0].LeftOut != 10 || r.Values[0].Ranks != 0) {
			t.Errorf("the summary has %+v", r.Values[0])
		}
	}
	return true
}

// Where a goroutine is locked it counts what its own thread does, whatever it waits for: by the setting, or for one region
// by the program itself.
func TestLockedGoroutinesCountAllCalls(t *testing.T) {
	for _, lock := range []string{"true", "false"} {
		tm := timersOf(t, "Counters", "PAGE_FAULTS_MINOR", "CountersLock", lock)
		own, others := pages(t), pages(t)
		for range 10 {
			done := make(chan bool)
			if lock == "false" {
				runtime.LockOSThread()
			}
			s := tm.Start("waits")
			go func() {
				others(100)
				close(done)
			}()
			<-done
			own(10)
			s.Stop()
			if lock == "false" {
				runtime.UnlockOSThread()
			}
		}
		waits := node(t, tm.Profile(), "Total/waits")
		if left(waits) != 0 || waits.Values[0] < 100 || waits.Values[0] > 150 {
			t.Errorf("CountersLock %s: %d page faults of 100, %d calls left out", lock, waits.Values[0], left(waits))
		}
	}
}

// The time of a region is a counter without being read.
func TestTimeIsTheRegionsOwn(t *testing.T) {
	tm := timersOf(t, "Counters", "TIME")
	for range 3 {
		tm.Start("a").Stop()
	}
	p := tm.Profile()
	if a := node(t, p, "Total/a"); a.Values[0] != a.Total || p.Counters[0].Step != 1e-9 {
		t.Errorf("%d, of %d ns", a.Values[0], a.Total)
	}
}

// What a name is not, is told with those that are near; the others are counted.
func TestCountersThatThereAreNot(t *testing.T) {
	c := quietConfig(t, "Counters", "PAGE_FAULT, TASK_CLOCK, r1zz, CYCLES:peak")
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if tm == nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	for _, text := range []string{"PAGE_FAULT: no such event; near: PAGE_FAULTS", "r1zz", "CYCLES:peak"} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v does not say %q", err, text)
		}
	}
	if p := tm.Profile(); len(p.Counters) != 1 || p.Counters[0].Name != "TASK_CLOCK" || p.Counters[0].Domain != "thread" {
		t.Errorf("counted are %v", p.Counters)
	}
	if !errors.Is(err, perf.ErrUnknown) {
		t.Error("the error is another one")
	}
}

// In which modes of the processor an event is counted is told where it has any: the kernel counts moves itself.
func TestModesAreTold(t *testing.T) {
	for name, want := range map[string]string{
		"INSTRUCTIONS": " in user mode", "INSTRUCTIONS:k": " in kernel mode", "r1:uk": " in user and kernel mode",
		"PAPI_L1_DCM": " in user mode", "MIGRATIONS": "", "TASK_CLOCK": "", "perf::CPU-MIGRATIONS": "",
	} {
		e, err := perf.Lookup(name)
		if got := modeOf(&e); err != nil || got != want {
			t.Errorf("%s is counted%q, want%q; %v", name, got, want, err)
		}
	}
}
