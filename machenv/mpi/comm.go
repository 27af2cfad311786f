package mpi

import (
	"fmt"
	"math"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// Comm is a communicator of MPI. Its errors name the operation and the rank. They match
// ErrFinalized, machenv.ErrInvalid, machenv.ErrFreed or machenv.ErrTimeout, or wrap an *Error.
type Comm struct {
	rank, size int
	native     native
}

var (
	_ machenv.Communicator   = (*Comm)(nil)
	_ machenv.StridedCreator = (*Comm)(nil)
	_ machenv.Duplicator     = (*Comm)(nil)
	_ machenv.Splitter       = (*Comm)(nil)
	_ machenv.SharedSplitter = (*Comm)(nil)
	_ machenv.WorldRanker    = (*Comm)(nil)
	_ machenv.Sole           = (*Comm)(nil)
)

// own makes a Comm of a new native communicator.
func own(n native, rank, size int, err error) (*Comm, error) {
	if err != nil {
		return nil, fmt.Errorf("mpi: %w", err)
	}
	return &Comm{rank: rank, size: size, native: n}, nil
}

// member is own for operations that leave some ranks out. Those get nil, and a nil interface,
// not an interface that holds a nil pointer.
func (c *Comm) member(what string, n native, rank, size int, err error) (machenv.Communicator, error) {
	if err != nil {
		return nil, fmt.Errorf("mpi: %s of the communicator of %d ranks: %w", what, c.size, err)
	}
	if rank < 0 {
		return nil, nil
	}
	return &Comm{rank: rank, size: size, native: n}, nil
}

// Rank returns the position of the calling rank in the group.
func (c *Comm) Rank() int { return c.rank }

// Size returns the number of ranks in the group.
func (c *Comm) Size() int { return c.size }

// IsSole reports whether MPI runs because of this package, and nothing else in the program calls C, which might call MPI.
func (c *Comm) IsSole() bool { return isSole() }

// WorldRanks returns the number of each rank in MPI_COMM_WORLD, in the order of the ranks; -1 for ranks of other worlds.
// It is nil for a communicator of all ranks of MPI_COMM_WORLD in their order. It sends nothing.
func (c *Comm) WorldRanks() ([]int, error) {
	ranks, err := c.native.worldRanks(c.size)
	if err != nil {
		return nil, fmt.Errorf("mpi: ranks of the communicator of %d ranks in MPI_COMM_WORLD: %w", c.size, err)
	}
	return ranks, nil
}

// Send sends data to rank to, and returns when MPI no longer needs data. A message to the
// calling rank itself is copied, and Send returns at once.
func (c *Comm) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := machenv.CheckMessage(to, tag, c.size); err != nil {
		return fmt.Errorf("mpi: send: %w", err)
	}
	if len(data) > math.MaxInt32 {
		return fmt.Errorf("mpi: send: message of %d bytes is longer than MPI's longest, %d: %w",
			len(data), math.MaxInt32, machenv.ErrInvalid)
	}
	defer machenv.BeginWait().End()
	if err := c.native.send(to, tag, data, timeout, to == c.rank); err != nil {
		return fmt.Errorf("mpi: rank %d of %d: send of %d bytes to rank %d, tag %d: %w",
			c.rank, c.size, len(data), to, tag, err)
	}
	return nil
}

// Recv returns the next message from rank from under tag. A message that has begun to arrive when the
// time is over is waited for some seconds longer, and lost after that.
func (c *Comm) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := machenv.CheckMessage(from, tag, c.size); err != nil {
		return nil, fmt.Errorf("mpi: receive: %w", err)
	}
	defer machenv.BeginWait().End()
	data, err := c.native.recv(from, tag, timeout)
	if err != nil {
		return nil, fmt.Errorf("mpi: rank %d of %d: receive from rank %d, tag %d: %w",
			c.rank, c.size, from, tag, err)
	}
	return data, nil
}

// Barrier returns when all ranks of the group have entered it.
func (c *Comm) Barrier() error {
	defer machenv.BeginWait().End()
	if err := c.native.barrier(); err != nil {
		return fmt.Errorf("mpi: rank %d of %d: barrier: %w", c.rank, c.size, err)
	}
	return nil
}

// Create makes a communicator of the given ranks of this one, in that order.
func (c *Comm) Create(ranks []int) (machenv.Communicator, error) {
	// MPI would find the same faults, but would not name the entry of the list.
	if err := machenv.CheckRanks(ranks, c.size); err != nil {
		return nil, fmt.Errorf("mpi: create: %w", err)
	}
	defer machenv.BeginWait().End()
	n, rank, size, err := c.native.create(ranks)
	return c.member("subset", n, rank, size, err)
}

// CreateStrided is Create for the n ranks first, first+stride, ….
func (c *Comm) CreateStrided(n, first, stride int) (machenv.Communicator, error) {
	if err := machenv.CheckStrided(n, first, stride, c.size); err != nil {
		return nil, fmt.Errorf("mpi: create: %w", err)
	}
	if n == 1 {
		stride = 1 // any stride is right then, also one that is too large for MPI
	}
	made, rank, size, err := c.native.createRange(first, first+(n-1)*stride, stride)
	return c.member("subset", made, rank, size, err)
}

// Split makes communicators of the ranks that give the same color, ordered by key and then by rank. A rank
// that gives a negative color gets nil. All ranks must call it.
func (c *Comm) Split(color, key int) (machenv.Communicator, error) {
	if int(int32(key)) != key || int(int32(color)) != color {
		// The other ranks wait in MPI_Comm_split, so this one must go there too.
		n, rank, size, err := c.native.split(-1, 0)
		if _, err = c.member("split", n, rank, size, err); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("mpi: rank %d of %d: split: color %d and key %d must fit 32 bits: %w",
			c.rank, c.size, color, key, machenv.ErrInvalid)
	}
	n, rank, size, err := c.native.split(color, key)
	return c.member("split", n, rank, size, err)
}

// SplitShared makes one communicator per node, of the ranks that can share memory, in their order here. All
// ranks must call it.
func (c *Comm) SplitShared() (machenv.Communicator, error) {
	n, rank, size, err := c.native.splitShared()
	return c.member("split by node", n, rank, size, err)
}

// Dup makes a communicator of the same ranks whose messages do not meet those of this one. All
// ranks must call it.
func (c *Comm) Dup() (machenv.Communicator, error) {
	n, rank, size, err := c.native.dup()
	return c.member("duplicate", n, rank, size, err)
}

// Free releases the communicator. All ranks of the group must call it.
func (c *Comm) Free() error {
	if err := c.native.free(); err != nil {
		return fmt.Errorf("mpi: rank %d of %d: free: %w", c.rank, c.size, err)
	}
	return nil
}
