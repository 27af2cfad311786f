package answers

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// usefulExtent is by how much the rank with the most useful time in a region is above the one with the least.
func (r *run) usefulExtent(i int) float64 {
	v := r.useful[i]
	if g := &r.s.Regions[i]; v.Ranks < r.around(i) && r.of(i) > g.Ranks { // others have none
		return float64(v.Max.Value)
	}
	return float64(v.Max.Value - v.Min.Value)
}

// more is by how much ranks have more to do in one region, outside of those below it, than others.
type more struct {
	region int
	own    bool
	ranks  Ranks
	extent float64
}

// proven drops findings of which regions that are not marked may be the waits: others have more to do elsewhere by what ranks have
// more here. It reports whether the largest one is left.
func (f *finder) proven() bool {
	if len(f.list) == 0 {
		return !f.evens()
	}
	all := f.all()
	top := slices.MaxFunc(f.list, func(a, b Finding) int { return cmp.Compare(a.Saves, b.Saves) })
	left := top.Kind != Unknown
	f.list = slices.DeleteFunc(f.list, func(found Finding) bool {
		doubted := found.Kind == Slow && f.doubted(&found, all)
		if doubted && found.Region == top.Region && found.Own == top.Own {
			left = false
		}
		return doubted
	})
	return left
}

// evens reports whether ranks that are even, as far as marks tell, differ in what a region does outside of those below it.
func (f *finder) evens() bool {
	return f.shared() >= 0 || slices.ContainsFunc(f.all(), func(m more) bool { return m.own && m.extent > 2.5*worth*f.longest })
}

// all lists what ranks differ by in regions without others inside, and in others outside of those.
func (f *finder) all() (list []more) {
	for i := range f.s.Regions {
		g := &f.s.Regions[i]
		switch {
		case g.Ranks == 0 || g.OnDevice() || g.Communication() || f.recorded && f.useful[i] == nil:
			continue
		case len(f.children[i]) == 0 && f.recorded:
			list = append(list, more{region: i, ranks: f.busiest(i), extent: f.usefulExtent(i)})
		case len(f.children[i]) == 0:
			list = append(list, more{region: i, ranks: f.slowest(i), extent: f.extent(i)})
		case g.UntimedMax != g.UntimedMin:
			list = append(list, more{i, true, Ranks{Of: g.Ranks, First: g.UntimedMax.Rank}, float64(g.UntimedMax.Value-g.UntimedMin.Value) - f.unsettled(i)})
		}
	}
	return slices.DeleteFunc(list, func(m more) bool { return m.extent <= tells*worth*f.longest })
}

// doubted reports whether ranks may wait in the region of a finding for what others have more to do. They do not where both, in turn,
// are the ones that others are seen to wait for, or where these others are none that stand out.
func (f *finder) doubted(found *Finding, all []more) bool {
	this := more{found.Region, found.Own, found.Ranks, found.Saves}
	if k := slices.IndexFunc(all, this.isSame); k >= 0 {
		this.extent = all[k].extent
		if found.Own { // of which the ranks are those of the region
			this.ranks = all[k].ranks
		}
	}
	awaited := !f.programs && f.awaited(&this)
	return slices.ContainsFunc(all, func(other more) bool {
		switch {
		case this.isSame(other) || other.extent < explains*this.extent:
			return false
		case this.ranks.First == other.ranks.First || this.ranks.has(other.ranks.First) || other.ranks.has(this.ranks.First):
			return false
		case awaited && this.ranks.Count > 0 && other.ranks.Count == 0 && !other.own:
			return false
		}
		return !awaited || !f.awaited(&other)
	})
}

func (m *more) isSame(o more) bool { return m.region == o.region && m.own == o.own }

// awaited reports whether there is a mark in which one of some ranks waits least, and others by what these have more to do.
func (f *finder) awaited(m *more) bool {
	return slices.ContainsFunc(f.s.Regions, func(g stats.Region) bool {
		return g.Communication() && float64(g.Max.Value-g.Min.Value) >= explains*m.extent && (g.Min.Rank == m.ranks.First || m.ranks.has(g.Min.Rank))
	})
}
