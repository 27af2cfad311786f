package answers

import (
	"cmp"
	"slices"
)

// leastTogether is in how many regions the same ranks are slow where one finding says so: a slow node is, or too much of everything.
const leastTogether = 3

// together makes one of the findings of the same ranks in several regions beside each other, for which others wait in the same place.
func (f *finder) together(list []Finding) []Finding {
	merged := make([]bool, len(list))
	for k := range list {
		var beside []int
		for n := k + 1; n < len(list); n++ {
			if !merged[n] && f.beside(&list[k], &list[n]) {
				beside = append(beside, n)
			}
		}
		if merged[k] || len(beside)+1 < leastTogether {
			continue
		}
		for _, n := range beside {
			merged[n] = true
			list[k].And = append(list[k].And, list[n].Region)
			list[k].Parts = append(list[k].Parts, list[n].Saves)
			list[k].Saves += list[n].Saves
		}
	}
	kept := list[:0]
	for k := range list {
		if !merged[k] {
			kept = append(kept, list[k])
		}
	}
	slices.SortStableFunc(kept, func(a, b Finding) int { return cmp.Compare(b.Saves, a.Saves) })
	return kept
}

// beside reports whether two findings may be one.
func (f *finder) beside(a, b *Finding) bool {
	plain := func(one *Finding) bool {
		return one.Kind == Slow && !one.Own && one.And == nil && one.Ranks.Ranges != nil
	}
	return plain(a) && plain(b) && f.s.Regions[a.Region].Parent == f.s.Regions[b.Region].Parent && a.Ranks.same(b.Ranks) && slices.Equal(a.Waits, b.Waits)
}

// Apart returns a finding of each region of one of several: what each saves is known.
func (f *Finding) Apart() []Finding {
	if f.Parts == nil {
		return []Finding{*f}
	}
	first := *f
	first.And, first.Parts = nil, nil
	list := []Finding{first}
	for k, region := range f.And {
		list[0].Saves -= f.Parts[k]
		one := first
		one.Region, one.Around, one.Saves, one.Since, one.Evidence = region, region, f.Parts[k], nil, nil
		list = append(list, one)
	}
	return list
}

// joinOverlapping makes one of the findings of the same ranks in regions beside each other which take longer, together, than the
// region around them: one may be a part of another, as the time of a device is that a program adds beside its wait for it, or they
// run at the same time. The first one, which saves most, stays.
func (f *finder) joinOverlapping() {
	var kept []Finding
	for _, found := range f.list {
		k := slices.IndexFunc(kept, func(one Finding) bool {
			one.And = nil
			return f.beside(&one, &found) && f.overfull(f.s.Regions[found.Region].Parent)
		})
		if k < 0 {
			kept = append(kept, found)
		} else {
			kept[k].And = append(kept[k].And, found.Region)
		}
	}
	f.list = kept
}

// overfull reports whether the regions below one take longer, together, than it does.
func (f *finder) overfull(i int) bool {
	const more = 1.02
	inside := 0.0
	for _, c := range f.children[i] {
		inside += f.s.Regions[c].Wall.Float64()
	}
	return inside > more*f.s.Regions[i].Wall.Float64()
}
