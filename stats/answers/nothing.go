package answers

import (
	"fmt"
	"math"
)

// nothing is what is said of a run in which nothing is to be won by balance.
func (f *finder) nothing() Finding {
	found := Finding{Kind: Balanced, Region: -1, Around: -1}
	if f.s.Ranks < 2 {
		return found
	}
	if because := f.tooLittle(); because != "" {
		i := f.longestRoot()
		return Finding{Kind: Unknown, Region: i, Around: i, Ranks: f.slowest(i), Because: because}
	}
	if i := f.differs(); !f.recorded && i >= 0 {
		return Finding{Kind: Unknown, Region: i, Around: i, Ranks: f.slowest(i), Saves: f.extent(i), Because: f.because}
	}
	if i := f.shared(); !f.recorded && i >= 0 {
		return Finding{Kind: Unknown, Region: i, Around: i, Ranks: f.slowest(i), Saves: f.mean[i], Because: f.because}
	}
	if i := f.apartOnly(); i >= 0 {
		because := "they were last seen up to " + writer{}.time(float64(f.s.Apart)) + " apart"
		return Finding{Kind: Unknown, Region: i, Around: i, Ranks: f.slowest(i), Saves: f.exceeds(i), Because: because}
	}
	if !f.recorded {
		found.Because = f.because
	}
	for i := range f.s.Regions { // all ranks wait, whatever they have to do
		if g := &f.s.Regions[i]; g.Parent < 0 && !g.Communication() && f.waiting[i]-f.ofTimers(i) > muchWaiting*f.longest {
			if n := f.lacking(i); n > 0 { // the others may wait for these
				return Finding{Kind: Unknown, Region: i, Around: i, Ranks: f.slowest(i), Because: fmt.Sprintf("the waits of %d of %d ranks are not recorded", n, g.Ranks)}
			}
			return Finding{Kind: Balanced, Region: f.longestWait(), Around: -1, Saves: f.waiting[i] - f.ofTimers(i)}
		}
	}
	return found
}

// apartOnly is the region in which ranks differ most, though perhaps only because some were last seen later than others, -1 if that
// is worth nothing. In those that still ran, and in others by as much as is to be expected, they do for that.
func (f *finder) apartOnly() int {
	best := -1
	for i := range f.s.Regions {
		g := &f.s.Regions[i]
		if g.Communication() || g.Ranks < 2 || g.OnDevice() || f.s.Unsettled(g) == 0 || g.Running > 0 || f.isWait(i) {
			continue
		}
		if f.exceeds(i)-f.outlived(i) > 2.5*worth*f.longest && (best < 0 || f.exceeds(i) >= f.exceeds(best)) { // the innermost
			best = i
		}
	}
	return best
}

// exceeds is by how much the rank that has most to do in a region is above the mean, settled or not.
func (f *finder) exceeds(i int) float64 {
	mean := f.mean[i]
	if f.useful[i] != nil {
		mean = f.usefulMean(i, f.of(i))
	}
	return float64(f.busiestRank(i).Value) - mean
}

// differs is the region in which ranks differ most, -1 if they do not by what is worth anything.
func (f *finder) differs() int {
	best := -1
	for i := range f.s.Regions {
		if g := &f.s.Regions[i]; f.extent(i) > 2.5*worth*f.longest && (best < 0 || f.extent(i) > f.extent(best)) && (g.Parent < 0 && !g.Communication() || g.Parent >= 0 && !f.lacksPart(i, g.Parent)) {
			best = i
		}
	}
	return best
}

// ownWaiting is how long ranks wait in a region outside of those below it, on average.
func (f *finder) ownWaiting(i int) float64 {
	g, own := &f.s.Regions[i], f.waiting[i]
	if g.Communication() {
		return own
	}
	for _, c := range f.children[i] {
		own -= f.waiting[c] * min(float64(f.of(c))/float64(g.Ranks), 1)
	}
	return own
}

// longestRoot is the longest region that stands in no other, -1 if there is none.
func (f *finder) longestRoot() int {
	best := -1
	for i := range f.s.Regions {
		if g := &f.s.Regions[i]; g.Parent < 0 && !g.Communication() && !g.OnDevice() && (best < 0 || f.mean[i] > f.mean[best]) {
			best = i
		}
	}
	return best
}

// shared is a region that some ranks run, and others do not who have less to do in those beside it, -1 if there is none.
func (f *finder) shared() int {
	for i := range f.s.Regions { // of a file without a tree
		if g := &f.s.Regions[i]; f.s.Source != "" && g.Parent < 0 && g.Ranks < f.s.Ranks {
			if i := f.longestOf([]int{i}, math.MaxInt); i >= 0 {
				return i
			}
		}
	}
	for at, list := range f.partly {
		if i := f.longestOf(list, f.s.Regions[at].Ranks); i >= 0 {
			return i
		}
	}
	return -1
}

// longestOf is the one of regions that parts of so many ranks run of which a rank has most, if that is much more than a rank has of them
// on average, -1 otherwise.
func (f *finder) longestOf(list []int, ranks int) int {
	all, longest, most := 0.0, -1, 0.0
	for _, i := range list {
		g := &f.s.Regions[i]
		if g.Communication() || g.Ranks == 0 || g.OnDevice() {
			continue
		}
		has := g.Wall.Float64()
		if v := f.useful[i]; v != nil {
			has = v.Sum.Float64()
		}
		if all += has; has/float64(g.Ranks) > most {
			longest, most = i, has/float64(g.Ranks)
		}
	}
	if longest < 0 || most-all/float64(max(ranks, 1))-f.unsettled(longest) <= 2.5*worth*f.longest {
		return -1
	}
	return longest
}

// tooLittle says why nobody can know from the file of another program whether ranks wait, "" if it may be known.
func (f *finder) tooLittle() string {
	timed := 0
	for i := range f.s.Regions {
		if len(f.children[i]) == 0 && !f.s.Regions[i].Communication() && f.mean[i] > worth*f.longest {
			timed++
		}
	}
	switch {
	case f.s.Source == "" || f.longestRoot() < 0:
		return ""
	case float64(f.s.Resolution) > worth*f.longest:
		return "the file has too few digits"
	case timed < 2 && !f.recorded:
		return "the file has no regions inside it"
	}
	return ""
}
