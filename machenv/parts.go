package machenv

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// tagParts is the tag under which CollectParts sends its messages.
const tagParts = MaxTag - 21

// CollectParts brings the parts of a common file of all ranks, such as E3SM's single_file, to rank 0.
// All ranks of comm call it, each with its part; ranks with a nil part write nothing. On rank 0,
// CollectParts calls each for every part in rank order, including its own; it does not call it on other
// ranks. The timeout is how long ranks wait for a missing one; 0: for as long as it takes.
//
// E3SM passes a token from rank to rank, and each rank then appends to the file. Here rank 0 asks one
// rank after the other. It alone has the file open, holds one part at a time, and needs no file system
// shared by all ranks.
//
// An error of each ends the collection on rank 0, after the other ranks have been released. The error
// matches [ErrLost] for ranks that did not arrive in time. Their late messages would count as part of
// the next collection, except on a [Group], which drops messages of an earlier round.
func CollectParts(comm Communicator, part []byte, timeout time.Duration, each func(rank int, part []byte) error) error {
	c := collection{comm, timeout}
	if comm.Rank() == 0 {
		return c.collect(part, each)
	}
	return c.handIn(part)
}

type collection struct {
	comm    Communicator
	timeout time.Duration // what is left of the patience
}

// What a message is. Every message begins with one of them.
const (
	partNone   = byte(iota) // to rank 0: there is no part
	partThere               // to rank 0: there is one
	partWanted              // to the others: send it
	partNoMore              // to the others: keep it
	partSent                // to rank 0: followed by the part
)

// handIn is what ranks other than 0 do.
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

// shortWait is how long rank 0 waits for further ranks when it has waited for one in vain: the others
// have been waiting for it in the meantime.
const shortWait = time.Second

// collect is what rank 0 does.
func (c *collection) collect(own []byte, each func(int, []byte) error) error {
	var problem error
	if own != nil {
		problem = each(0, own)
	}
	failed := problem != nil
	for rank := 1; rank < c.comm.Size(); rank++ {
		part, err := c.ask(rank, !failed)
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("%w: rank %d: %w", ErrLost, rank, err))
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
	return c.comm.Send(to, tagParts, append([]byte{kind}, part...), c.timeout)
}

func (c *collection) receive(from int) (kind byte, part []byte, err error) {
	message, err := c.comm.Recv(from, tagParts, c.timeout)
	if err != nil {
		return 0, nil, err
	}
	if len(message) == 0 || message[0] > partSent {
		return 0, nil, fmt.Errorf("message of %d bytes is none of a collection", len(message))
	}
	return message[0], message[1:], nil
}

// WriteParts writes the parts of all ranks into one file behind what head writes, with CollectParts. Rank 0 alone calls
// write, to write the file whole or not at all, and head. Failed is the error of the file, and lost that of parts that did
// not come; the file then has the others. It is collective.
func WriteParts(comm Communicator, part []byte, timeout time.Duration, head func(io.Writer) error, write func(func(io.Writer) error) error) (failed, lost error) {
	if comm.Rank() != 0 {
		return nil, CollectParts(comm, part, timeout, nil)
	}
	begun := false
	collect := func(w io.Writer) error { // without a file it lets the other ranks go
		begun = true
		var wrong error
		err := CollectParts(comm, part, timeout, func(_ int, part []byte) error {
			if wrong = errNoFile; w != nil {
				_, wrong = w.Write(part)
			}
			return wrong
		})
		if wrong == nil || errors.Is(err, ErrLost) {
			lost = err
		}
		return wrong
	}
	failed = write(func(w io.Writer) error {
		if begun {
			return errors.New("the parts of other ranks cannot be collected a second time")
		}
		if err := head(w); err != nil {
			return err
		}
		return collect(w)
	})
	if !begun { // the other ranks are waiting all the same
		_ = collect(nil)
	}
	return failed, lost
}

var errNoFile = errors.New("there is no file")
