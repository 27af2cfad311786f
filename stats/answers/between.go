package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// between looks for parts of the ranks, in environments of their own, of which one has more to do in regions below this one than
// others, which wait for it. It returns where they wait.
func (f *finder) between(at int) (waits []int) {
	a := &f.s.Regions[at]
	busy, all := make(map[int]float64), 0.0 // by environment, what a rank of it has to do
	most := 0.0
	part, longest := -1, -1 // an environment, and a region of it
	for _, c := range f.children[at] {
		g := &f.s.Regions[c]
		if size := f.s.Environments[g.Environment].Size; size >= f.s.Environments[a.Environment].Size || 2*g.Ranks <= size || g.Communication() {
			continue
		}
		has := f.mean[c] - f.waiting[c]
		busy[g.Environment] += has
		all += has * float64(g.Ranks)
		if busy[g.Environment] > most {
			part, most = g.Environment, busy[g.Environment]
		}
	}
	saves := most - all/float64(max(a.Ranks, 1))
	if part < 0 || saves <= worth*f.longest {
		return nil
	}
	for _, c := range f.children[at] {
		if f.s.Regions[c].Environment == part && (longest < 0 || f.mean[c] > f.mean[longest]) {
			longest = c
		}
		if f.waitsFor(c, part, busy) {
			waits = append(waits, c)
		}
	}
	found := Finding{Kind: Between, Region: longest, Around: longest, Ranks: Ranks{
		Count: f.s.Regions[longest].Ranks, Of: a.Ranks, First: f.s.Regions[longest].Max.Rank, Ranges: f.there(part),
	}, Saves: saves, Waits: waits}
	if waits == nil && (f.recorded && !f.marks || 2*f.untimed[at] < saves) { // nobody waits
		return nil
	}
	if (!f.recorded || f.marks) && (waits == nil || max(f.within(longest), f.untimed[longest]) > tells*saves) { // or ranks of it do, within it
		found.Kind, found.Because = Unknown, f.because
	}
	f.add(found)
	f.lateAnyway(at, part, busy, waits)
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
