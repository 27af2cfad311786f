package counters

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/mpitimer"
)

// A goroutine whose regions have ended is tied to its thread as before: not at all, or as often as the program has tied
// it, whatever it has done with the regions. A goroutine that is tied when it ends takes its thread with it.
func TestLockEndsWithItsRegions(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rounds := 100
	if testing.Short() {
		rounds = 30
	}
	for round := range rounds {
		tm := timersOf(t, "Counters", "TASK_CLOCK", "CountersLock", "true")
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		own := round%2 == 1
		thread := make(chan int)
		var verbs []string
		go func() {
			if own {
				runtime.LockOSThread()
			}
			verbs = anyRegions(tm, random, 5+round%40)
			for _, o := range tm.OpenRegions() {
				verbs = append(verbs, "OPEN "+strings.Join(o.Path, "/"))
			}
			thread <- unix.Gettid()
		}()
		id := <-thread
		if id == os.Getpid() { // the process's own does not end
			continue
		}
		gone := func() bool {
			_, err := os.Stat("/proc/self/task/" + strconv.Itoa(id))
			return err != nil
		}
		limit := 20 * time.Millisecond // that a thread stays can't be waited for
		if own {
			limit = time.Minute
		}
		for begin := time.Now(); !gone() && time.Since(begin) < limit; time.Sleep(time.Millisecond) {
		}
		if gone() != own {
			t.Fatalf("tied by the program: %v, the thread ended with the goroutine: %v, after %q", own, gone(), verbs)
		}
		if err := tm.Finalize(); err != nil {
			t.Error(err)
		}
	}
}

// anyRegions does something with regions, and stops them all.
func anyRegions(tm *mpitimer.Timers, random *rand.Rand, n int) (verbs []string) {
	names := []string{"a", "b", "c"}
	defined := []*mpitimer.Region{mpitimer.Define("a", mpitimer.SampleEvery(3)), mpitimer.Define("b", mpitimer.Throttle()), mpitimer.Define("c", mpitimer.Level(2))}
	var open []mpitimer.Interval
	did := func(verb string) { verbs = append(verbs, verb) }
	name := func() string { return names[random.IntN(len(names))] }
	defer func() {
		for range n { // as often as there may have been a Disable
			tm.Enable()
		}
		for range 10 * n {
			for _, name := range names {
				tm.Stop(name)
			}
		}
	}()
	for range n {
		switch random.IntN(15) {
		case 14:
			which := random.IntN(len(defined))
			did("StartRegion " + defined[which].Name())
			open = append(open, tm.StartRegion(defined[which]))
		case 0, 1, 2:
			what := name()
			did("Start " + what)
			open = append(open, tm.Start(what))
		case 3:
			what := name()
			did("Next " + what)
			open = append(open, tm.Next(what))
		case 4:
			what := name()
			did("Stop " + what)
			tm.Stop(what)
		case 5, 6, 7:
			if len(open) > 0 {
				at := random.IntN(len(open))
				did("Stop " + strconv.Itoa(at))
				open[at].Stop()
			}
		case 8:
			did("Reset")
			tm.Reset()
		case 9:
			did("Disable")
			tm.Disable()
		case 10:
			did("Enable")
			tm.Enable()
		case 11:
			did("SetLevel")
			tm.SetLevel(random.IntN(3))
		case 12:
			did("Here")
			here := tm.CurrentPath()
			here.Run(func() { tm.Start(name()).Stop() })
		case 13:
			did("Profile, Add")
			tm.Profile()
			tm.Add(name(), time.Second, 2)
		}
	}
	return verbs
}
