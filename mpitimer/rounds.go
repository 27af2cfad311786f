package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
)

// This file is how the ranks come together: in rounds, which have an end also if ranks do not come.

// The operations that ranks may call, as they are told where they do not match.
const (
	kindInitialize = "Initialize"
	kindPrint      = "Print"
	kindCheckpoint = "Checkpoint"
	kindFinalize   = "Finalize"
	kindReduce     = "Reduce"
	kindParts      = "WriteParts"
)

// yes is what a rank brings to a round in which all are asked whether something went well.
func yes(well bool) []byte {
	if well {
		return []byte{1}
	}
	return []byte{0}
}

// both joins as many answers, each yes where both are.
func both(mine, theirs []byte) []byte {
	joined := make([]byte, min(len(mine), len(theirs)))
	for i := range joined {
		joined[i] = yes(allSaidYes(mine[i:i+1]) && allSaidYes(theirs[i:i+1]))[0]
	}
	return joined
}

func allSaidYes(answer []byte) bool { return len(answer) == 1 && answer[0] == 1 }

// settleComm finds out which ranks are there, and takes the configuration of rank 0 with them and a
// communicator of their own for the reports.
func (tm *Timers) settleComm(s *settings) (c Config, run string, problem error) {
	comm := tm.engine.Registry.Default().Comm()
	rounds := machenv.RoundsOf(comm, s.patience())
	var chosen *shared
	var wrong error
	v, err := rounds.Open(machenv.Question{Kind: kindInitialize, Decide: func([]byte, []int) []byte {
		if chosen, wrong = s.share(); comm.Size() == 1 {
			return nil
		}
		return chosen.encode()
	}})
	tm.comm, tm.rounds = comm, rounds
	if chosen == nil {
		chosen, wrong = s.heard(v)
	}
	c, run, problem, tm.attached.asked = chosen.config, chosen.run, wrong, chosen.asked
	if err != nil {
		tm.complete = false
		return c, run, errors.Join(problem, fmt.Errorf("mpitimer: %w", err))
	}
	if tm.complete = len(v.Missing) == 0; !tm.complete {
		return c, run, errors.Join(problem, fmt.Errorf("mpitimer: %w: %s of %d did not come to Initialize", machenv.ErrLost, machenv.FormatRanks(v.Missing), comm.Size()))
	}
	return c, run, errors.Join(problem, tm.duplicate(c))
}

// duplicate makes a communicator for the reports, so that no message meets the program's. Where one rank
// cannot, all use the program's own, under tags that are not the program's.
func (tm *Timers) duplicate(c Config) error {
	if tm.comm.Size() == 1 {
		return nil
	}
	own, problem := machenv.Duplicate(tm.comm)
	v, err := tm.rounds.Ask(machenv.Question{Kind: "communicator for the reports", Own: yes(problem == nil), Join: both, Prompt: true})
	if err != nil {
		tm.complete = false
		return fmt.Errorf("mpitimer: %w", err)
	}
	if tm.complete = len(v.Missing) == 0; tm.complete && allSaidYes(v.Answer) {
		v.Group.Nodes() // now, and not in the first report
		// A rank that has not heard of it, because the one that was to tell it is lost, hears it now.
		if _, err := tm.rounds.Ask(machenv.Question{Kind: "communicator agreed upon", Prompt: true, Heard: true}); err != nil {
			return fmt.Errorf("mpitimer: %w", err)
		}
		tm.comm, tm.free = own, own.Free
		tm.rounds = tm.rounds.Succeed(own, c.Output.Patience)
		return nil
	}
	if !tm.complete {
		return tm.lost(v)
	}
	return nil
}

// lost is the error of ranks that are missing in a round; nil if there are none.
func (tm *Timers) lost(v *machenv.Verdict) error {
	if v == nil || len(v.Missing) == 0 {
		return nil
	}
	return fmt.Errorf("mpitimer: %w: %s of %d", machenv.ErrLost, machenv.FormatRanks(v.Missing), tm.comm.Size())
}

// speaks reports whether this rank is the one that makes the report of those that took part in a round.
func speaks(v *machenv.Verdict) bool { return v != nil && v.Group != nil && v.Group.Rank() == 0 }

// open begins a collective operation. Ranks that call different ones get an error, all of them; the last
// operation then waits for the others to come to it.
func (tm *Timers) open(q machenv.Question) (*machenv.Verdict, error) {
	const most = 1000
	v, err := tm.rounds.Open(q)
	for tries := 1; q.Last && errors.Is(err, machenv.ErrMismatch) && tries < most; tries++ {
		tm.mismatched = err
		v, err = tm.rounds.Open(q)
	}
	if err != nil {
		err = fmt.Errorf("mpitimer: %w", err)
	}
	return v, err
}

// roundsOf is the rounds of a communicator of the program; nil stands for that of the timers.
func (tm *Timers) roundsOf(comm machenv.Communicator) *machenv.Rounds {
	if comm == nil {
		return tm.rounds
	}
	return machenv.RoundsOf(comm, tm.config.Output.Patience)
}
