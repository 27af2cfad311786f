//go:build mpi && cgo

package mpi

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/internal/conformance"
	"github.com/go-hpc/timers/machenv/mpi/internal/mpitest"
)

// patience bounds waits that must not last, so that a fault is a failure and not a hang.
const patience = time.Minute

func TestConformance(t *testing.T) {
	must(t, conformance.Run(world, conformance.Buffered, conformance.Timeouts))
}

func TestForeignCommunicator(t *testing.T) {
	theirs := mpitest.Reversed()
	for name, wrap := range map[string]func() (*Comm, error){
		"handle":  func() (*Comm, error) { return FromHandle(unsafe.Pointer(theirs)) },
		"fortran": func() (*Comm, error) { return FromFortran(mpitest.Fortran(theirs)) },
	} {
		c, err := wrap()
		must(t, err)
		if c.Rank() != world.Size()-1-world.Rank() || c.Size() != world.Size() {
			t.Errorf("%s: rank %d of %d", name, c.Rank(), c.Size())
		}
		ranks, err := c.WorldRanks()
		must(t, err)
		for r := range ranks {
			if ranks[r] != world.Size()-1-r {
				t.Errorf("%s: rank %d is %d of the world", name, r, ranks[r])
			}
		}
		if (ranks == nil) != (world.Size() == 1) {
			t.Errorf("%s: ranks of the world %v", name, ranks)
		}
		must(t, conformance.Run(c))
		must(t, c.Free())
	}
	if !mpitest.Fatal(theirs) || !mpitest.Fatal(mpitest.World()) {
		t.Error("the error handler of a communicator of the program was changed")
	}
	mpitest.Release(theirs) // which it can only if we left it alone
}

// A part of the ranks has numbers of its own; all of them in their order have none.
func TestWorldRanks(t *testing.T) {
	if ranks, err := world.WorldRanks(); ranks != nil || err != nil {
		t.Errorf("all ranks: %v, %v", ranks, err)
	}
	if world.Size() < 2 {
		return
	}
	part, err := world.Create([]int{world.Size() - 1, 0})
	must(t, err)
	if part == nil {
		return
	}
	ranks, err := part.(machenv.WorldRanker).WorldRanks()
	if err != nil || !slices.Equal(ranks, []int{world.Size() - 1, 0}) {
		t.Errorf("two ranks: %v, %v", ranks, err)
	}
	must(t, part.Free())
}

func TestNoCommunicator(t *testing.T) {
	_, null := FromHandle(unsafe.Pointer(mpitest.Null()))
	_, fortran := FromFortran(mpitest.Fortran(mpitest.Null()))
	_, pointer := FromHandle(nil)
	_, wide := FromFortran(1 << 40)
	for name, err := range map[string]error{"null": null, "null in Fortran": fortran, "nil": pointer, "wide": wide} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Messages of all the protocols that MPI libraries switch between, there and back.
func TestSizes(t *testing.T) {
	partner := world.Rank() ^ 1
	if partner >= world.Size() {
		return
	}
	for _, timeout := range []time.Duration{0, patience} {
		for _, n := range []int{0, 1, 7, 4095, 4096, 4097, 65536, 232000, 1 << 20, 10 << 20} {
			data := bytes.Repeat([]byte{byte(world.Rank()), 1, 2, 3, 4, 5, 6}, n/7+1)[:n]
			var got []byte
			var err error
			if world.Rank() < partner {
				must(t, world.Send(partner, 3, data, timeout))
				got, err = world.Recv(partner, 3, timeout)
			} else {
				got, err = world.Recv(partner, 3, timeout)
				must(t, world.Send(partner, 3, data, timeout))
			}
			must(t, err)
			if n > 0 {
				data[0] = byte(partner)
			}
			for i := 0; i < n; i += 7 {
				data[i] = byte(partner)
			}
			if !bytes.Equal(got, data) {
				t.Fatalf("message of %d bytes, timeout %v: %d other bytes arrive", n, timeout, len(got))
			}
		}
	}
}

// A message that nobody takes times out; its data are as they were when they are taken later,
// though the sender has changed its own; and then its memory is released.
func TestSendTimeout(t *testing.T) {
	const n = 10 << 20
	switch {
	case world.Size() < 2:
		t.Skip("needs two ranks")
	case world.Rank() == 0:
		data := bytes.Repeat([]byte("a"), n)
		if err := world.Send(1, 4, data, 20*time.Millisecond); !errors.Is(err, machenv.ErrTimeout) {
			t.Errorf("send: %v, expected a timeout", err)
		}
		copy(data, bytes.Repeat([]byte("b"), n))
		must(t, world.Send(1, 5, nil, patience))
		_, err := world.Recv(1, 6, patience)
		must(t, err)
		must(t, world.Send(0, 7, nil, patience)) // a chance to sweep
		_, err = world.Recv(0, 7, patience)
		must(t, err)
		if len(leftovers) > 0 {
			t.Errorf("%d operations are left over", len(leftovers))
		}
	case world.Rank() == 1:
		_, err := world.Recv(0, 5, patience)
		must(t, err)
		got, err := world.Recv(0, 4, patience)
		must(t, err)
		if !bytes.Equal(got, bytes.Repeat([]byte("a"), n)) {
			t.Error("the message changed after the timeout")
		}
		must(t, world.Send(0, 6, nil, patience))
	}
}

func TestRecvTimeout(t *testing.T) {
	for _, timeout := range []time.Duration{1, 20 * time.Millisecond} {
		begin := time.Now()
		_, err := world.Recv(0, 8, timeout)
		// A clock in coarse steps may show no time at all for the shorter one.
		if !errors.Is(err, machenv.ErrTimeout) || timeout > time.Microsecond && time.Since(begin) < timeout {
			t.Errorf("receive: %v after %v, expected a timeout after %v", err, time.Since(begin), timeout)
		}
	}
	must(t, world.Barrier())
}

// Who only looks whether a message is there asks a few times and no more: where ranks share
// processors each question may cost a turn of all others, and 32 ranks took 13 ms for a round.
func TestLookIsShort(t *testing.T) {
	before := mpitest.Probes()
	if _, err := world.Recv(world.Rank(), 11, 1); !errors.Is(err, machenv.ErrTimeout) {
		t.Fatalf("receive: %v, expected a timeout", err)
	}
	if n := mpitest.Probes() - before; n < 1 || n > 3 {
		t.Errorf("a look asks %d times, expected at most 3", n)
	}
	// A look still finds what is there.
	must(t, world.Send(world.Rank(), 11, []byte("here"), patience))
	got, err := world.Recv(world.Rank(), 11, 1)
	for range 1000 {
		if err == nil {
			break
		}
		got, err = world.Recv(world.Rank(), 11, 1)
	}
	if err != nil || string(got) != "here" {
		t.Errorf("looks find %q, %v", got, err)
	}
}

// A large message to itself cannot wait for its receiver.
func TestToItself(t *testing.T) {
	data := bytes.Repeat([]byte("self"), 1<<20)
	must(t, world.Send(world.Rank(), 9, data, 0))
	got, err := world.Recv(world.Rank(), 9, patience)
	must(t, err)
	if !bytes.Equal(got, data) {
		t.Error("another message")
	}
}

// One goroutine waits in Recv for what another one makes the partner send.
func TestGoroutines(t *testing.T) {
	a, err := world.Dup()
	must(t, err)
	b, err := world.Dup()
	must(t, err)
	me, next, last := world.Rank(), (world.Rank()+1)%world.Size(), (world.Rank()+world.Size()-1)%world.Size()
	received := make(chan error, 1)
	go func() {
		_, err := a.Recv(last, 1, patience)
		received <- err
	}()
	must(t, b.Send(next, 1, []byte{byte(me)}, patience))
	_, err = b.Recv(last, 1, patience)
	must(t, err)
	must(t, b.Barrier())
	must(t, a.Send(next, 1, nil, patience))
	must(t, <-received)
	must(t, errors.Join(a.Free(), b.Free()))
}

func TestFreed(t *testing.T) {
	c, err := world.Dup()
	must(t, err)
	must(t, c.Free())
	_, recvErr := c.Recv(0, 1, 0)
	_, createErr := c.Create([]int{0})
	for call, err := range map[string]error{
		"Send": c.Send(0, 1, nil, 0), "Recv": recvErr, "Barrier": c.Barrier(), "Create": createErr, "Free": c.Free(),
	} {
		if !errors.Is(err, machenv.ErrFreed) {
			t.Errorf("%s: %v, expected machenv.ErrFreed", call, err)
		}
	}
}

// What MPI itself refuses is an error with MPI's words, and the run goes on.
func TestErrorOfMPI(t *testing.T) {
	err := world.native.send(world.Size()+5, 1, []byte("x"), 0, false)
	var e *Error
	if !errors.As(err, &e) || e.Call != "MPI_Isend" || e.Code == 0 || !strings.Contains(strings.ToLower(e.Text), "rank") {
		t.Errorf("send to a rank that does not exist: %v", err)
	}
	err = world.Send(world.Size(), 1, nil, 0)
	if !errors.Is(err, machenv.ErrInvalid) || !strings.HasPrefix(err.Error(), "mpi: send: ") {
		t.Errorf("send to a rank that does not exist: %v", err)
	}
	_, err = world.Split(1<<40, 0)
	if !errors.Is(err, machenv.ErrInvalid) {
		t.Errorf("split with a wide color: %v", err)
	}
}

// MPI's own handlers for SIGSEGV must not replace the one of Go.
func TestPanicIsRecovered(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var nowhere *int
	*nowhere = 1
}

func TestThreadLevel(t *testing.T) {
	t.Logf("%s, %v, rank %d of %d", Library(), ThreadLevel(), world.Rank(), world.Size())
	if ThreadLevel() < Threads(*askLevel) {
		t.Errorf("asked for %v, got %v", Threads(*askLevel), ThreadLevel())
	}
	if funneled != (ThreadLevel() < ThreadsSerialized) {
		t.Errorf("all calls from one thread: %v, with %v", funneled, ThreadLevel())
	}
	if !Built || !Initialized() || Finalized() {
		t.Error("MPI does not run")
	}
}
