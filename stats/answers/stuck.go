package answers

import (
	"cmp"
	"fmt"
	"slices"
)

// stuck says of a run in which all ranks wait, whatever else is found, that they may wait for each other: where all were in waits
// when they were last seen, and had been for most of the time that they waited.
func (f *finder) stuck(list []Finding) []Finding {
	k := slices.IndexFunc(list, func(found Finding) bool { return found.Kind == Waiting || found.Kind == Balanced && found.Region >= 0 })
	if k < 0 {
		return list
	}
	in, ranks, open := f.openWaits()
	mean := open / float64(max(f.s.Ranks, 1))
	if ranks < f.s.Ranks || mean <= max(muchWaiting*f.longest, list[k].Saves/2) {
		return list
	}
	all := Ranks{Count: f.s.Ranks, Of: f.s.Ranks, Ranges: f.there(0)}
	return slices.Insert(slices.Delete(list, k, k+1), 0, Finding{Kind: Stuck, Region: in[0], Around: in[0], And: in[1:], Ranks: all, Saves: mean})
}

// openWaits are the outermost waits in which ranks are, those in which they have been longest first, in how many ranks they are,
// and for how long these have been there together.
func (f *finder) openWaits() (in []int, ranks int, open float64) {
	for list := f.roots(); len(list) > 0; {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		g := &f.s.Regions[at]
		switch {
		case g.Running == 0:
		case g.Communication():
			in, ranks, open = append(in, at), ranks+g.Running, open+g.Open.Float64()
		default:
			list = append(list, f.children[at]...)
		}
	}
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(f.s.Regions[b].Open.Float64(), f.s.Regions[a].Open.Float64()) })
	return in, ranks, open
}

func (w writer) stuck(f *Finding) string {
	return fmt.Sprintf("The ranks may be waiting for each other: all of them spent the last %s, in %s.", w.ofRun(f.Saves), w.names(append([]int{f.Region}, f.And...), " and "))
}
