//go:build gompi && cgo

package gompi

// // Weak, for where the library is gompi knows, which is linked with it.
// extern int MPI_Finalized(int *flag) __attribute__((weak));
//
// static int finalised(void) {
// 	int flag = 0;
// 	if (MPI_Finalized) MPI_Finalized(&flag);
// 	return flag;
// }
import "C"

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
	native "github.com/go-hpc/timers/machenv/mpi"
	mpi "github.com/sbromberger/gompi"
)

type comm struct {
	*mpi.Communicator
	rank, size int
	world      bool
}

// Wrap makes a machenv.Communicator of c, which must come from gompi's NewCommunicator.
//
// If c is the world, all ranks must call Wrap: messages then go through a communicator of their
// own and cannot meet those of the solver. Otherwise only the members may call it, because gompi
// gives the other ranks a null communicator, about which it cannot even be asked, and the solver
// must have no messages of its own under way on c when this module uses it. Nil gives nil, and so does any
// communicator once MPI is finalised.
//
// The communicator is the only result. Where an mpirun of another MPI than gompi's has made each process a world of
// its own, standard error says so.
func Wrap(c *mpi.Communicator) machenv.Communicator {
	if c == nil || stopped() != nil {
		return nil
	}
	w := &comm{c, c.Rank(), c.Size(), c.MaxTag != 0} // gompi sets MaxTag for the world only
	if w.world {
		if rank, size, launcher, ok := native.Launched(); ok && size > 1 && w.size == 1 {
			fmt.Fprintf(os.Stderr, "gompi: started as rank %d of %d by %s, but gompi's MPI sees one rank only: use the mpirun of that MPI\n", rank, size, launcher)
		}
		all := make([]int, w.size)
		for i := range all {
			all[i] = i
		}
		w.Communicator = mpi.NewCommunicator(all)
	}
	return w
}

// ErrStopped is the error of what needs MPI once gompi's Stop has ended it.
var ErrStopped = errors.New("gompi: MPI is finalised: finalise what uses it before gompi's Stop")

// stopped asks MPI, which ends the job when it is called after its end.
func stopped() error {
	if C.finalised() == 0 {
		return nil
	}
	return ErrStopped
}

func (c *comm) Rank() int { return c.rank }
func (c *comm) Size() int { return c.size }

// Send waits as long as it takes, whatever timeout says. It adds a byte to the message, because
// gompi cannot send an empty one.
func (c *comm) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := stopped(); err != nil {
		return err
	}
	if err := machenv.CheckMessage(to, tag, c.size); err != nil {
		return fmt.Errorf("gompi: send: %w", err)
	}
	if len(data) >= math.MaxInt32 {
		return fmt.Errorf("gompi: send: message of %d bytes is too long for MPI: %w", len(data), machenv.ErrInvalid)
	}
	c.SendBytes(append(slices.Clip(data), 0), to, tag)
	return nil
}

// Recv asks for the message time and again, which lets other ranks on the same processor run.
func (c *comm) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := stopped(); err != nil {
		return nil, err
	}
	if err := machenv.CheckMessage(from, tag, c.size); err != nil {
		return nil, fmt.Errorf("gompi: receive: %w", err)
	}
	found, status := c.Iprobe(from, tag)
	for begin := time.Now(); !found; found, status = c.Iprobe(from, tag) {
		waited := time.Since(begin)
		if timeout > 0 && waited >= timeout {
			return nil, fmt.Errorf("gompi: rank %d of %d: receive from rank %d, tag %d: after %v: %w",
				c.rank, c.size, from, tag, timeout, machenv.ErrTimeout)
		}
		pause(waited)
	}
	data := make([]byte, max(status.GetCount(mpi.Byte), 1))
	c.RecvPreallocBytes(data, from, tag)
	return data[:len(data)-1], nil
}

// pause sleeps in proportion to what has passed, after a while in which an answer is likely.
func pause(waited time.Duration) {
	if waited > 100*time.Microsecond {
		time.Sleep(min(waited/16, time.Millisecond))
	}
}

func (c *comm) Barrier() error {
	if err := stopped(); err != nil {
		return err
	}
	c.Communicator.Barrier()
	return nil
}

// Create works on the world only: gompi takes ranks of the world, and makes all of its ranks wait.
func (c *comm) Create(ranks []int) (machenv.Communicator, error) {
	if err := stopped(); err != nil {
		return nil, err
	}
	if err := machenv.CheckRanks(ranks, c.size); err != nil {
		return nil, fmt.Errorf("gompi: create: %w", err)
	}
	if !c.world {
		return nil, fmt.Errorf("gompi: create from a communicator of %d ranks: %w", c.size, errNotWorld)
	}
	made, rank := mpi.NewCommunicator(ranks), slices.Index(ranks, c.rank)
	if rank < 0 {
		return nil, nil
	}
	return &comm{made, rank, len(ranks), false}, nil
}

var errNotWorld = errors.New("gompi can create communicators from the world only")

// Free does nothing, as gompi cannot free a communicator.
func (c *comm) Free() error { return nil }
