package answers

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// Find returns the findings of a run, those that would save most first: at least one, and none worth less than a
// fiftieth of the run. Savings do not overlap.
//
// Where MPI calls are regions (package mpiwrap), waiting is known, and everything else is work: a region whose ranks
// differ outside of calls is slow on the ranks that take longest. Elsewhere, regions whose differences cancel within
// the region around them are reported together, since times alone do not tell which of them is the wait (Undecided),
// unless all but one are known to be waits. Where differences do not cancel either, the cause is unknown (Unknown).
func Find(s *stats.Summary) []Finding { return findWith(s, nil) }

// findWith is Find, with the ranks that poll.
func findWith(s *stats.Summary, polls []Polling) []Finding {
	f := find(newRun(s, true))
	if f.marks && !f.proven() {
		f = find(newRun(s, false))
	}
	if !f.recorded {
		f.proven()
	}
	f.polls = polls
	list := append(f.held(f.stuck(f.besides(f.together(f.settle())))), f.amongThreads()...)
	for i := range list {
		f.back(&list[i])
	}
	return list
}

// find collects what may be found in a run.
func find(r *run) *finder {
	f := &finder{run: r, room: make([]float64, len(r.s.Regions)), behind: make(map[int]behind)}
	for i := range f.room {
		f.room[i] = r.spread[i] + r.waiting[i]
	}
	for _, i := range r.roots() {
		f.root(i)
	}
	return f
}

// roots are the regions that stand in no other, waits and those of devices and of threads apart.
func (r *run) roots() (list []int) {
	for i := range r.s.Regions {
		if g := &r.s.Regions[i]; g.Parent < 0 && g.Ranks > 0 && !g.OnDevice() && !g.Communication() && !r.apart(i) {
			list = append(list, i)
		}
	}
	return list
}

// finder collects candidates, and settles what each of them saves.
type finder struct {
	*run
	room   []float64 // what all regions from this one down may still give back
	behind map[int]behind
	list   []Finding
	groups []Finding // of whole groups of ranks that take long in what others run in environments of their own
}

func (f *finder) add(found Finding) {
	if found.Kind == Slow && found.Ranks.Count > 1 && found.Ranks.Count == found.Ranks.Of-1 && f.short >= 0 && !found.Ranks.has(f.short) {
		return // that rank has less of everything
	}
	if found.Saves > worth*f.longest && !(found.Kind == Slow && f.misplaced(&found)) {
		f.list = append(f.list, found)
	}
}

// root looks at a region that stands in no other, and at all inside it.
func (f *finder) root(i int) {
	if f.recorded {
		f.known(i)
	} else if at, own, clear := f.mostlyAlone(i); clear && at != i && f.spread[i] > worth*f.longest && !f.programs { // nobody waits for ranks that end later, but some may before others begin
		f.add(Finding{Kind: Slow, Region: at, Around: i, Own: own, Ranks: f.slowest(at), Saves: min(f.spread[i], f.spread[at])})
	}
	for scopes := []int{i}; len(scopes) > 0; {
		at := scopes[len(scopes)-1]
		scopes = scopes[:len(scopes)-1]
		waits := f.between(at)
		if !f.recorded {
			f.guess(at, waits)
		}
		for _, c := range f.children[at] {
			if !f.isWait(c) && len(f.children[c]) > 0 {
				scopes = append(scopes, c)
			}
		}
	}
	for _, found := range f.groups {
		if !slices.ContainsFunc(f.list, func(o Finding) bool { return o.Kind == Between && f.env[o.Region] == f.env[found.Region] }) {
			f.add(found)
		}
	}
	f.groups = nil
}

// known looks for useful time that differs in a region, where it is known, and in all inside it.
func (f *finder) known(root int) {
	for list := []int{root}; len(list) > 0; {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		left, whole := f.excess(at), false
		if up := f.s.Regions[at].Parent; f.twin[at] && left > 0 {
			if more, rank := f.excessOf(at, up); rank == f.useful[at].Max.Rank {
				left, whole = more, 2*left < more
			}
		}
		if left <= worth*f.longest {
			for _, c := range f.children[at] { // which may make up for each other
				if f.useful[c] != nil {
					list = append(list, c)
				}
			}
			continue
		}
		first, below, rest := f.useful[at].Max.Rank, false, 0.0 // by which regions below it, of other ranks, may add up on this one
		vague := false                                          // it may be in one below of which only a sample was timed
		for _, c := range f.children[at] {
			if f.useful[c] == nil {
				continue
			}
			list, below = append(list, c), true
			vague = vague || f.s.Regions[c].Estimated && f.excess(c) == 0 && f.mean[c] > tells*f.excess(at)
			if more, rank := f.excessOf(c, at); rank == f.useful[c].Max.Rank && (rank == first || more > tells*f.excess(at)) {
				left -= more
			} else {
				rest += more * more
			}
		}
		if below = below && !vague; below { // what it does itself can be no more on one rank than it is on all
			left = min(left, f.untimed[at]*float64(f.s.Regions[at].Ranks))
			if left <= tells*f.excess(at) || left <= alike*math.Sqrt(rest) {
				continue
			}
		}
		found := Finding{Kind: Slow, Region: at, Around: at, Own: below, Ranks: f.busiest(at), Saves: left}
		if whole { // rather than a rank of them
			found.Ranks = Ranks{Count: f.s.Regions[at].Ranks, Of: f.s.Regions[f.s.Regions[at].Parent].Ranks, First: f.useful[at].Max.Rank, Ranges: f.there(f.env[at])}
		}
		if found.Waits = f.waitsNear(at, &found.Ranks, left); whole {
			f.groups = append(f.groups, found)
			continue
		}
		f.add(found)
	}
}

// waitsNear are the regions in which others wait for what ranks have more to do in a region: beside it, or beside one around it.
func (f *finder) waitsNear(region int, ranks *Ranks, saves float64) (list []int) {
	for at := region; at >= 0; at = f.s.Regions[at].Parent {
		for _, c := range f.children[at] {
			if !f.inside(region, c) && (f.waitsLess(c, ranks, saves) || f.waitsWithout(c, at, ranks, saves)) {
				list = append(list, c)
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// waitsLess reports whether some ranks wait least in a region, and others longer by what is to be explained.
func (f *finder) waitsLess(i int, ranks *Ranks, saves float64) bool {
	w := f.wait[i]
	if w < 0 || f.uneven[i] < tells*saves {
		return false
	}
	g := &f.s.Regions[w]
	return ranks.First != g.Max.Rank && (ranks.Count > 1 && ranks.Ranges == nil || ranks.First == g.Min.Rank || ranks.has(g.Min.Rank))
}

// waitsWithout reports whether all others wait in a region that these ranks do not run, for as long as is to be explained.
func (f *finder) waitsWithout(i, around int, ranks *Ranks, saves float64) bool {
	return slices.Contains(f.partly[around], i) && f.isWait(i) && f.waiting[i] >= tells*saves && !f.runs(i, around, ranks)
}

// awaitedAround reports whether ranks wait for those of a finding where no region is for that alone: in its region, or outside of
// those beside it or beside one around it.
func (f *finder) awaitedAround(found *Finding) bool {
	for at := found.Region; at >= 0; at = f.s.Regions[at].Parent {
		if f.ownWaiting(at) >= tells*found.Saves {
			return true
		}
	}
	return false
}

// explanation is one of several of the same times.
type explanation struct {
	Finding
	slowest Ranks   // in the region beside others; the Finding may be of one inside it
	differ  float64 // by how much its regions differ
}

// guess looks for regions below one whose differences make up for each other, where not all waits are known. In those of told
// ranks wait for what is told already.
func (f *finder) guess(around int, told []int) {
	known, most := make(map[int]bool, len(told)), 0.0
	for _, c := range told {
		known[c] = true
	}
	for _, c := range f.children[around] {
		if known[c] = known[c] || f.lacksPart(c, around); !known[c] {
			most = max(most, f.extent(c)-f.extent(around))
		}
	}
	if most <= max(worth*f.longest, tells*f.extent(around)) {
		return
	}
	var work, waits []int
	for _, c := range f.children[around] {
		switch {
		case f.extent(c)-f.extent(around) < tells*most || f.begins(c):
		case f.isWait(c) || known[c]:
			waits = append(waits, c)
		default:
			work = append(work, c)
		}
	}
	slices.SortStableFunc(work, func(i, j int) int { return cmp.Compare(f.spread[j], f.spread[i]) })
	var either []explanation
	unclear := f.programs
	for _, c := range work { // regions of the same slow ranks do not explain each other
		ranks := f.slowest(c)
		if k := slices.IndexFunc(either, func(e explanation) bool { return ranks.same(e.slowest) }); k >= 0 {
			also, _ := f.mostly(c)
			either[k].And = append(either[k].And, also)
			either[k].Waits = others(either[k].Waits, c)
			either[k].differ += f.extent(c)
			continue
		}
		these := others(slices.Concat(work, waits), c)
		at, own, clear := f.mostlyAlone(c)
		unclear = unclear || !clear
		either = append(either, explanation{slowest: ranks, differ: f.extent(c), Finding: Finding{Kind: Slow, Region: at, Own: own,
			Around: c, Ranks: f.slowest(at), Saves: max(f.spread[c]-f.spread[around], 0), Waits: these}})
	}
	if all := append(slices.Clone(work), waits...); f.untimed[around] > tells*f.ahead[all[0]] { // or it is outside of those below
		either = append(either, explanation{differ: f.extent(all[0]), Finding: Finding{Kind: Slow, Region: around, Around: around, Own: true,
			Ranks: f.fastest(all[0]), Saves: f.ahead[all[0]], Waits: all}})
		// ranks that wait most have least to do of it, which is no less than nothing
		unclear = unclear || f.spread[all[0]] > 1.1*f.untimed[around] || slices.ContainsFunc(f.children[around], f.hasTwin)
	}
	f.decide(either, len(waits) > 0, unclear)
}

// decide adds what explanations of the same times come to. Those that make up for each other are all that there can be; of others
// it is not known.
func (f *finder) decide(either []explanation, waits, unclear bool) {
	if len(either) == 0 {
		return
	}
	found := either[0].Finding
	for _, e := range either {
		unclear = unclear || e.differ > alike*either[0].differ || either[0].differ > alike*e.differ
	}
	switch {
	case unclear || len(either) > 2 || len(either) == 1 && !waits:
		found = Finding{Kind: Unknown, Region: found.Region, Around: found.Around, Ranks: found.Ranks, Saves: found.Saves, Because: f.because}
	case len(either) > 1:
		found.Kind, found.Because = Undecided, f.because
		for _, e := range either[1:] {
			found.Either = append(found.Either, e.Finding)
			found.Saves = min(found.Saves, e.Saves)
		}
	}
	f.add(found)
}

// lacksPart reports whether what ranks have more in a region is what others do in those beside it, which these ranks do not run:
// as one that gives work to others, and waits for them.
func (f *finder) lacksPart(i, around int) bool {
	without := 0.0
	set := f.slowest(i)
	for _, c := range f.partly[around] {
		if g := &f.s.Regions[c]; c != i && set.Count > 0 && g.Ranks == f.around(c)-set.Count && !f.runs(c, around, &set) {
			without += f.mean[c]
		}
	}
	return 2*without >= f.extent(i)
}

// runs reports whether ranks of a set are known to run a region that as many do not run.
func (f *finder) runs(i, around int, set *Ranks) bool {
	these, all := spreadOut{sets: f.s.Regions[i].RankSets}.from(0), spreadOut{sets: f.s.Regions[around].RankSets}.from(0)
	if set.Count == 1 && these.Sum != 0 && all.Sum != 0 {
		return these.Sum+f.weight(set.First) != all.Sum
	}
	return hasRank(f.named(these, f.s.Regions[i].Ranks), set.First)
}

// others are all of a list but one.
func others(list []int, but int) []int {
	return slices.DeleteFunc(list, func(i int) bool { return i == but })
}

// settle gives out what there is room for, to the largest first.
func (f *finder) settle() []Finding {
	largestFirst := func(a, b Finding) int { return cmp.Compare(b.Saves, a.Saves) }
	f.join()
	f.joinGoroutines()
	slices.SortStableFunc(f.list, largestFirst)
	f.joinOverlapping()
	f.list = slices.DeleteFunc(f.list, f.hidden)
	top, together := f.longest, f.overRoots(f.waiting)
	alone := make([]float64, len(f.list)) // what each saves if there is no other
	for k := range f.list {
		found := &f.list[k]
		alone[k] = found.Saves
		most := min(found.Saves-f.spared(found, f.list[:k]), top)
		from := found.Around
		if found.Kind == Between || found.Kind == Undecided || found.Kind == Unknown { // it is had around it
			from = f.s.Regions[from].Parent
		}
		for i := from; i >= 0; i = f.s.Regions[i].Parent {
			if f.programs && f.recorded { // ranks of others wait, too
				if k > 0 {
					most = min(most, together)
				}
				continue
			}
			if f.recorded && f.waiting[i] > 0 || f.s.Regions[i].Parent < 0 && f.recorded {
				most = min(most, f.room[i])
			}
		}
		found.Saves = max(most, 0)
		top, together = top-found.Saves, together-found.Saves
		for i := from; i >= 0; i = f.s.Regions[i].Parent {
			f.room[i] = max(f.room[i]-found.Saves, 0)
		}
	}
	f.share(alone)
	unknown := -1
	list := slices.DeleteFunc(f.list, func(found Finding) bool {
		again := unknown >= 0 && (found.Kind == Unknown || !f.recorded && !f.inside(found.Region, unknown)) || // once is enough, and less comes of it
			f.recorded && found.Kind == Slow && found.Waits == nil && found.Saves < tells*f.list[0].Saves && !f.awaitedAround(&found) // nobody is seen to wait
		if found.Kind == Unknown && unknown < 0 {
			unknown = found.Region
		}
		return again || found.Saves <= worth*f.longest
	})
	slices.SortStableFunc(list, largestFirst)
	if len(list) == 0 {
		return []Finding{f.nothing()}
	}
	return list
}

// overRoots is the mean over ranks of what roots have.
func (r *run) overRoots(of []float64) (mean float64) {
	for i := range r.s.Regions {
		if g := &r.s.Regions[i]; g.Parent < 0 && !g.Communication() && !g.OnDevice() {
			mean += of[i] * float64(g.Ranks) / float64(max(r.s.Ranks, 1))
		}
	}
	return mean
}

// share gives each of several causes its part of what they save together, where the first of them has been given all of it: while
// some ranks are late for one of them, others are for another.
func (f *finder) share(alone []float64) {
	causes, sum := 0, 0.0
	for k := range f.list {
		if f.recorded && f.list[k].Kind == Slow && alone[k] >= tells*alone[0] {
			causes, sum = causes+1, sum+alone[k]
		}
	}
	if causes < 2 || f.list[0].Kind != Slow {
		return
	}
	has := 0.0
	for k := range f.list {
		if f.list[k].Kind == Slow && alone[k] >= tells*alone[0] {
			has += f.list[k].Saves
		}
	}
	for k := range f.list {
		if f.list[k].Kind == Slow && alone[k] >= tells*alone[0] {
			f.list[k].Saves = has * alone[k] / sum
		}
	}
}

// join makes one of the slow findings of the same place.
func (f *finder) join() {
	type place struct {
		region int
		own    bool
	}
	at := make(map[place]int)
	list := f.list
	f.list = nil
	for _, found := range list {
		if found.Kind == Slow {
			p := place{found.Region, found.Own}
			if k, there := at[p]; there {
				f.list[k].Saves += found.Saves
				continue
			}
			at[p] = len(f.list)
		}
		f.list = append(f.list, found)
	}
}

// joinGoroutines makes one of two slow findings of the same ranks of which one is of other goroutines: the main one may wait for these.
func (f *finder) joinGoroutines() {
	waits := make(map[int]bool)
	for k := range f.list {
		there := &f.list[k]
		g := &f.s.Regions[there.Region]
		if there.Kind != Slow || g.TrackMin.Track <= 0 || g.TrackMax.Track <= 0 {
			continue
		}
		meanwhile := g.Parent >= 0 && f.overfull(g.Parent)
		for n := range f.list {
			main := &f.list[n]
			if n == k || waits[n] || main.Kind != Slow || main.Own && !meanwhile || f.s.Regions[main.Region].TrackMax.Track != 0 ||
				f.s.Regions[main.Region].Parent != g.Parent && !(meanwhile && f.inside(main.Region, g.Parent)) || !main.Ranks.same(there.Ranks) || main.Saves > alike*there.Saves {
				continue
			}
			if waits[n] = true; !main.Own { // in which it may do nothing else, and for no longer
				there.And, there.Saves = append(there.And, main.Region), min(there.Saves, main.Saves)
			}
			if meanwhile && main.Waits != nil { // where others wait is known best beside it
				there.Waits = main.Waits
			}
		}
	}
	kept := f.list[:0]
	for n := range f.list {
		if !waits[n] {
			kept = append(kept, f.list[n])
		}
	}
	f.list = kept
}

// spared is what balance between parts of the ranks no longer saves once there is balance within that part: these findings.
func (f *finder) spared(between *Finding, before []Finding) (less float64) {
	if between.Kind != Between {
		return 0
	}
	environment := f.env[between.Region]
	for i := range before {
		if each := &before[i]; each.Kind != Between && f.env[each.Region] == environment {
			less += each.Saves * (1 - float64(between.Ranks.Count)/float64(max(between.Ranks.Of, 1)))
		}
	}
	return less
}
