//go:build mpi && cgo

package mpi

import (
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// Two goroutines of a rank make and free communicators of two others at one time, in an order that is another
// one on every rank: each comes to its end.
func TestTwoGoroutinesMakeCommunicators(t *testing.T) {
	first, err := world.Dup()
	must(t, err)
	second, err := world.Dup()
	must(t, err)
	var wait sync.WaitGroup
	var makings atomic.Int32
	for i, c := range []machenv.Communicator{first, second} {
		wait.Go(func() {
			if (world.Rank()+i)%2 == 1 {
				time.Sleep(time.Millisecond)
			}
			for range max(12/world.Size(), 2) { // MPICH polls: with more ranks than processors each takes long
				made, err := machenv.Duplicate(c)
				must(t, err)
				half, err := made.(*Comm).Split(c.Rank()%2, 0)
				must(t, err)
				must(t, half.Free())
				must(t, made.Free())
				makings.Add(1)
			}
		})
	}
	ended := make(chan struct{})
	go func() { defer close(ended); wait.Wait() }()
	for done, before := false, int32(-1); !done; { // on a busy machine each making takes seconds
		select {
		case <-ended:
			done = true
		case <-time.After(patience):
			now := makings.Load()
			if now == before {
				t.Fatal("two goroutines that make communicators wait for each other")
			}
			before = now
		}
	}
	must(t, first.Free())
	must(t, second.Free())
}

// While a rank waits for another one to make a communicator with, its other goroutines send and receive, and
// it leaves the processor to others.
func TestMakingWaitsAsleep(t *testing.T) {
	if world.Size() < 2 {
		return
	}
	side, err := world.Dup()
	must(t, err)
	const late = time.Second
	if world.Rank() == 1 { // it comes when all others have talked, and then some
		for rank := range world.Size() {
			if rank != 1 {
				_, err := side.Recv(rank, 6, patience)
				must(t, err)
			}
		}
		time.Sleep(late)
	}
	talked := make(chan error, 1)
	go func() {
		err := side.Send(side.Rank(), 5, []byte("to itself"), patience)
		if err == nil {
			_, err = side.Recv(side.Rank(), 5, patience)
		}
		if err == nil && side.Rank() != 1 {
			err = side.Send(1, 6, nil, patience)
		}
		talked <- err
	}()
	began, used := time.Now(), processorTime(t)
	made, err := world.Dup()
	must(t, err)
	waited := time.Since(began)
	if used = processorTime(t) - used; used > waited/2 && waited > late/2 {
		t.Errorf("%v of processor time in a wait of %v", used, waited)
	}
	must(t, <-talked)
	must(t, made.Free())
	must(t, side.Free())
}

// processorTime is what the process has used.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// This program calls Finalize; testdata/ends.md of scripts/docs has some that do not.
func TestCallsFinalize(t *testing.T) {
	begin := time.Now()
	if !callsFinalize() {
		t.Error("the call of Finalize is not found")
	}
	t.Log(time.Since(begin))
}
