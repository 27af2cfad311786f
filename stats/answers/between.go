package answers

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// part is what an environment's ranks have to do in regions below one.
type part struct {
	environment int
	each, all   float64 // a rank of it, and all of them
}

// between looks for parts of the ranks, in environments of their own, of which one has more to do in regions below this one than
// others, which wait for it. It returns where they wait.
func (f *finder) between(at int) (waits []int) {
	for parts := f.parts(at); len(parts) > 0; { // ranks may be in a row and in a column, or some of those of a part in one of their own
		longest := slices.MaxFunc(parts, func(a, b part) int { return cmp.Compare(a.each, b.each) })
		beside, rest := []part{longest}, []part(nil)
		for _, other := range parts {
			switch {
			case other.environment == longest.environment:
			case f.disjoint(other.environment, longest.environment):
				beside = append(beside, other)
			default:
				rest = append(rest, other)
			}
		}
		waits, parts = append(waits, f.betweenParts(at, beside)...), rest
	}
	return waits
}

// parts are those that have regions of their own below one.
func (f *finder) parts(at int) (list []part) {
	whole := f.s.Environments[f.s.Regions[at].Environment].Size
	for _, c := range f.children[at] {
		g := &f.s.Regions[c]
		if size := f.s.Environments[g.Environment].Size; size >= whole || 2*g.Ranks <= size || g.Communication() {
			continue
		}
		k := slices.IndexFunc(list, func(p part) bool { return p.environment == g.Environment })
		if k < 0 {
			k, list = len(list), append(list, part{environment: g.Environment})
		}
		has := f.mean[c] - f.waiting[c]
		list[k].each += has
		list[k].all += has * float64(g.Ranks)
	}
	return list
}

// disjoint reports whether no rank is known to be in both environments.
func (f *finder) disjoint(a, b int) bool {
	if f.s.Environments[a].Size > f.s.Environments[b].Size {
		a, b = b, a
	}
	for _, r := range f.s.Environments[a].Ranks {
		for rank := r.First; rank <= r.Last; rank += max(r.Stride, 1) {
			if f.in(rank, b) {
				return false
			}
		}
	}
	return true
}

// betweenParts compares parts of which no rank is in two. The first has most to do.
func (f *finder) betweenParts(at int, parts []part) (waits []int) {
	a := &f.s.Regions[at]
	busy, all := make(map[int]float64, len(parts)), 0.0 // by environment
	for _, p := range parts {
		busy[p.environment] = p.each
		all += p.all
	}
	busiest, longest := parts[0].environment, -1 // a region of it
	saves := parts[0].each - all/float64(max(a.Ranks, 1))
	if saves <= worth*f.longest {
		return nil
	}
	for _, c := range f.children[at] {
		if f.s.Regions[c].Environment == busiest && (longest < 0 || f.mean[c] > f.mean[longest]) {
			longest = c
		}
		if f.waitsFor(c, busiest, busy) {
			waits = append(waits, c)
		}
	}
	found := Finding{Kind: Between, Region: longest, Around: longest, Ranks: Ranks{
		Count: f.s.Regions[longest].Ranks, Of: a.Ranks, First: f.s.Regions[longest].Max.Rank, Ranges: f.there(busiest),
	}, Saves: saves, Waits: waits}
	if waits == nil && (f.recorded && !f.marks || 2*f.untimed[at] < saves) { // nobody waits
		return nil
	}
	if (!f.recorded || f.marks) && (waits == nil || max(f.within(longest), f.untimed[longest]) > tells*saves) { // or ranks of it do, within it
		found.Kind, found.Because = Unknown, f.because
	}
	f.add(found)
	f.lateAnyway(at, busiest, busy, waits)
	return waits
}

// behind is a region of a part of the ranks that wait for another part.
type behind struct {
	part  int     // the environment that they wait for
	spare float64 // how much more its ranks have to do
	idle  float64 // how long these wait themselves where the others wait for them
}

// lateAnyway notes which regions run beside those of the part that has most to do.
func (f *finder) lateAnyway(at, part int, busy map[int]float64, waits []int) {
	if waits == nil {
		return
	}
	idle := 0.0
	for _, c := range waits {
		idle += float64(f.s.Regions[c].Min.Value)
	}
	for _, c := range f.children[at] {
		if has, counted := busy[f.s.Regions[c].Environment]; counted && f.s.Regions[c].Environment != part {
			f.behind[c] = behind{part, busy[part] - has, idle}
		}
	}
}

// hidden reports whether a cause saves nothing: its ranks wait for others all the same, whose part of the run goes on beside it. A
// part that comes before or after it waits for as long as it takes; others wait for the network, too.
func (f *finder) hidden(found Finding) bool {
	takes := float64(f.busiestRank(found.Region).Value)
	if found.Own { // of which the most of a rank is not known
		takes = found.Saves
	}
	for i := found.Around; i >= 0; i = f.s.Regions[i].Parent {
		if b, there := f.behind[i]; there && found.Saves < b.spare && b.idle < explains*takes && !f.in(found.Ranks.First, b.part) {
			return true
		}
	}
	return false
}

// waitsFor reports whether ranks outside of an environment wait for it in a region: its fastest rank is of that environment and its
// slowest is not, and most of what they differ by is what these have to do less.
func (f *finder) waitsFor(i, part int, busy map[int]float64) bool {
	g := &f.s.Regions[i]
	if g.Environment == part || g.Min.Rank < 0 || !f.in(g.Min.Rank, part) || f.in(g.Max.Rank, part) {
		return false
	}
	less := busy[part]
	for environment, has := range busy {
		if f.in(g.Max.Rank, environment) {
			less -= has
		}
	}
	apart := float64(g.Max.Value - g.Min.Value)
	return 2*less >= apart && 2*apart >= less
}

// there are the ranks of an environment, without those of which nothing is known.
func (f *finder) there(environment int) []stats.Range {
	list := f.s.Environments[environment].Ranks
	if len(list) == 0 || !slices.ContainsFunc(f.s.Missing, func(r stats.Range) bool { return hasRank(list, r.First) || hasRank(list, r.Last) }) {
		return list
	}
	return without(list, f.s.Missing...)
}
