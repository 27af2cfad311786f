package job

import (
	"slices"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Operation is one in which ranks wait for the root, on a communicator. Two that are equal are the same.
type Operation struct {
	Call    string
	World   bool
	Members [9]stats.Range // those of no stride are none
	Number  int
}

// Rounds is how often ranks have come out of an operation with a root, as it is sent.
type Rounds struct {
	Operation
	Done  uint64
	Ranks []stats.Range
}

// mostRounds bounds them in a digest. Without those of a rank it is not known whether that is late.
const mostRounds = 512

func operationOf(r *ranktable.Round) Operation {
	o := Operation{Call: r.Call, World: r.World, Number: r.Number}
	copy(o.Members[:], r.Members)
	return o
}

// sentRounds are those of the moment, and the ranks of which they are all there.
func (m *Moment) sentRounds() (list []Rounds, counted []stats.Range) {
	type which struct {
		Operation
		done uint64
	}
	at := make(map[which]int)
	ranks := [][]int{}
	var all []int
	for i := range m.Ranks {
		r := &m.Ranks[i]
		if r.Rounds == nil || len(list)+len(r.Rounds) > mostRounds {
			continue
		}
		all = append(all, r.Rank)
		for k := range r.Rounds {
			w := which{operationOf(&r.Rounds[k]), r.Rounds[k].Done}
			n, is := at[w]
			if !is {
				n = len(list)
				at[w] = n
				list, ranks = append(list, Rounds{Operation: w.Operation, Done: w.done}), append(ranks, nil)
			}
			ranks[n] = append(ranks[n], r.Rank)
		}
	}
	for n := range list {
		list[n].Ranks = cli.RangesOf(ranks[n])
	}
	return list, cli.RangesOf(all)
}

// joinRounds takes in those of another digest, unless there are too many.
func (d *Digest) joinRounds(o *Digest) {
	joined := slices.Clone(d.Rounds)
	for _, r := range o.Rounds {
		i := slices.IndexFunc(joined, func(k Rounds) bool { return k.Operation == r.Operation && k.Done == r.Done })
		if i < 0 {
			joined = append(joined, r)
		} else {
			joined[i].Ranks = JoinRanges(joined[i].Ranks, r.Ranks)
		}
	}
	if len(joined) <= mostRounds {
		d.Rounds, d.Counted = joined, JoinRanges(d.Counted, o.Counted)
	}
}

// behindRoots looks after ranks that wait in an operation whose root has gone on from it already: they wait for one of
// those that have not come to it yet, through which MPI sends what the root has sent.
func (m *Moment) behindRoots(waits []waiting) []waiting {
	if !slices.ContainsFunc(waits, func(w waiting) bool { return w.Round > 0 }) {
		return waits
	}
	rounds, counted := m.sentRounds()
	if m.far != nil {
		rounds, counted = m.far.Rounds, m.far.Counted
	}
	type which struct {
		Operation
		round uint64
	}
	in := make(map[which][]int)
	for i := range waits {
		if w := &waits[i]; w.Round > 0 {
			key := which{w.Rooted, w.Round}
			in[key] = append(in[key], w.rank)
		}
	}
	late := make(map[which][]int)
	for key := range in {
		late[key] = lateFor(key.Operation, key.round, rounds, counted, in[key])
	}
	waits = slices.Clone(waits)
	for i := range waits {
		w := &waits[i]
		if w.Round == 0 || doneBy(w.Partner, w.Rooted, rounds) < w.Round {
			continue // the root has yet to come, or is in it
		}
		ranks := late[which{w.Rooted, w.Round}]
		if w.Whom = ranktable.NotKnown; len(ranks) > 0 {
			w.Whom, w.Partner = ranktable.Several, ranks[0]
			w.Further = copy(w.Others[:], ranks[1:])
			w.More = len(ranks) > 1+len(w.Others)
		}
	}
	return waits
}

// doneBy is how often a rank has come out of an operation, as far as is known.
func doneBy(rank int, o Operation, rounds []Rounds) (done uint64) {
	for i := range rounds {
		if r := &rounds[i]; r.Operation == o && Within(r.Ranks, rank) {
			done = max(done, r.Done)
		}
	}
	return done
}

// lateFor are the ranks that have not come to a round of an operation, ascending: of those of its communicator of which
// that is known, and which are not in it.
func lateFor(o Operation, round uint64, rounds []Rounds, counted []stats.Range, in []int) (late []int) {
	gone := make(map[int]bool)
	for i := range rounds {
		if r := &rounds[i]; r.Operation == o && r.Done >= round {
			for _, rank := range RanksOf(r.Ranks) {
				gone[rank] = true
			}
		}
	}
	for _, rank := range in {
		gone[rank] = true
	}
	members := slices.DeleteFunc(slices.Clone(o.Members[:]), func(r stats.Range) bool { return r.Stride < 1 })
	for _, rank := range RanksOf(counted) {
		if !gone[rank] && (o.World || Within(members, rank)) {
			late = append(late, rank)
		}
	}
	return late
}
