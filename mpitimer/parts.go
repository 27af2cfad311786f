package mpitimer

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/machenv"
)

// collectFile is WriteParts of owner for the ranks that come to a round. Before is the round that they come from, if
// any.
func (tm *Timers) collectFile(ask func(machenv.Question) (*machenv.Verdict, error), before *machenv.Verdict, name string, head func(io.Writer) error, part []byte) error {
	v, err := ask(machenv.Question{Kind: fmt.Sprintf("%s of %.200q", kindParts, name), Prompt: before != nil})
	if err != nil {
		return fmt.Errorf("mpitimer: %s: %w", name, err)
	}
	problem, lost := machenv.WriteParts(v.Group, part, tm.config.Output.Patience, head, func(write func(io.Writer) error) error { return tm.WriteFile(name, write) })
	switch rank := v.Group.Rank(); {
	case lost == nil:
	case rank == 0:
		problem = errors.Join(problem, fmt.Errorf("mpitimer: %s: %w", name, lost))
	default:
		problem = fmt.Errorf("mpitimer: part of rank %d in %s: %w", rank, name, lost)
	}
	if len(v.Missing) > 0 && (before == nil || len(v.Missing) > len(before.Missing)) {
		problem = errors.Join(problem, fmt.Errorf("mpitimer: %s: %w: %s", name, machenv.ErrLost, machenv.FormatRanks(v.Missing)))
	}
	return problem
}
