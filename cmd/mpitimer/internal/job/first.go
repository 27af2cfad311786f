package job

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// First is who of the ranks that died was the first: by their last signs of life, of which a rank that lives gives one each
// second. It is joined of what nodes know, and the same however they are joined.
type First struct {
	Seen map[int64][]stats.Range // the ranks, one of which it is, by the second in which they were last seen
	Next int64                   // the second in which the first of the others was last seen; 0 if there are none
}

// apart is by how many seconds last signs of life differ of ranks that did not die together: one, and what a busy machine
// and the clocks of several nodes may add.
const apart = 3

// firstOf is that of ranks of this node.
func firstOf(died []*Rank) (f First) {
	seconds := make(map[int64][]int)
	for _, r := range died {
		if !r.LastSeen.IsZero() {
			seconds[r.LastSeen.Unix()] = append(seconds[r.LastSeen.Unix()], r.Rank)
		}
	}
	for at, ranks := range seconds {
		f = f.join(First{Seen: map[int64][]stats.Range{at: cli.RangesOf(ranks)}}, 0)
	}
	return f
}

// join adds other ranks, by whose clock it is so much earlier.
func (f First) join(o First, later time.Duration) First {
	shift := int64(later.Round(time.Second) / time.Second)
	all := First{Seen: maps.Clone(f.Seen), Next: f.Next}
	if all.Seen == nil {
		all.Seen = make(map[int64][]stats.Range)
	}
	for at, ranks := range o.Seen {
		all.Seen[at+shift] = JoinRanges(all.Seen[at+shift], ranks)
	}
	if o.Next != 0 {
		all.others(o.Next + shift)
	}
	first := all.second()
	for at := range all.Seen {
		if at-first >= apart {
			all.others(at)
			delete(all.Seen, at)
		}
	}
	return all
}

// others notes when other ranks were last seen.
func (f *First) others(at int64) {
	if f.Next == 0 || at < f.Next {
		f.Next = at
	}
}

// second is that of the first.
func (f *First) second() (first int64) {
	for at := range f.Seen {
		if first == 0 || at < first {
			first = at
		}
	}
	return first
}

// Known lists the ranks one of which died first; none if that is not known.
func (f *First) Known() (ranks []stats.Range) {
	if f.Next == 0 {
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(f.Seen)) {
		ranks = JoinRanges(ranks, f.Seen[at])
	}
	return ranks
}

// DiedFirst is who of the ranks was the first to die, and how much longer the others lived; empty if that is not known.
func (m *Moment) DiedFirst() string {
	for _, f := range m.Fates() {
		ranks := f.First.Known()
		if len(ranks) == 0 {
			continue
		}
		noun := "rank"
		if cli.Count(ranks) > 1 {
			noun = "one of"
		}
		lived := time.Duration(f.First.Next-f.First.second()) * time.Second
		return fmt.Sprintf("%s %s died first, last seen %s before the others", noun, tree.Ranks(ranks), cli.Age(lived))
	}
	return ""
}
