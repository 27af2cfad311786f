package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// reduction is a reduction over the ranks that are there.
type reduction struct {
	rounds *machenv.Rounds
	kind   string
	own    []*stats.Profile // what is reduced, one after the other
	lost   func(missing []int) []*stats.Profile
}

// attempts is how often a reduction is begun again because ranks were lost in it.
const attempts = 3

// run reduces over the ranks of a round. If some of them are lost on the way, the others begin again. It
// returns the last round, in which all ranks that are left have come through, and the Summaries on the one
// that speaks for them.
func (r *reduction) run(v *machenv.Verdict) (*machenv.Verdict, []*stats.Summary, error) {
	for range attempts {
		summaries, problem := r.reduce(v)
		next, err := r.rounds.Ask(machenv.Question{Kind: r.kind + ", reduced", Own: yes(!errors.Is(problem, machenv.ErrLost)), Join: both, Prompt: true})
		if err != nil {
			return nil, nil, fmt.Errorf("mpitimer: %w", err)
		}
		if v = next; allSaidYes(v.Answer) {
			return v, summaries, problem
		}
	}
	return v, nil, fmt.Errorf("mpitimer: %w: ranks were lost in each of %d reductions", machenv.ErrLost, attempts)
}

// reduce is one attempt.
func (r *reduction) reduce(v *machenv.Verdict) ([]*stats.Summary, error) {
	var others []*stats.Profile
	if r.lost != nil {
		others = r.lost(v.Wards)
	}
	var summaries []*stats.Summary
	var problem error
	for i, p := range r.own {
		list := others
		if i > 0 {
			list = allByName(others)
		}
		s, err := stats.Reduce(v.Group, p, stats.Options{Timeout: v.Group.Prompt(), Epoch: uint64(i), Others: list, Nodes: v.Group.Nodes()})
		if err == nil && s != nil { // another rank may have noticed
			err = v.Lacks(s.Missing)
		}
		summaries = append(summaries, s)
		if err != nil && problem == nil { // the second reduction fails for the same reason
			problem = fmt.Errorf("mpitimer: reduction over ranks: %w", err)
		}
	}
	return summaries, problem
}

func allByName(profiles []*stats.Profile) []*stats.Profile {
	var list []*stats.Profile
	for _, p := range profiles {
		list = append(list, gptlcompat.ByName(p))
	}
	return list
}

// reduced is what a report is made of.
type reduced struct {
	verdict *machenv.Verdict
	paths   *stats.Summary // by call path, on the rank that speaks for all
	names   *stats.Summary // by name, which cannot be had from the other
}

// reduceFor reduces for a report, over the ranks that took part in a round. That some are missing is no error
// yet.
func (tm *Timers) reduceFor(kind string, v *machenv.Verdict, p *stats.Profile, named bool) (reduced, error) {
	r := reduction{rounds: tm.rounds, kind: kind, own: []*stats.Profile{p}, lost: tm.profilesOfLost}
	if named {
		r.own = append(r.own, gptlcompat.ByName(p))
	}
	v, summaries, problem := r.run(v)
	if v == nil {
		return reduced{}, problem
	}
	out := reduced{verdict: v}
	if speaks(v) && len(summaries) > 0 {
		if out.paths = summaries[0]; named {
			out.names = summaries[1]
		}
	}
	return out, problem
}

// reduceAlone is for a rank that reaches no other. Rank 0 tells what it knows; of the others the tables
// stay.
func (tm *Timers) reduceAlone(p *stats.Profile) (out reduced, problem error) {
	if tm.rank() != 0 {
		return out, nil
	}
	out.paths, problem = stats.Merge([]*stats.Profile{p})
	var err error
	out.names, err = stats.Merge([]*stats.Profile{gptlcompat.ByName(p)})
	return out, errors.Join(problem, err)
}

// isAlone reports whether an error of a round says that this rank reaches no other, and not that it is late.
func isAlone(err error) bool {
	return errors.Is(err, machenv.ErrLost) && !errors.Is(err, machenv.ErrLate)
}
