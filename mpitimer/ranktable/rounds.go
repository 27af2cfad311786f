package ranktable

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// Round counts how often a rank has left an operation in which ranks wait for the root, such as MPI_Bcast, on a
// communicator. All ranks of the communicator call it equally often, so ranks with a lower count are late.
type Round struct {
	Call    string
	World   bool          // on MPI_COMM_WORLD
	Members []stats.Range // the ranks of another communicator
	Number  int           // as that of a Wait; of MPI_COMM_WORLD it is 0
	Done    uint64
}

// rounds are those of a rank, none of communicators of which the table does not say enough; nil if calls were lost.
func rounds(calls []byte, entries []mpicall.Entry) []Round {
	if mpicall.Lost(calls) > 0 {
		return nil
	}
	list := []Round{}
	for k := range entries {
		r, is := roundOf(calls, &entries[k])
		if !is {
			continue
		}
		same := slices.IndexFunc(list, func(o Round) bool { return r.compare(&o) == 0 })
		if same < 0 {
			list = append(list, r)
		} else {
			list[same].Done += r.Done
		}
	}
	slices.SortFunc(list, func(a, b Round) int { return a.compare(&b) })
	return list
}

// roundOf is that of the calls of one entry.
func roundOf(calls []byte, e *mpicall.Entry) (r Round, is bool) {
	known := functions.Outlines()
	if e.Function >= len(known) || known[e.Function].Pattern != functions.FromRoot || !known[e.Function].Blocking || e.Synchronising {
		return r, false
	}
	r = Round{Call: strings.TrimSuffix(known[e.Function].Name, "_c"), World: e.Comm == world, Done: e.Calls}
	if r.World {
		return r, true
	}
	g, told := mpicall.GroupOf(calls, e.Comm)
	for _, one := range g.Ranges {
		r.Members = append(r.Members, stats.Range(one))
	}
	r.Number = g.Number
	return r, told && g.Number > 0
}

func (r *Round) compare(o *Round) int {
	byRange := func(a, b stats.Range) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Last, b.Last), cmp.Compare(a.Stride, b.Stride))
	}
	return cmp.Or(strings.Compare(r.Call, o.Call), slices.CompareFunc(r.Members, o.Members, byRange), cmp.Compare(r.Number, o.Number))
}
