package mpitimer

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// Bindings of MPI and graphics libraries are used on the thread on which main began, which nothing but a wait
// takes it from. The scheduler may do so on its own where the goroutine has run for 10 ms, which happens again and again beside
// other work: once without is enough.
func TestTimersLeaveAGoroutineOnItsThread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	stop := make(chan struct{})
	defer close(stop)
	for range 4 { // who would like to have the thread
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(10 * time.Microsecond):
				}
			}
		}()
	}
	var moved []string
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		if moved = movedBy(t); len(moved) == 0 {
			return
		}
	}
	t.Errorf("another thread, for a minute, at last after %s", strings.Join(moved, ", "))
}

// movedBy says what left the goroutine on another thread.
func movedBy(t *testing.T) (moved []string) {
	c := DefaultConfig()
	c.Output.Directory = t.TempDir()
	var tm *Timers
	steps := []struct {
		name string
		do   func() error
	}{
		{"New", func() (err error) { tm, err = New(WithConfig(c), WithLog(io.Discard)); return err }},
		{"Print", func() error { return tm.Print() }},
		{"Checkpoint", func() error { return tm.Checkpoint() }},
		{"Finalize", func() error { return tm.Finalize() }},
	}
	for _, s := range steps {
		before := syscall.Gettid()
		err := s.do()
		if after := syscall.Gettid(); after != before {
			moved = append(moved, s.name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return moved
}

// Ranks that are goroutines wait in reports without a thread each: of 4096 of them, Finalize took half a minute, most of it
// threads being woken. How many threads there are is the machine's business; that none is held by who waits is ours.
func TestRanksOfAProcessShareThreads(t *testing.T) {
	const ranks = 100
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		c := quietConfig()
		c.Output.Directory = t.TempDir()
		tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
		if err != nil {
			return err
		}
		meet := func(name string) { // where the others wait for rank 0
			if comm.Rank() != 0 {
				return
			}
			if locked := waitingIn(t, "Timers)."+name+"(", ranks-1); locked > 1 { // one may be where main began
				t.Errorf("%s: %d of %d ranks that wait are locked to a thread", name, locked, ranks-1)
			}
		}
		meet("Print")
		printed := tm.Print()
		meet("Checkpoint")
		saved := tm.Checkpoint()
		meet("Finalize")
		return errors.Join(printed, saved, tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// waitingIn returns how many goroutines are locked to their threads of n that wait below a function, as soon as n do.
func waitingIn(t *testing.T, function string, n int) (locked int) {
	text := make([]byte, 1<<24)
	waiting := 0
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
		waiting, locked = 0, 0
		for stack := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
			state, _, _ := strings.Cut(stack, "\n")
			if !strings.Contains(stack, function) || strings.Contains(state, "[runn") || strings.Contains(state, "[syscall") {
				continue
			}
			if waiting++; strings.Contains(state, "locked to thread") {
				locked++
			}
		}
		if waiting == n {
			return locked
		}
	}
	t.Errorf("%d goroutines wait in %s after a minute, want %d", waiting, function, n)
	return locked
}
