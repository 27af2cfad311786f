package machenv

import (
	"fmt"
	"slices"
	"time"
)

// NewSerial returns a new communicator of one rank, for a program that does not run in parallel. Messages
// that the rank sends to itself wait until it receives them. Recv without a sent message would wait for
// ever, so it fails at once, with an error that matches ErrTimeout.
func NewSerial() Communicator {
	return &serial{queues: make(map[int][][]byte)}
}

// serial is the communicator of one rank.
type serial struct {
	queues map[int][][]byte // by tag; no entry is empty
	freed  bool
}

func (c *serial) Rank() int { return 0 }

func (c *serial) Size() int { return 1 }

func (c *serial) Send(to, tag int, data []byte, _ time.Duration) error {
	if err := c.check(to, tag); err != nil {
		return err
	}
	c.queues[tag] = append(c.queues[tag], slices.Clone(data))
	return nil
}

func (c *serial) Recv(from, tag int, _ time.Duration) ([]byte, error) {
	if err := c.check(from, tag); err != nil {
		return nil, err
	}
	queue := c.queues[tag]
	switch len(queue) {
	case 0:
		return nil, fmt.Errorf("machenv: receive under tag %d from the only rank itself, which has sent nothing: %w", tag, ErrTimeout)
	case 1:
		delete(c.queues, tag)
	default:
		c.queues[tag] = queue[1:]
	}
	return queue[0], nil
}

func (c *serial) Barrier() error { return c.usable() }

func (c *serial) Create(ranks []int) (Communicator, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	if err := CheckRanks(ranks, 1); err != nil {
		return nil, fmt.Errorf("machenv: serial communicator: create: %w", err)
	}
	return NewSerial(), nil
}

func (c *serial) Free() error {
	if err := c.usable(); err != nil {
		return err
	}
	c.freed, c.queues = true, nil
	return nil
}

// check refuses what no communicator of one rank can do.
func (c *serial) check(rank, tag int) error {
	if err := c.usable(); err != nil {
		return err
	}
	if err := CheckMessage(rank, tag, 1); err != nil {
		return fmt.Errorf("machenv: serial communicator: %w", err)
	}
	return nil
}

func (c *serial) usable() error {
	if c.freed {
		return fmt.Errorf("machenv: serial communicator: %w", ErrFreed)
	}
	return nil
}
