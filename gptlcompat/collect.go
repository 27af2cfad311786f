package gptlcompat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// CollectTag is the tag under which CollectParts sends its messages.
const CollectTag = machenv.MaxTag - 21

// ErrPartLost reports that a rank did not hand in its part of a file for all ranks. It is the error of all
// collective operations.
var ErrPartLost = machenv.ErrLost

// CollectOptions set how CollectParts works.
type CollectOptions struct {
	// Timeout is how long ranks wait for one that does not come; 0 means without limit.
	Timeout time.Duration

	// Epoch distinguishes the collections on one communicator: leftovers of a collection that a rank came too
	// late for are not taken for the next one's. It is the same on all ranks.
	Epoch uint64
}

// CollectParts brings the parts of a file for all ranks, as E3SM's single_file is, to rank 0 at run
// time. All ranks of comm call it, each with its part; those with none, nil, write nothing. On rank 0
// each is called for every part in the order of ranks, its own among them; it is not called on others.
//
// E3SM passes a token from rank to rank, each of which then appends to the file. Here rank 0 asks one rank
// after another, so that it alone has the file open, holds one part at a time, and needs no file system
// shared by all ranks.
//
// An error of each ends the collection on rank 0, after the other ranks have been let go. The error
// matches [ErrPartLost] for ranks that did not come in time.
func CollectParts(comm machenv.Communicator, part []byte, o CollectOptions, each func(rank int, part []byte) error) error {
	c := collection{comm, o, o.Timeout}
	if comm.Rank() == 0 {
		return c.collect(part, each)
	}
	return c.handIn(part)
}

type collection struct {
	comm    machenv.Communicator
	o       CollectOptions
	timeout time.Duration // remaining patience
}

// Kinds of messages. Every message starts with its epoch and one of them.
const (
	partNone   = byte(iota) // to rank 0: there is no part
	partThere               // to rank 0: there is one
	partWanted              // to the others: send it
	partNoMore              // to the others: keep it
	partSent                // to rank 0: followed by the part
)

const headerSize = 9

// handIn is the part of ranks other than 0.
func (c *collection) handIn(part []byte) error {
	kind := partThere
	if part == nil {
		kind = partNone
	}
	if err := c.send(0, kind, nil); err != nil || part == nil {
		return err
	}
	// Rank 0 waits for one rank that is gone as long as the patience is, and has others before us.
	if c.timeout > 0 {
		c.timeout = 2*c.timeout + time.Duration(c.comm.Rank())*shortWait
	}
	kind, _, err := c.receive(0)
	if err != nil || kind == partNoMore {
		return err
	}
	return c.send(0, partSent, part)
}

// shortWait is how long rank 0 waits for further ranks after it has waited for one in vain: the others have
// been waiting for it in the meantime.
const shortWait = time.Second

// collect is the part of rank 0.
func (c *collection) collect(own []byte, each func(int, []byte) error) error {
	var problem error
	if own != nil {
		problem = each(0, own)
	}
	failed := problem != nil
	for rank := 1; rank < c.comm.Size(); rank++ {
		part, err := c.ask(rank, !failed)
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("%w: rank %d: %w", ErrPartLost, rank, err))
			c.timeout = min(c.timeout, shortWait)
			continue
		}
		if part != nil && !failed {
			if err := each(rank, part); err != nil {
				problem, failed = errors.Join(problem, err), true
			}
		}
	}
	return problem
}

// ask gets the part of a rank, nil if it has none, or lets the rank go.
func (c *collection) ask(rank int, wanted bool) ([]byte, error) {
	kind, _, err := c.receive(rank)
	if err != nil || kind == partNone {
		return nil, err
	}
	if !wanted {
		return nil, c.send(rank, partNoMore, nil)
	}
	if err := c.send(rank, partWanted, nil); err != nil {
		return nil, err
	}
	_, part, err := c.receive(rank)
	return part, err
}

func (c *collection) send(to int, kind byte, part []byte) error {
	message := binary.LittleEndian.AppendUint64(make([]byte, 0, headerSize+len(part)), c.o.Epoch)
	message = append(append(message, kind), part...)
	return c.comm.Send(to, CollectTag, message, c.timeout)
}

// receive takes the next message of this collection.
func (c *collection) receive(from int) (kind byte, part []byte, err error) {
	for {
		message, err := c.comm.Recv(from, CollectTag, c.timeout)
		if err != nil {
			return 0, nil, err
		}
		if len(message) < headerSize || message[headerSize-1] > partSent {
			return 0, nil, fmt.Errorf("message of %d bytes is none of a collection", len(message))
		}
		if binary.LittleEndian.Uint64(message) == c.o.Epoch {
			return message[headerSize-1], message[headerSize:], nil
		}
	}
}
