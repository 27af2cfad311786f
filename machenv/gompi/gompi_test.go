//go:build gompi && cgo

package gompi

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/internal/conformance"
	mpi "github.com/sbromberger/gompi"
)

const patience = time.Minute

// The tests are collective: all ranks run the same ones in the same order.
var world machenv.Communicator

func TestMain(m *testing.M) {
	mpi.Start(false)
	world = Wrap(mpi.NewCommunicator(nil))
	code := m.Run()
	if code == 0 {
		mpi.Stop()
		code = afterStop()
	}
	os.Exit(code)
}

// afterStop makes use of a communicator after the end of MPI, which is wrong, and no reason for MPI to end the job.
func afterStop() (code int) {
	_, received := world.Recv(0, 1, patience)
	_, created := world.Create([]int{0})
	for what, err := range map[string]error{"Send": world.Send(0, 1, nil, patience), "Recv": received, "Barrier": world.Barrier(), "Create": created} {
		if !errors.Is(err, ErrStopped) {
			fmt.Fprintf(os.Stderr, "%s after Stop: %v\n", what, err)
			code = 1
		}
	}
	if Wrap(&mpi.Communicator{}) != nil {
		fmt.Fprintln(os.Stderr, "Wrap after Stop makes a communicator")
		code = 1
	}
	return code
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ring sends data from each rank to the next one.
func ring(t *testing.T, c machenv.Communicator, data []byte) {
	t.Helper()
	next, last := (c.Rank()+1)%c.Size(), (c.Rank()+c.Size()-1)%c.Size()
	if c.Rank() != 0 { // a chain: gompi's sends may wait for the receiver
		got, err := c.Recv(last, machenv.MaxTag, patience)
		must(t, err)
		if !bytes.Equal(got, data) {
			t.Fatalf("%d bytes arrive, not the %d that were sent", len(got), len(data))
		}
	}
	if next != 0 {
		must(t, c.Send(next, machenv.MaxTag, data, 0))
	}
	must(t, c.Barrier())
}

// The suite gets as far as gompi: to communicators of communicators.
func TestConformance(t *testing.T) {
	err := conformance.Run(world, conformance.Timeouts)
	if err == nil || !strings.Contains(err.Error(), "create nested") || !strings.Contains(err.Error(), errNotWorld.Error()) {
		t.Errorf("conformance: %v, expected only that create cannot be nested", err)
	}
}

func TestSizes(t *testing.T) {
	for _, n := range []int{0, 1, 4096, 232000, 1 << 20} {
		ring(t, world, bytes.Repeat([]byte{42}, n))
	}
}

func TestCreate(t *testing.T) {
	reversed := make([]int, world.Size())
	for i := range reversed {
		reversed[i] = world.Size() - 1 - i
	}
	for _, ranks := range [][]int{{0}, reversed, reversed[:1]} {
		c, err := world.Create(ranks)
		must(t, err)
		place := slices.Index(ranks, world.Rank())
		if c == nil {
			if place >= 0 {
				t.Errorf("rank %d gets no communicator of %v", world.Rank(), ranks)
			}
			continue
		}
		if c.Rank() != place || c.Size() != len(ranks) {
			t.Errorf("rank %d of %d, expected %d of %d", c.Rank(), c.Size(), place, len(ranks))
		}
		ring(t, c, []byte("subset"))
		if _, err := c.Create([]int{0}); !errors.Is(err, errNotWorld) {
			t.Errorf("create from a subset: %v", err)
		}
		must(t, c.Free())
	}
}

func TestWrapSubset(t *testing.T) {
	all := make([]int, world.Size())
	for i := range all {
		all[i] = i
	}
	c := Wrap(mpi.NewCommunicator(all))
	ring(t, c, []byte("theirs"))
	if _, err := c.Create([]int{0}); !errors.Is(err, errNotWorld) {
		t.Errorf("create: %v", err)
	}
	if Wrap(nil) != nil {
		t.Error("nil becomes a communicator")
	}
}

func TestErrors(t *testing.T) {
	_, recv := world.Recv(world.Size(), 1, 0)
	_, tag := world.Recv(0, -1, 0)
	_, create := world.Create([]int{0, 0})
	for call, err := range map[string]error{
		"send": world.Send(-1, 1, nil, 0), "receive": recv, "tag": tag, "create": create,
	} {
		if !errors.Is(err, machenv.ErrInvalid) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if _, err := world.Recv(0, 8, 10*time.Millisecond); !errors.Is(err, machenv.ErrTimeout) {
		t.Errorf("receive of nothing: %v", err)
	}
}

// The solver's messages on the world are not taken for ours.
func TestSeparateFromSolver(t *testing.T) {
	theirs := mpi.NewCommunicator(nil)
	switch {
	case world.Size() < 2:
		t.Skip("needs two ranks")
	case world.Rank() == 0:
		theirs.SendBytes([]byte("theirs"), 1, 5)
		must(t, world.Send(1, 5, []byte("ours"), 0))
	case world.Rank() == 1:
		got, err := world.Recv(0, 5, patience)
		must(t, err)
		if string(got) != "ours" {
			t.Errorf("%q arrives", got)
		}
		theirs.RecvBytes(0, 5)
	}
}
