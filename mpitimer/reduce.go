package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// reduction is a reduction over the ranks that are there.
type reduction struct {
	rounds *machenv.Rounds
	kind   string
	own    *stats.Profile
	named  bool // by name as well
	plain  bool // what is known by call path says it by name, unless ranks are missing
	lost   func(missing []int) []*stats.Profile
}

// attempts is how often a reduction is begun again because ranks were lost in it.
const attempts = 3

// run reduces over the ranks of a round. If some of them are lost on the way, the others begin again. It
// returns the last round, in which all ranks that are left have come through, and the Summaries on the one
// that speaks for them.
func (r *reduction) run(v *machenv.Verdict) (reduced, error) {
	for attempt := range attempts {
		// Ranks that came to the round and seem lost may only be slow, on a machine that has too much to do.
		patience := v.Group.Prompt() << (2 * attempt)
		out, problem := r.reduce(v, patience)
		next, err := r.rounds.Ask(machenv.Question{Kind: r.kind + ", reduced", Own: yes(!errors.Is(problem, machenv.ErrLost)), Join: both, Prompt: true, Patience: patience})
		if err != nil {
			return reduced{}, fmt.Errorf("mpitimer: %w", err)
		}
		if v = next; allSaidYes(v.Answer) {
			out.verdict = v
			return out, problem
		}
	}
	return reduced{verdict: v}, fmt.Errorf("mpitimer: %w: ranks were lost in each of %d reductions", machenv.ErrLost, attempts)
}

// reduce is one attempt, in which ranks wait so long for each other.
func (r *reduction) reduce(v *machenv.Verdict, patience time.Duration) (out reduced, err error) {
	out.verdict = v
	options := stats.ReduceOptions{Timeout: patience, Nodes: v.Group.Nodes()}
	if r.lost != nil {
		options.Others = r.lost(v.Wards)
	}
	plain := r.plain && len(v.Missing) == 0
	if r.named && !plain {
		out.paths, out.names, err = stats.ReduceBoth(v.Group, r.own, gptlcompat.ByName, options)
	} else if out.paths, err = stats.Reduce(v.Group, r.own, options); r.named && out.paths != nil {
		out.names = gptlcompat.NamesOf(out.paths, r.own)
	}
	if err == nil && out.paths != nil { // another rank may have noticed
		err = v.Lacks(out.paths.Missing)
	}
	if err != nil {
		err = fmt.Errorf("mpitimer: reduction over ranks: %w", err)
	}
	return out, err
}

// reduced is what a report is made of.
type reduced struct {
	verdict *machenv.Verdict
	paths   *stats.Summary // by call path, on the rank that speaks for all
	names   *stats.Summary // by name, which cannot be had from the other
	rank    func() error   // the end of the rank's own file, if that was begun before
}

// reduceFor reduces for a report, over the ranks that took part in a round. That some are missing is no error
// yet.
func (tm *Timers) reduceFor(kind string, v *machenv.Verdict, p *stats.Profile, named bool) (reduced, error) {
	r := reduction{rounds: tm.rounds, kind: kind, own: p, named: named, lost: tm.profilesOfLost}
	return r.run(v)
}

// plainSum is what a rank brings to the last round about its tree: a hash, or nothing if the Summary by name cannot be read
// off the one by call path. Sources add rows of their own later.
func (tm *Timers) plainSum(p *stats.Profile) []byte {
	isSource := func(each *attachment) bool { return each.source != nil }
	if !tm.needsNames() || slices.ContainsFunc(tm.attached.list, isSource) || !gptlcompat.Plain(p) {
		return nil
	}
	return p.TreeSum()
}

// alike joins what ranks bring to the last round: two yes or no, and behind them what they have in common.
func alike(mine, theirs []byte) []byte {
	joined := both(mine[:min(2, len(mine))], theirs[:min(2, len(theirs))])
	if len(joined) == 2 && bytes.Equal(mine[2:], theirs[2:]) {
		joined = append(joined, mine[2:]...)
	}
	return joined
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
