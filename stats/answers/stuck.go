package answers

import (
	"cmp"
	"fmt"
	"slices"
)

// stuck says of a run in which all ranks wait, whatever else is found, that they may wait for each other: where all that had not ended
// were in waits when they were last seen, and had been for most of the time that they waited.
func (f *finder) stuck(list []Finding) []Finding {
	k := slices.IndexFunc(list, func(found Finding) bool { return found.Kind == Waiting || found.Kind == Balanced && found.Region >= 0 })
	if k < 0 || f.programs {
		return list
	}
	in, ranks, open := f.openWaits()
	mean := open / float64(max(ranks, 1))
	if ranks == 0 || ranks < f.running() || mean <= max(muchWaiting*f.longest, list[k].Saves/2) {
		return list
	}
	who := Ranks{Count: ranks, Of: f.s.Ranks, First: f.s.Regions[in[0]].Max.Rank}
	if ranks == f.s.Ranks {
		who.Ranges = f.there(0)
	}
	return slices.Insert(slices.Delete(list, k, k+1), 0, Finding{Kind: Stuck, Region: in[0], Around: in[0], And: in[1:], Ranks: who, Saves: mean})
}

// held notes of the first finding for how long the others were in one wait, if that is most of what it is.
func (f *finder) held(list []Finding) []Finding {
	found := &list[0]
	if found.Kind != Slow || f.programs || f.s.Regions[found.Region].Running == 0 {
		return list
	}
	_, ranks, open := f.openWaits()
	mean := open / float64(max(ranks, 1))
	if ranks > 0 && ranks == f.running()-max(found.Ranks.Count, 1) && mean > muchWaiting*f.longest && open > explains*found.Saves*float64(f.s.Ranks) {
		found.Held = mean
	}
	return list
}

// running is how many ranks have not ended.
func (f *finder) running() (ranks int) {
	for _, i := range f.roots() {
		ranks = max(ranks, f.s.Regions[i].Running)
	}
	return ranks
}

// openWaits are the waits in which ranks are, and in no other region inside, those in which they have been longest first, in how many ranks they are,
// and for how long these have been there together.
func (f *finder) openWaits() (in []int, ranks int, open float64) {
	for list := f.roots(); len(list) > 0; {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		here, spent := f.standing(at)
		further := slices.ContainsFunc(f.children[at], func(c int) bool { there, _ := f.standing(c); return there > 0 })
		switch {
		case here == 0:
		case f.s.Regions[at].Communication() || !further && f.isWait(at):
			in, ranks, open = append(in, at), ranks+here, open+spent
		case further:
			list = append(list, f.children[at]...)
		}
	}
	slices.SortStableFunc(in, func(a, b int) int {
		_, before := f.standing(a)
		_, after := f.standing(b)
		return cmp.Compare(after, before)
	})
	return in, ranks, open
}

// standing is how many ranks are in a region, or poll by it, and for how long all of them together have been or done so.
func (f *finder) standing(at int) (ranks int, open float64) {
	for _, p := range f.polls {
		if p.Region == at { // one of its calls may be running just now
			return p.Ranks, p.For
		}
	}
	g := &f.s.Regions[at]
	return g.Running, g.Open.Float64()
}

func (w writer) stuck(f *Finding) string {
	where := w.ofRun(f.Saves) + ", in " + w.names(append([]int{f.Region}, f.And...), " and ")
	switch f.Ranks.Of - f.Ranks.Count {
	case 0:
	case 1:
		return fmt.Sprintf("Ranks may be waiting for one that has ended: all others spent the last %s.", where)
	default:
		return fmt.Sprintf("Ranks may be waiting for some that have ended: all others, %d of %d, spent the last %s.", f.Ranks.Count, f.Ranks.Of, where)
	}
	return fmt.Sprintf("The ranks may be waiting for each other: all of them spent the last %s.", where)
}
