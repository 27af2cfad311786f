package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// This file is for reports in other forms than those of Print.

// Reduce returns the Summary of the profiles of all ranks of a communicator on its rank 0, and nil on
// the others. It is collective over the communicator; nil means all ranks of the timers.
//
// The profile is the rank's own, or the result of gptlcompat.ByName for it. For another communicator
// than the timers' it must be in one environment, as ByName's is; the Summary then uses that
// communicator's rank numbers.
func (tm *Timers) Reduce(comm machenv.Communicator, p *stats.Profile) (*stats.Summary, error) {
	rounds := tm.roundsOf(comm)
	problem := error(nil)
	if comm != nil {
		p, problem = renumbered(p, tm.all.Name(), comm)
	}
	v, err := rounds.Open(machenv.Question{Kind: kindReduce})
	if err != nil {
		return nil, fmt.Errorf("mpitimer: reduction: %w", err)
	}
	r := reduction{rounds: rounds, kind: kindReduce, own: p}
	out, err := r.run(v)
	if problem == nil { // where there is no profile there is an error, too
		problem = err
	}
	if v = out.verdict; v != nil && len(v.Missing) > 0 {
		problem = errors.Join(problem, fmt.Errorf("mpitimer: reduction: %w: %s", machenv.ErrLost, machenv.FormatRanks(v.Missing)))
	}
	return out.paths, problem
}

// renumbered is a profile with the numbers that the rank has in another communicator; nil, with which
// a rank can take part as well, if there can be none.
func renumbered(p *stats.Profile, environment string, comm machenv.Communicator) (*stats.Profile, error) {
	for i := range p.Nodes {
		if p.Nodes[i].Environment != 0 {
			return nil, fmt.Errorf("mpitimer: %w: rank %d: region %q is in an environment of its own, which another communicator does not know",
				stats.ErrProfile, p.Rank, p.Nodes[i].Name)
		}
	}
	q := *p
	q.Rank, q.Size = comm.Rank(), comm.Size()
	q.Environments = []stats.Environment{{
		Name: environment, Size: q.Size, Ranks: []stats.Range{{First: 0, Last: q.Size - 1, Stride: 1}},
	}}
	return &q, nil
}
