// Package answers finds in what was measured which ranks are slow, where, who waits for them, and what could be won: findings
// as data, and the one sentence for each that every view of a run shows.
package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// Kind is the kind of a finding.
type Kind string

const (
	// Slow: some ranks have more to do in a region than others.
	Slow Kind = "slow"
	// Between: the ranks of an environment have more to do than others, which wait for them. None of them is to blame.
	Between Kind = "between"
	// Waiting: all ranks wait for longer than the other findings explain. Balance does not save that, which Saves is here.
	Waiting Kind = "waiting"
	// Stuck: all ranks that had not ended were in waits when they were last seen, and had been for long: for Saves, on average, in Region
	// and in And, of different ranks. They may wait for each other, or for those that have ended. It comes first.
	Stuck Kind = "stuck"
	// Within: the goroutines or threads of every rank differ in Region, and Around may wait for them. It comes last, beside what is
	// found between ranks.
	Within Kind = "within"
	// Undecided: times alone do not tell in which of several regions ranks have more to do and in which the others wait.
	Undecided Kind = "undecided"
	// Balanced: there is nothing to win by balance, as far as is known; Because says what is not.
	Balanced Kind = "balanced"
	// Unknown: nothing can be said; Because says why.
	Unknown Kind = "unknown"
)

// Certainty says how sure a finding is.
type Certainty string

const (
	// Recorded: the record tells useful time from waiting.
	Recorded Certainty = "recorded"
	// Inferred: only one explanation fits the times.
	Inferred Certainty = "inferred"
	// OneOf: one of several explanations, all of them given.
	OneOf Certainty = "one of several"
	// NotKnown: nothing can be said.
	NotKnown Certainty = "not known"
)

// Ranks is a set of ranks, as far as it is known.
type Ranks struct {
	Count  int           `json:"count"`            // 0: not known
	Of     int           `json:"of"`               // ranks that ran the region
	First  int           `json:"first"`            // one of them, the slowest
	Ranges []stats.Range `json:"ranges,omitempty"` // all of them; nil: only First is known
}

// has reports whether a rank is one of them.
func (r *Ranks) has(rank int) bool {
	return hasRank(r.Ranges, rank)
}

func hasRank(ranges []stats.Range, rank int) bool {
	return slices.ContainsFunc(ranges, func(each stats.Range) bool { return each.Has(rank) })
}

// A Finding is one answer. Regions are indices in Summary.Regions, times nanoseconds.
type Finding struct {
	Kind   Kind `json:"kind"`
	Region int  `json:"region"`        // of a Balanced one that in which all ranks wait, -1 if they wait little
	Around int  `json:"around"`        // the region around it, or Region, whose ranks differ as they do in Region
	Own    bool `json:"own,omitempty"` // it is in the region itself, outside of those below

	// Goroutines are regions below it on other goroutines, for which it may wait, of an Own one.
	Goroutines []int `json:"goroutines,omitempty"`

	And   []int     `json:"and,omitempty"`   // regions beside it in which these ranks have more to do as well, by less; of a Stuck one, in which others wait
	Parts []float64 `json:"parts,omitempty"` // of Saves, what each of And saves; nil: not known

	Ranks Ranks   `json:"ranks"`
	Saves float64 `json:"saves"`           // of the run, of its slowest rank; a second that two findings could save is in one of them
	Waits []int   `json:"waits,omitempty"` // the regions in which the others wait

	// Either are further explanations of the same times, of an Undecided finding: its Region, Ranks and Waits are the first.
	Either []Finding `json:"either,omitempty"`

	// Held is for how long all other ranks that have not ended were in one wait for these when they were last seen, in nanoseconds, of a
	// Slow finding if that is most of what it saves: these may hang.
	Held float64 `json:"held,omitempty"`

	Because string `json:"because,omitempty"` // why it is not known

	Sure Certainty `json:"sure"`

	// Since is in which steps of the program it is so; nil if nothing is known of steps. See Of.
	Since *steps.Since `json:"since,omitempty"`

	Evidence *Evidence `json:"evidence,omitempty"` // where it can be seen; nil: no rank shows it more than others
}

// Evidence points to a finding in the record: a rank and, where steps are known, one of its steps. Other ranks may be
// in another step at that time.
type Evidence struct {
	Rank   int     `json:"rank"`
	Track  int     `json:"track"`            // the slowest of the rank in the region
	Region string  `json:"region,omitempty"` // as the steps name it; "": nothing is known of steps
	Step   int     `json:"step,omitempty"`   // its number
	From   float64 `json:"from,omitempty"`   // when the rank began that step, nanoseconds since the start of the timeline, …
	To     float64 `json:"to,omitempty"`     // … and when it ended it; both 0 if that is not known
}
