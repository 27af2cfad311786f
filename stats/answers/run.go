package answers

import (
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
)

// run is a Summary with what Find needs to know of each region, in nanoseconds.
type run struct {
	s        *stats.Summary
	children [][]int
	recorded bool   // waits are regions, whatever waits: calls of MPI were recorded
	marks    bool   // as far as the program marks them
	because  string // why waits are not known, where they are not
	short    int    // a rank that was not measured for as long as all others; -1: none
	programs bool   // several, each of them on some of the ranks: those of one may wait for another's
	polls    []Polling

	over    []int                 // by region, see of
	env     []int                 // the environment of its ranks: that of a region around it, if that has fewer
	longest float64               // of the roots, on its slowest rank
	mean    []float64             // of the ranks that ran the region
	spread  []float64             // by how much the slowest rank is above the mean; 0 where that is not known
	ahead   []float64             // by how much the fastest one is below it
	untimed []float64             // mean outside of the regions below; 0 in those without any
	waiting []float64             // mean in the outermost regions inside that communicate; all of it in those
	uneven  []float64             // by how much ranks wait longer there than the one that waits least, on average
	useful  []*stats.CounterStats // useful time; nil where it is not known
	partly  [][]int               // of children those that not all ranks around run
	twin    []bool                // a region of the same name and parent has another environment
	wait    []int                 // the one of these in which that is the most, the region itself if it communicates; -1: none
}

const (
	waitsMost = 0.9  // a region is a wait if so much of its time is
	tells     = 0.3  // an explanation says so much of what is to be explained
	explains  = 0.7  // a region below has so much of what the ranks differ by
	alike     = 1.3  // times that differ by no more are the same
	worth     = 0.02 // of the run, a finding
)

// newRun is what is known of a Summary. Without trust in the marks of a program it has no useful time of them.
func newRun(s *stats.Summary, trust bool) *run {
	n := len(s.Regions)
	r := &run{s: s, because: "calls of MPI are not recorded", longest: lengthOf(s), children: make([][]int, n), wait: make([]int, n), useful: make([]*stats.CounterStats, n), over: make([]int, n), env: make([]int, n)}
	counter := efficiency.UsefulTime(s)
	for _, list := range []*[]float64{&r.mean, &r.spread, &r.ahead, &r.untimed, &r.waiting, &r.uneven} {
		*list = make([]float64, n)
	}
	for i := range s.Regions {
		g := &s.Regions[i]
		r.wait[i], r.env[i] = -1, g.Environment
		if g.Parent >= 0 && s.Environments[r.env[g.Parent]].Size <= s.Environments[g.Environment].Size {
			r.env[i] = r.env[g.Parent]
		}
		if g.OnDevice() || g.Ranks == 0 {
			continue
		}
		r.measure(i)
		if g.Parent >= 0 {
			r.children[g.Parent] = append(r.children[g.Parent], i)
		}
		if counter >= 0 && counter < len(g.Values) && g.Values[counter].Ranks > 0 {
			r.useful[i], r.recorded = &g.Values[counter], true
		}
	}
	for i := n - 1; i >= 0; i-- {
		r.sum(i)
	}
	if r.marks = r.recorded && efficiency.IsMarked(s); r.marks && !trust || counter < 0 && efficiency.Recorded(s) >= 0 {
		r.recorded, r.marks, r.because = false, false, "some waits may not be recorded"
		clear(r.useful) // the waits that are known stay
	}
	r.partly = make([][]int, n)
	for i, list := range r.children {
		for _, c := range list {
			if s.Regions[c].Ranks < r.around(c) && !r.outside(c) {
				r.partly[i] = append(r.partly[i], c)
			}
		}
	}
	r.programs = r.countPrograms() > 1
	r.short = r.shortest()
	r.findTwins()
	return r
}

// lengthOf is how long a run was: its outermost regions on their slowest ranks, without the start and the end of MPI.
func lengthOf(s *stats.Summary) (longest float64) {
	for i := range s.Regions {
		if g := &s.Regions[i]; g.Parent < 0 && !g.OnDevice() && !startsMPI(g) {
			longest = max(longest, float64(g.Max.Value))
		}
	}
	return longest
}

// startsMPI reports whether a region is the call that starts MPI, or the one that ends it. Where a library starts the timers in it, it
// stands beside the run.
func startsMPI(g *stats.Region) bool {
	return stats.Communicates(g.Name) && !stats.RecordsWaits(g.Name)
}

// measure sets what a region says of itself.
func (r *run) measure(i int) {
	g := &r.s.Regions[i]
	r.mean[i] = g.Wall.Float64() / float64(g.Ranks)
	least := float64(g.Min.Value)
	if n := r.of(i); n > g.Ranks { // the others have nothing to do there
		r.mean[i], least = r.mean[i]*float64(g.Ranks)/float64(n), 0
	}
	if f := r.s.Figure(g, stats.FigureImbalance); f.Known || least == 0 && g.Max.Rank >= 0 {
		r.spread[i] = r.certain(i, float64(g.Max.Value)-r.mean[i])
		r.ahead[i] = r.certain(i, r.mean[i]-least)
	}
}

// certain is what ranks differ by in a region for sure: without what may come from when they were last seen, and nothing at all
// if so much may come of timing a sample of the calls only.
func (r *run) certain(i int, differ float64) float64 {
	g := &r.s.Regions[i]
	if differ <= sampled(g) {
		return 0
	}
	return max(differ-r.unsettled(i), 0)
}

// unsettled is how much the ranks' times in a region can differ only because some were last seen later than others. Of one that was
// called often it is twice what is to be expected, since calls differ.
func (r *run) unsettled(i int) float64 {
	const often = 10 // times a rank, on average
	g := &r.s.Regions[i]
	apart := float64(r.s.Unsettled(g))
	if apart == 0 || g.Running > 0 || g.Calls < often*uint64(g.Ranks) {
		return apart
	}
	return min(2*r.expected(i), apart)
}

// expected is how much of the time for which some ranks may have lived longer they spend in a region, as far as it has been like the
// time before.
func (r *run) expected(i int) float64 {
	share, _ := r.runningAround(i)
	return share * float64(r.s.Apart)
}

// outlived is that of the time for which some ranks were seen to live longer: they may have died at the same time for all that.
func (r *run) outlived(i int) float64 {
	share, around := r.runningAround(i)
	if around == nil {
		return 0
	}
	return share * float64(around.Max.Value-around.Min.Value)
}

// runningAround is the innermost region around one that was running when ranks were last seen, nil if there is none, and the share that the
// region has of it.
func (r *run) runningAround(i int) (share float64, around *stats.Region) {
	g := &r.s.Regions[i]
	around = g
	for around.Running == 0 {
		if around.Parent < 0 {
			return 0, nil
		}
		around = &r.s.Regions[around.Parent]
	}
	return min(g.Wall.Float64()/max(around.Wall.Float64(), 1), 1), around
}

// sampled is how far from the mean the time of a rank may come to lie by chance, where only a sample of the calls was timed: of many
// ranks some are farther off than of few. A rank has few of the calls that the error of the mean is of, and one of its threads fewer.
func sampled(g *stats.Region) float64 {
	if !g.Estimated || g.Ranks < 1 {
		return 0
	}
	tracks := float64(max(g.Tracks, g.Ranks))
	one := g.SampleError() * math.Sqrt(tracks) * g.Wall.Float64() / float64(g.Ranks)
	return one * (1 + math.Sqrt(2*math.Log(tracks)))
}

// of is how many ranks a region is compared over: those that ran it, or, if they are few, those of the one around it, of the same
// environment: the others have nothing to do there.
func (r *run) of(i int) int {
	g := &r.s.Regions[i]
	if r.over[i] == 0 {
		r.over[i] = g.Ranks
		switch up := g.Parent; {
		case up < 0:
		case r.env[up] == r.env[i] && 2*g.Ranks <= r.of(up):
			r.over[i] = r.over[up]
		case r.env[up] != r.env[i] && 2*g.Ranks <= r.s.Environments[r.env[i]].Size:
			r.over[i] = r.s.Environments[r.env[i]].Size
		}
	}
	return r.over[i]
}

// around is how many ranks ran the region around one, if they are of the same environment.
func (r *run) around(i int) int {
	g := &r.s.Regions[i]
	if g.Parent >= 0 && r.env[g.Parent] == r.env[i] {
		return max(g.Ranks, r.s.Regions[g.Parent].Ranks)
	}
	return g.Ranks
}

// sum sets what the regions below say of a region; they have been asked.
func (r *run) sum(i int) {
	g := &r.s.Regions[i]
	if g.Communication() {
		r.waiting[i], r.uneven[i], r.wait[i] = r.mean[i], r.ahead[i], i
		return
	}
	inside, most := 0.0, 0.0
	for _, c := range r.children[i] {
		share := min(float64(r.of(c))/float64(g.Ranks), 1) // of ranks that others do not have
		inside += r.mean[c] * share
		r.waiting[i] += r.waiting[c] * share
		r.uneven[i] += r.uneven[c] * share
		if r.wait[c] >= 0 && r.uneven[c] > most || r.wait[i] < 0 {
			r.wait[i], most = r.wait[c], r.uneven[c]
		}
	}
	if len(r.children[i]) > 0 {
		r.untimed[i] = max(r.mean[i]-inside, 0)
		if g.TrackMin.Track == 0 && g.TrackMax.Track == 0 && g.Tracks <= g.Ranks { // those below it on other threads have none of it
			r.untimed[i] = max(r.untimed[i], g.Self.Float64()/float64(max(r.of(i), g.Ranks)))
		}
	}
	if v := r.useful[i]; v != nil { // with what lies between polls
		r.waiting[i] = max(r.mean[i]-r.usefulMean(i, r.of(i)), 0)
		if r.wait[i] < 0 && r.isWait(i) { // in operations that are no regions
			r.wait[i], r.uneven[i] = i, r.ahead[i]
		}
	}
}

// mostlyAlone is mostly. It is clear if on the way down regions differ by no more, together, than the one around them: others do
// where ranks wait for each other.
func (r *run) mostlyAlone(i int) (at int, own, clear bool) {
	at, own = r.mostly(i)
	for k := at; ; k = r.s.Regions[k].Parent {
		differ := 0.0
		for _, c := range r.children[k] {
			if r.extent(c) > tells*r.extent(k) {
				differ += r.extent(c) * r.extent(c)
			}
		}
		if math.Sqrt(differ) > alike*r.extent(k) || k != at && r.hides(k, at) {
			return at, own, false
		}
		if k == i {
			return at, own, !own || !slices.ContainsFunc(r.children[at], r.hasTwin)
		}
	}
}

// hides reports whether the time of a region outside of those below may be what ranks differ by in one inside it, where others then
// wait: it is long enough, and other ranks are slowest in the region than in the one inside.
func (r *run) hides(i, inside int) bool {
	if r.untimed[i]*float64(r.of(i)) <= tells*r.extent(inside) {
		return false
	}
	around, within := r.slowest(i), r.slowest(inside)
	return around.Count != within.Count || !around.same(within)
}

// extent is by how much the slowest rank of a region is above the fastest.
func (r *run) extent(i int) float64 { return r.spread[i] + r.ahead[i] }

// inside reports whether a region lies in another.
func (r *run) inside(i, around int) bool {
	for i > around {
		i = r.s.Regions[i].Parent
	}
	return i == around
}

// within is the largest extent of a region and all inside it.
func (r *run) within(i int) (most float64) {
	for list := []int{i}; len(list) > 0; {
		at := list[len(list)-1]
		if !r.marks || !r.s.Regions[at].Communication() { // in which they are known to wait
			most = max(most, r.extent(at))
		}
		list = append(list[:len(list)-1], r.children[at]...)
	}
	return most
}

// begins reports whether ranks wait in a region for those that begin later, or end, and not for those that have more to do.
func (r *run) begins(i int) bool {
	g := &r.s.Regions[i]
	return stats.Communicates(g.Name) && !stats.RecordsWaits(g.Name) || r.outside(i)
}

// isWait reports whether ranks do little more in a region than to wait.
func (r *run) isWait(i int) bool { return r.waiting[i] > waitsMost*r.mean[i] }

// excess is by how much the rank with the most useful time in a region is above the mean.
func (r *run) excess(i int) float64 {
	if r.useful[i] == nil {
		return 0
	}
	return r.excessOver(i, r.of(i))
}

// lacking is how many of the ranks that ran a region have no useful time there: it is not known when they wait.
func (r *run) lacking(i int) int {
	if v := r.useful[i]; v != nil {
		return max(r.s.Regions[i].Ranks-v.Ranks, 0)
	}
	return 0
}

// excessOver is that above the mean over so many ranks.
func (r *run) excessOver(i, ranks int) float64 {
	return r.certain(i, float64(r.useful[i].Max.Value)-r.usefulMean(i, ranks))
}

// usefulMean is the mean useful time over so many ranks, of which others have nothing to do there.
func (r *run) usefulMean(i, ranks int) float64 {
	v := r.useful[i]
	return v.Sum.Float64() / float64(max(ranks-r.lacking(i), v.Ranks))
}

// busiestRank is the rank that has most to do in a region, as far as is known: without what it waits, if that is.
func (r *run) busiestRank(i int) stats.Extreme {
	if v := r.useful[i]; v != nil {
		return v.Max
	}
	return r.s.Regions[i].Max
}

// excessOf is that of a region over the ranks of the one around it, and who has the most. Regions of the same name that groups of
// ranks run, each in an environment of its own, are one.
func (r *run) excessOf(i, around int) (excess float64, rank int) {
	most, sum := r.useful[i].Max, r.useful[i].Sum.Float64()
	ranks := r.useful[i].Ranks
	var beside []int
	if r.twin[i] {
		beside = r.children[around]
	}
	for _, c := range beside {
		if r.useful[c] == nil || !r.areTwins(i, c) {
			continue
		}
		sum, ranks = sum+r.useful[c].Sum.Float64(), ranks+r.useful[c].Ranks
		if r.useful[c].Max.Value > most.Value {
			most = r.useful[c].Max
		}
	}
	mean := sum / float64(max(r.s.Regions[around].Ranks-r.lacking(around), ranks))
	return r.certain(i, float64(most.Value)-mean), most.Rank
}

// areTwins reports whether two regions are the same one in several environments.
func (r *run) areTwins(i, k int) bool {
	a, b := &r.s.Regions[i], &r.s.Regions[k]
	return i != k && a.Parent == b.Parent && a.Environment != b.Environment && a.Name == b.Name
}

func (r *run) hasTwin(i int) bool { return r.twin[i] }

// findTwins marks the regions that have one.
func (r *run) findTwins() {
	first := make(map[stats.PathKey]int, len(r.s.Regions))
	r.twin = make([]bool, len(r.s.Regions))
	for i := range r.s.Regions {
		at := r.s.Regions[i].Key()
		at.Environment = 0
		if k, there := first[at]; there && at.Parent >= 0 {
			r.twin[i], r.twin[k] = true, true
		} else {
			first[at] = i
		}
	}
}

// countPrograms counts the roots that only some of the ranks run.
func (r *run) countPrograms() (n int) {
	for i := range r.s.Regions {
		if g := &r.s.Regions[i]; g.Parent < 0 && g.Ranks > 0 && g.Ranks < r.s.Ranks && r.s.Environments[g.Environment].Size == r.s.Size && !g.OnDevice() && !g.Communication() {
			n++
		}
	}
	return n
}

// shortest is the rank that has much less than others of whatever they do: one that was started again, say.
func (r *run) shortest() int {
	root := -1
	for i := range r.s.Regions {
		if g := &r.s.Regions[i]; g.Parent < 0 && g.Ranks > 2 && !g.OnDevice() && !g.Communication() && (root < 0 || r.mean[i] > r.mean[root]) {
			root = i
		}
	}
	if root < 0 || float64(r.s.Regions[root].Min.Value) > 0.9*float64(r.s.Regions[root].Max.Value) {
		return -1
	}
	rank, all, less := r.s.Regions[root].Min.Rank, 0.0, 0.0
	for i := range r.s.Regions {
		g := &r.s.Regions[i]
		if len(r.children[i]) > 0 || g.Ranks < 2 || g.Communication() || !r.in(rank, r.env[i]) {
			continue
		}
		if all += r.mean[i]; g.Min.Rank == rank && float64(g.Min.Value) < 0.9*float64(g.Max.Value) {
			less += r.mean[i]
		}
	}
	if rank < 0 || less < explains*all || all == 0 {
		return -1
	}
	return rank
}

// in reports whether a rank is one of an environment, as far as is known.
func (r *run) in(rank, environment int) bool {
	e := &r.s.Environments[environment]
	if e.Size == r.s.Size {
		return true
	}
	return hasRank(e.Ranks, rank)
}

// mostly goes down from a region as long as one below has most of its spread. Own tells that none of those below has half of it.
func (r *run) mostly(i int) (at int, own bool) {
	for {
		best := -1
		for _, c := range r.children[i] {
			if !r.isWait(c) && (best < 0 || r.spread[c] > r.spread[best]) {
				best = c
			}
		}
		same := best >= 0 && r.s.Regions[best].Max.Rank == r.s.Regions[i].Max.Rank
		if best < 0 || r.spread[best] < explains*r.spread[i] && !(same && 2*r.spread[best] >= r.spread[i]) {
			return i, best >= 0 && 2*r.spread[best] < r.spread[i]
		}
		i = best
	}
}
