package stats

import (
	"cmp"
	"slices"
	"strings"
)

// Gain is what balance between ranks would give back in one region.
type Gain struct {
	Region int  `json:"region"`
	Own    bool `json:"own,omitempty"` // it is had in the region itself, outside of those below
	// Between tells that the ranks of the region's environment have more to do than others as a whole, which wait for them:
	// none of them is to blame.
	Between bool    `json:"between,omitempty"`
	Rank    int     `json:"rank"`            // the slowest one
	Saves   float64 `json:"saves"`           // nanoseconds of that rank; of a second that several regions could save, one counts it
	Mostly  int     `json:"mostly"`          // the region below where the rank lost most of it, or Region
	Waits   []int   `json:"waits,omitempty"` // the regions beside it, below it if Own, in which the other ranks wait for that one
}

// Balance returns what balance between the ranks would give back, largest first. Each Gain is what comes on
// top of those before it, so that no second counts twice:
//
//   - A region inside an imbalanced one counts with what its imbalance is above that of the regions around
//     it.
//   - Where ranks wait for the slowest of another region, as in a barrier, nothing is to be had: that rank
//     is the slowest there and the fastest here, by less, or the fastest there is the slowest here; and
//     the region around both is less imbalanced than either. Which of two is where they wait is known of one that is long
//     for its calls of MPI (see Communicates), by however much. Where no region beside it explains the half of that, others
//     wait for what a rank does in the region around outside of those below, if that took as long.
//   - Where parts of the ranks have regions of their own, in environments of fewer ranks, as the components of a coupled
//     model have, and all of them another one beside these, ranks wait there for the part that has more to do a rank. What
//     balance between the parts would give back comes on top of balance within them.
//   - All regions within one give back no more than that can lose: its own imbalance, and what ranks spent in
//     it waiting on average, in the regions for that and outside of timed ones. No more than its slowest
//     rank took, in any case; of several roots, no more than the longest of them.
//
// Device time runs beside the ranks' and gives nothing back. Nor does an unknown imbalance (see Figure), and if one may in
// part come from ranks that were last seen at different times, only the rest counts.
func (s *Summary) Balance() []Gain {
	b := balance{s: s}
	b.measure()
	b.findWaits()
	b.budget()
	list := b.gains()
	for i := range list {
		if list[i].Mostly = list[i].Region; !list[i].Own && !list[i].Between {
			list[i].Mostly = b.mostly[list[i].Region]
		}
	}
	for i, other := range b.waits {
		if other < 0 {
			continue
		}
		for k := range list {
			if list[k].Region == other && list[k].Between == b.apart[i] {
				list[k].Waits = append(list[k].Waits, i)
			}
		}
	}
	return list
}

// balance holds a value for each region in each of its slices.
type balance struct {
	s         *Summary
	children  [][]int
	imbalance []float64
	mostly    []int     // see findMostly
	calls     []bool    // regions that are as imbalanced as their calls of MPI are
	waits     []int     // the region that others wait for here, which may be the one around; -1: none
	apart     []bool    // ranks of other environments wait for those of that region, whichever of these
	between   []float64 // what balance of the region's environment with others would give back
	untimed   []float64 // time in the region outside of those below, sum over ranks
	own       []Gain    // what that would give back alone; Saves is 0 where nothing is known of it
	room      []float64 // what all regions from this one down may still give back
	top       float64   // and all together
}

func (b *balance) measure() {
	n := len(b.s.Regions)
	b.children, b.imbalance = make([][]int, n), make([]float64, n)
	for i := range b.s.Regions {
		r := &b.s.Regions[i]
		if r.OnDevice() {
			continue
		}
		if r.Parent >= 0 {
			b.children[r.Parent] = append(b.children[r.Parent], i)
		}
		if f := b.s.Figure(r, FigureImbalance); f.Known {
			b.imbalance[i] = f.Value - float64(b.s.Unsettled(r))
		}
	}
	b.findMostly()
	b.calls, b.untimed, b.own = make([]bool, n), make([]float64, n), make([]Gain, n)
	for i := range b.calls {
		if len(b.children[i]) > 0 {
			untimed := b.s.Regions[i].Wall
			for _, c := range b.children[i] {
				untimed = untimed.Sub(b.s.Regions[c].Wall)
			}
			b.untimed[i] = untimed.Float64()
		}
		b.calls[i] = b.imbalance[i] > 0 && Communicates(b.s.Regions[b.mostly[i]].Name)
	}
}

// Communicates reports whether a region of that name is a call in which a rank waits for others: one of MPI that is not
// for a file, as package mpiwrap names it, or the barrier before a region, as E3SM and this module do.
func Communicates(name string) bool {
	return strings.HasPrefix(name, "MPI_") && !strings.HasPrefix(name, "MPI_File_") || strings.HasPrefix(name, "sync_")
}

// findWaits goes from the most imbalanced region down: each waits for one that came before, or others may wait for it.
// Those that communicate come last.
func (b *balance) findWaits() {
	order := make([]int, len(b.s.Regions))
	b.waits, b.apart = slices.Repeat([]int{-1}, len(order)), make([]bool, len(order))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case b.calls[i] == b.calls[j]:
			return cmp.Compare(b.imbalance[j], b.imbalance[i])
		case b.calls[j]:
			return -1
		}
		return 1
	})
	slowest, fastest := make(map[extreme]int), make(map[extreme]int) // of those that do not wait, the most imbalanced
	for _, i := range order {
		r := &b.s.Regions[i]
		if b.imbalance[i] <= 0 || r.Min.Rank < 0 || r.Max.Rank < 0 {
			continue
		}
		if r.Parent >= 0 && b.imbalance[r.Parent] < b.imbalance[i] {
			if b.waits[i] = b.waitsFor(i, slowest, fastest); b.waits[i] < 0 {
				b.waits[i] = b.waitsForPart(i)
				b.apart[i] = b.waits[i] >= 0
			}
		}
		if b.waits[i] < 0 {
			first(slowest, extreme{r.Parent, r.Max.Rank}, i)
			first(fastest, extreme{r.Parent, r.Min.Rank}, i)
		}
	}
}

// first puts what is the first for its key into a map.
func first[K comparable, V any](m map[K]V, key K, v V) {
	if _, taken := m[key]; !taken {
		m[key] = v
	}
}

// extreme is a rank that is the slowest, or the fastest, in a region below another.
type extreme struct{ parent, rank int }

// waitsFor finds the region that others wait for in region i, -1 if there is none: one beside it, or the one around.
func (b *balance) waitsFor(i int, slowest, fastest map[extreme]int) int {
	r := &b.s.Regions[i]
	other, explains := -1, 0.0
	if k, ok := slowest[extreme{r.Parent, r.Min.Rank}]; ok && b.more(k, i) {
		other, explains = k, b.imbalance[k]/b.ahead(i)
	}
	if k, ok := fastest[extreme{r.Parent, r.Max.Rank}]; ok && b.more(k, i) && other < 0 && b.s.in(b.s.Regions[k].Max.Rank, r.Environment) {
		other, explains = k, b.ahead(k)/b.imbalance[i]
	}
	if !b.calls[i] || explains >= explainsMost || Communicates(b.s.Regions[r.Parent].Name) {
		return other
	}
	// The rank that waits least is the slowest outside of regions: by no more than was spent there.
	saves, around := b.ahead(i)-float64(b.s.Unsettled(r)), b.untimed[r.Parent]
	if around-around/float64(max(r.Ranks, 1)) < saves || saves <= 0 {
		return other
	}
	if own := &b.own[r.Parent]; saves > own.Saves {
		*own = Gain{Region: r.Parent, Own: true, Rank: r.Min.Rank, Saves: saves}
	}
	return r.Parent
}

// waitsForPart finds the region for whose ranks those of other environments wait in region i, -1 if there is none. Those that wait
// least are of a part of the ranks that has more to do in regions of its own beside this one, by most of what the waits differ.
func (b *balance) waitsForPart(i int) int {
	r := &b.s.Regions[i]
	if float64(r.Min.Value) > explainsMost*b.meanOf(i, r.Wall.Float64()) { // a call that waits for nobody is short
		return -1
	}
	best, longest, more := -1, 0.0, 0.0
	b.parts(i, func(k int) {
		c, mean := &b.s.Regions[k], b.meanOf(k, b.s.Regions[k].Wall.Float64())
		in, waits := b.s.in(r.Min.Rank, c.Environment), b.s.in(r.Max.Rank, c.Environment)
		switch {
		case in && !waits:
			if more += mean; mean > longest {
				best, longest = k, mean
			}
		case waits && !in:
			more -= mean
		}
	})
	if more < explainsMost*float64(r.Max.Value-r.Min.Value) {
		return -1
	}
	return best
}

// parts are the regions beside region i that fewer ranks have.
func (b *balance) parts(i int, part func(k int)) {
	r := &b.s.Regions[i]
	for _, k := range b.children[r.Parent] {
		if c := &b.s.Regions[k]; k != i && c.Ranks > 0 && b.s.Environments[c.Environment].Size < b.s.Environments[r.Environment].Size {
			part(k)
		}
	}
}

// meanOf is that over the ranks that ran a region.
func (b *balance) meanOf(i int, sum float64) float64 {
	return sum / float64(max(b.s.Regions[i].Ranks, 1))
}

// in reports whether a rank is one of an environment, as far as is known.
func (s *Summary) in(rank, environment int) bool {
	e := &s.Environments[environment]
	return e.Size == s.Size || slices.ContainsFunc(e.Ranks, func(r Range) bool { return r.Has(rank) })
}

// ahead is by how much the fastest rank of a region is faster than the mean.
func (b *balance) ahead(i int) float64 {
	r := &b.s.Regions[i]
	return b.meanOf(i, r.Wall.Float64()) - float64(r.Min.Value)
}

// more reports whether others wait for a region in another one: it is more imbalanced, or the other communicates. Of two
// ranks one waits exactly as long as the other works longer: then the first one is where the work is.
func (b *balance) more(i, than int) bool {
	if b.calls[than] != b.calls[i] {
		return b.calls[than]
	}
	if b.imbalance[i] == b.imbalance[than] {
		return i < than && b.s.Regions[i].Ranks == 2
	}
	return b.imbalance[i] > b.imbalance[than]
}

// budget finds what each region can lose.
func (b *balance) budget() {
	waited := make([]float64, len(b.s.Regions)) // sum over ranks
	b.room = make([]float64, len(b.s.Regions))
	for i := len(b.s.Regions) - 1; i >= 0; i-- {
		r := &b.s.Regions[i]
		if r.OnDevice() {
			continue
		}
		waited[i] += b.untimed[i]
		longest := float64(max(r.Max.Value, 0))
		b.room[i] = min(b.imbalance[i]+waited[i]/float64(max(r.Ranks, 1)), longest)
		if r.Parent < 0 {
			b.top = max(b.top, longest)
			continue
		}
		if b.waits[i] >= 0 { // as a whole, and in what is inside
			waited[i] += r.Wall.Sub(Mul(uint64(max(r.Min.Value, 0)), uint64(r.Ranks))).Float64()
		}
		waited[i] = min(waited[i], r.Wall.Float64())
		waited[r.Parent] += waited[i]
	}
	b.balanceParts(waited)
}

// balanceParts finds what balance between parts of the ranks would give back, once there is none to be had within them.
func (b *balance) balanceParts(waited []float64) {
	b.between = make([]float64, len(b.s.Regions))
	for i, is := range b.apart {
		if !is {
			continue
		}
		r := &b.s.Regions[i]
		most, all := 0.0, 0.0
		b.parts(i, func(k int) {
			busy := b.s.Regions[k].Wall.Float64() - waited[k]
			if all += busy; b.s.in(r.Min.Rank, b.s.Regions[k].Environment) {
				most += b.meanOf(k, busy)
			}
		})
		part := b.waits[i]
		b.between[part] = max(b.between[part], most-b.meanOf(i, all)-float64(b.s.Unsettled(&b.s.Regions[part])))
	}
}

// gains gives out what there is room for, to the largest first.
func (b *balance) gains() []Gain {
	explained := make([]float64, len(b.s.Regions)) // by each region and those around it
	var list []Gain
	for i := range b.s.Regions {
		r := &b.s.Regions[i]
		above := 0.0
		if r.Parent >= 0 {
			above = explained[r.Parent]
		}
		explained[i] = max(above, b.imbalance[i])
		g := Gain{Region: i, Rank: r.Max.Rank}
		// It is long where a rank waits most, or is MPI_Init, in which ranks wait for those that began later.
		if b.waits[i] < 0 && b.waits[b.mostly[i]] < 0 && (r.Parent >= 0 || !Communicates(r.Name)) {
			g.Saves = max(b.imbalance[i]-above, 0)
		}
		if own := b.own[i]; own.Saves-explained[i] > g.Saves {
			own.Saves -= explained[i]
			g = own
		}
		if g.Saves > 0 {
			list = append(list, g)
		}
		if b.between[i] > 0 {
			list = append(list, Gain{Region: i, Between: true, Rank: r.Max.Rank, Saves: b.between[i]})
		}
	}
	largestFirst := func(x, y Gain) int { return cmp.Compare(y.Saves, x.Saves) }
	slices.SortStableFunc(list, largestFirst)
	for k := range list {
		from := list[k].Region
		if list[k].Between { // it is had around it
			from = b.s.Regions[from].Parent
		}
		list[k].Saves = b.take(from, list[k].Saves)
	}
	least := float64(max(b.s.Resolution, 1)) // what is less has come from rounding
	list = slices.DeleteFunc(list, func(g Gain) bool { return g.Saves < least })
	slices.SortStableFunc(list, largestFirst)
	return list
}

// take takes at most so much, in the region and all around it.
func (b *balance) take(region int, most float64) float64 {
	most = min(most, b.top)
	for i := region; i >= 0; i = b.s.Regions[i].Parent {
		most = min(most, b.room[i])
	}
	if most <= 0 {
		return 0
	}
	b.top -= most
	for i := region; i >= 0; i = b.s.Regions[i].Parent {
		b.room[i] -= most
	}
	return most
}

// explainsMost is what share of an imbalance a region below has to show on the same rank to be named for it.
const explainsMost = 0.5

// findMostly finds where the imbalance of each region comes from: down, as long as one region below has most of it on the same
// rank.
func (b *balance) findMostly() {
	b.mostly = make([]int, len(b.s.Regions))
	for i := range slices.Backward(b.mostly) {
		best := -1
		for _, c := range b.children[i] {
			if b.s.Regions[c].Max.Rank == b.s.Regions[i].Max.Rank && b.imbalance[c] >= explainsMost*b.imbalance[i] &&
				(best < 0 || b.imbalance[c] > b.imbalance[best]) {
				best = c
			}
		}
		if b.mostly[i] = i; best >= 0 {
			b.mostly[i] = b.mostly[best]
		}
	}
}
