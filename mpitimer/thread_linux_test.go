package mpitimer

import (
	"errors"
	"io"
	"runtime"
	"runtime/pprof"
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
// threads being woken.
func TestRanksOfAProcessShareThreads(t *testing.T) {
	const ranks = 300
	threads := pprof.Lookup("threadcreate")
	before := threads.Count()
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		c := quietConfig()
		c.Output.Directory = t.TempDir()
		tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
		if err != nil {
			return err
		}
		return errors.Join(tm.Print(), tm.Checkpoint(), tm.Finalize())
	})
	if more := threads.Count() - before; err != nil || more > ranks/3 {
		t.Errorf("%d threads for %d ranks, %v", more, ranks, err)
	}
}
