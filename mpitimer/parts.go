package mpitimer

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
)

// WriteParts writes one file for all ranks of a communicator, nil for all ranks of the timers: what
// head writes, then the parts of the ranks in their order. It is collective. Rank 0 writes the file, as
// WriteFile does, and alone calls head; ranks whose part is nil have none.
//
// A rank that does not come to it in time is named in the error, and the file has the others.
func (tm *Timers) WriteParts(comm machenv.Communicator, name string, head func(io.Writer) error, part []byte) error {
	c := collecting{part: part, o: gptlcompat.CollectOptions{Timeout: tm.config.Output.Patience}}
	free := func() error { return nil }
	switch {
	case comm != nil: // messages of the program may be on their way in it
		own, err := machenv.Duplicate(comm)
		if err != nil {
			return fmt.Errorf("mpitimer: communicator of %s: %w", name, err)
		}
		c.comm, free = own, own.Free
	case tm.comm != nil:
		tm.epoch++
		c.comm, c.o.Epoch = tm.comm, tm.epoch
	default:
		c.comm = machenv.Serial()
	}
	problem := c.run(tm, name, head)
	if c.lost != nil {
		return problem // Free would wait for the ranks that are lost
	}
	return errors.Join(problem, free())
}

// collecting is the work on one file for all ranks.
type collecting struct {
	comm  machenv.Communicator
	part  []byte
	o     gptlcompat.CollectOptions
	begun bool
	lost  error // of parts that did not come
}

func (c *collecting) run(tm *Timers, name string, head func(io.Writer) error) error {
	if c.comm.Rank() != 0 {
		if err := gptlcompat.CollectParts(c.comm, c.part, c.o, nil); err != nil {
			c.lost = fmt.Errorf("mpitimer: part of rank %d in %s: %w", c.comm.Rank(), name, err)
		}
		return c.lost
	}
	problem := tm.writeFile(name, func(w io.Writer) error {
		if c.begun {
			return errors.New("the parts of other ranks cannot be collected a second time")
		}
		if err := head(w); err != nil {
			return err
		}
		return c.collect(w)
	})
	if !c.begun { // the other ranks are waiting all the same
		_ = c.collect(nil)
	}
	if c.lost != nil {
		c.lost = fmt.Errorf("mpitimer: %s: %w", name, c.lost)
	}
	return errors.Join(problem, c.lost)
}

// collect writes the parts of all ranks, or lets the ranks go if there is no file.
func (c *collecting) collect(w io.Writer) error {
	c.begun = true
	var failed error
	err := gptlcompat.CollectParts(c.comm, c.part, c.o, func(_ int, part []byte) error {
		if failed = errNoFile; w != nil {
			_, failed = w.Write(part)
		}
		return failed
	})
	if failed == nil || errors.Is(err, gptlcompat.ErrPartLost) {
		c.lost = err // and the file has the others
	}
	return failed
}

var errNoFile = errors.New("there is no file")
