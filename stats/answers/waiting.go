package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
)

// muchWaiting is how much of the run all ranks wait where that is told.
const muchWaiting = 0.1

// besides adds to findings how long all ranks wait beyond what these give back, where that is much: a user who mends them would wonder
// where the time is. Even the rank that has most to do waits that long. It is never the first.
func (f *finder) besides(list []Finding) []Finding {
	root := f.longestRoot()
	if !f.recorded || f.programs || f.short >= 0 || root < 0 || f.useful[root] == nil || f.lacking(root) > 0 {
		return list
	}
	own := f.ofTimers(root)
	rest := f.waiting[root] - own
	for i := range list {
		if list[i].Kind != Slow && list[i].Kind != Between { // and what is told beside them is not certain
			return list
		}
		rest -= list[i].Saves
	}
	if rest = min(rest, f.longest-float64(f.useful[root].Max.Value)-own) - f.unsettled(root); rest <= muchWaiting*f.longest {
		return list
	}
	at := f.longestWait()
	if at < 0 {
		return list
	}
	place := 1
	for place < len(list) && list[place].Saves >= rest {
		place++
	}
	return slices.Insert(list, place, Finding{Kind: Waiting, Region: at, Around: at, Ranks: Ranks{Count: f.s.Ranks, Of: f.s.Ranks, Ranges: f.there(0)}, Saves: rest})
}

// longestWait is the region in which all ranks wait longest, outside of those below it where they wait too.
func (f *finder) longestWait() int {
	best, most := -1, 0.0
	for i := range f.s.Regions {
		g := &f.s.Regions[i]
		if g.Parent < 0 && startsMPI(g) {
			continue
		}
		own := (f.ownWaiting(i) - f.ofTimers(i)) * float64(g.Ranks) / float64(max(f.s.Ranks, 1))
		if f.isWait(i) && g.Ranks == f.s.Ranks && g.Min.Rank >= 0 {
			own = min(own, float64(g.Min.Value))
		}
		if own > most {
			best, most = i, own
		}
	}
	return best
}

// ofTimers is how long ranks wait for each other in the timers' own rounds, as in one that makes an environment or prints a report: where
// the calls of MPI are recorded, outside of these in a region that stands in no other, unless that polls.
func (f *finder) ofTimers(i int) float64 {
	if g := &f.s.Regions[i]; g.Parent >= 0 || g.Communication() || f.useful[i] == nil {
		return 0
	}
	polls := func(c int) bool { return stats.Polls(f.s.Regions[c].Name) }
	if !efficiency.Called(f.s) || slices.ContainsFunc(f.children[i], polls) {
		return 0
	}
	return max(f.ownWaiting(i), 0)
}
