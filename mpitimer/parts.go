package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// collectFile is WriteParts of owner for the ranks that come to a round. Before is the round that they come from, if
// any.
func (tm *Timers) collectFile(ask func(machenv.Question) (*machenv.Verdict, error), before *machenv.Verdict, name string, head func(io.Writer) error, part []byte) error {
	v, err := ask(machenv.Question{Kind: fmt.Sprintf("%s of %.200q", kindParts, name), Prompt: before != nil})
	if err != nil {
		return fmt.Errorf("mpitimer: %s: %w", name, err)
	}
	c := collecting{comm: v.Group, part: part, patience: tm.config.Output.Patience}
	problem := c.run(tm, name, head)
	if len(v.Missing) > 0 && (before == nil || len(v.Missing) > len(before.Missing)) {
		problem = errors.Join(problem, fmt.Errorf("mpitimer: %s: %w: %s", name, machenv.ErrLost, machenv.FormatRanks(v.Missing)))
	}
	return problem
}

// collecting is the work on one file for all ranks.
type collecting struct {
	comm     machenv.Communicator
	part     []byte
	patience time.Duration
	begun    bool
	lost     error // of parts that did not come
}

func (c *collecting) run(tm *Timers, name string, head func(io.Writer) error) error {
	if c.comm.Rank() != 0 {
		if err := machenv.CollectParts(c.comm, c.part, c.patience, nil); err != nil {
			c.lost = fmt.Errorf("mpitimer: part of rank %d in %s: %w", c.comm.Rank(), name, err)
		}
		return c.lost
	}
	problem := tm.WriteFile(name, func(w io.Writer) error {
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
	err := machenv.CollectParts(c.comm, c.part, c.patience, func(_ int, part []byte) error {
		if failed = errNoFile; w != nil {
			_, failed = w.Write(part)
		}
		return failed
	})
	if failed == nil || errors.Is(err, machenv.ErrLost) {
		c.lost = err // and the file has the others
	}
	return failed
}

var errNoFile = errors.New("there is no file")
