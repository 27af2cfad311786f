package stats

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/go-hpc/timers/internal/order"
)

// places says which positions of a partial are which part of its Summary.
type places struct {
	regions []int32 // for each region of the Summary
	values  []valuePlace
	counts  []uint32 // zeros for all bins
	sets    []RankSet
}

type valuePlace struct {
	at              int32
	region, counter int
}

// summarise makes the Summary of all that d has seen, but for what the bins hold.
func (d *partial) summarise() (*Summary, places) { return d.summariseView(false) }

// summariseView is summarise of one of the two views of the ranks.
func (d *partial) summariseView(view bool) (*Summary, places) {
	m := &d.meta
	s := &Summary{
		Size:     m.size,
		Ranks:    m.ranks.Len(),
		Missing:  missingRanges(m.ranks, m.size),
		Hosts:    len(m.hosts),
		Program:  m.program,
		Start:    m.start,
		From:     m.from,
		To:       m.to,
		Clocks:   slices.Clone(m.clocks),
		Warnings: slices.Clone(m.warnings),
		Warned:   m.warned,

		Apart: m.apart(), Source: m.source, Resolution: m.resolution, ResolutionOfSums: m.resolution,
	}
	order.By(s.Clocks, func(a, b ClockSummary) int {
		return cmp.Or(cmp.Compare(b.Ranks, a.Ranks), cmp.Compare(a.Name, b.Name))
	})
	var environments []int32
	s.Environments, environments = d.environments.ordered(view)
	order := slices.DeleteFunc(d.order(), func(at int32) bool {
		return d.environments.view[d.paths[at].Environment] != view
	})
	place := make([]int32, len(d.keys)) // in the Summary
	all := places{counts: make([]uint32, RankBins*len(order)), sets: make([]RankSet, rankSets*len(order))}
	all.regions = slices.DeleteFunc(order, func(at int32) bool {
		if !d.paths[at].value {
			return false
		}
		all.values = append(all.values, valuePlace{at: at})
		return true
	})
	for i, at := range all.regions {
		place[at] = int32(i)
	}
	if len(all.regions) > 0 {
		s.Regions = make([]Region, len(all.regions))
	}
	for i, at := range all.regions {
		p := &d.paths[at]
		r := &s.Regions[i]
		r.Parent = -1
		if p.Parent >= 0 {
			r.Parent = int(place[p.Parent])
		}
		r.Name = p.Name
		r.Environment = int(environments[p.Environment])
		recordAt(d.records, int(at)).fill(r)
	}
	d.summariseValues(s, all.values, place)
	if view {
		s.Counted, s.Empty = countedOf(s.Counters, m.countedView)
	} else {
		s.Counted, s.Empty = countedOf(s.Counters, m.counted)
	}
	return s, all
}

// summariseValues fills in the values of regions, of which place says where they are.
func (d *partial) summariseValues(s *Summary, values []valuePlace, place []int32) {
	known := make(map[string]int)
	for i := range values {
		v := &values[i]
		name := d.paths[v.at].Name
		counter, found := known[name]
		if !found {
			counter = len(s.Counters)
			known[name] = counter
			s.Counters = append(s.Counters, counterOf(name))
		}
		v.counter = counter
		v.region = int(place[d.paths[v.at].Parent])
	}
	for i := range values {
		v := &values[i]
		r := &s.Regions[v.region]
		if r.Values == nil {
			r.Values = make([]CounterStats, len(s.Counters))
		}
		recordAt(d.records, int(v.at)).fillMeasured(&r.Values[v.counter])
	}
}

// fill sets what a record holds of a region.
func (r *recordBytes) fill(to *Region) {
	to.Ranks = r.ranks()
	to.Completed = int(r.word(wordRanks) >> 32)
	to.Running = int(uint32(r.word(wordState)))
	to.Level = int(int64(r.word(wordState)>>32) - levelBias)
	to.Tracks = int(r.word(wordTracks))
	for i, n := range to.counts() {
		*n = r.word(wordCounts + i)
	}
	to.Total = r.wide(wordTotal)
	to.Wall = r.wide(wordWall)
	to.Squares = r.wide(wordSquares)
	to.Self = r.wide(wordSelf)
	to.Open = r.wide(wordOpen)
	to.CallSquares = r.wide(wordCallSq)
	to.Min = r.extreme(wordMin)
	to.Max = r.extreme(wordMax)
	to.TrackMin = r.extreme(wordTrackMin)
	to.TrackMax = r.extreme(wordTrackMax)
	to.CallMin = r.extreme(wordCallMin)
	to.CallMax = r.extreme(wordCallMax)
	to.Estimated = r.word(wordWindow)>>16&1 != 0
	to.Lacks = Lacks(r.word(wordWindow)>>17) & allLacks
	to.Communicates = r.word(wordWindow)&(marked|unmarked) == marked
}

// ordered returns the environments of a view by the lowest rank that has them and their position on it, and for
// each environment of c its position among these.
func (c *environmentSet) ordered(view bool) ([]EnvironmentSummary, []int32) {
	order := make([]int32, 0, len(c.keys))
	for i := range c.keys {
		if c.view[i] == view {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(c.first[a], c.first[b]) })
	place := make([]int32, len(c.keys))
	var uses []EnvironmentSummary
	for i, at := range order {
		place[at] = int32(i)
		use := c.uses[at]
		use.Ranks = slices.Clone(use.Ranks)
		uses = append(uses, use)
	}
	return uses, place
}

// order returns the regions depth first, and siblings by the lowest rank that has them and their
// position on it.
func (d *partial) order() []int32 {
	n := len(d.keys)
	first := func(i int32) uint64 { return recordAt(d.records, int(i)).word(wordFirst) }
	byPlace := make([]int32, n)
	for i := range byPlace {
		byPlace[i] = int32(i)
	}
	compare := func(a, b int32) int { return cmp.Compare(first(a), first(b)) }
	if !slices.IsSortedFunc(byPlace, compare) {
		slices.SortFunc(byPlace, compare)
	}
	// Lists of children: child[i+1] is the first of region i, child[0] the first root.
	child := make([]int32, n+1)
	sibling := make([]int32, n)
	for i := range child {
		child[i] = -1
	}
	for _, at := range slices.Backward(byPlace) {
		above := d.paths[at].Parent + 1
		sibling[at] = child[above]
		child[above] = at
	}
	order := byPlace[:0]
	var stack []int32
	for at := child[0]; ; {
		for ; at < 0; at = sibling[at] {
			if len(stack) == 0 {
				return order
			}
			at, stack = stack[len(stack)-1], stack[:len(stack)-1]
		}
		order = append(order, at)
		stack = append(stack, at)
		at = child[at+1]
	}
}

// eachBins gives each region and value that has run its bins, and calls f with their number and its position.
func (s *Summary) eachBins(all *places, f func(k int, at int32)) {
	next := 0
	give := func(counts *[]uint32, sets *[]RankSet, at int32) {
		*counts = all.counts[next*RankBins : (next+1)*RankBins : (next+1)*RankBins]
		*sets = all.sets[next*rankSets : (next+1)*rankSets : (next+1)*rankSets]
		f(next, at)
		next++
	}
	for i, at := range all.regions {
		if r := &s.Regions[i]; r.Ranks > 0 {
			give(&r.RankHistogram, &r.RankSets, at)
		}
	}
	for i := range all.values {
		v := &all.values[i]
		if to := &s.Regions[v.region].Values[v.counter]; to.Ranks > 0 {
			give(&to.RankHistogram, &to.RankSets, v.at)
		}
	}
}

// setBins enters the distributions of b.
func (s *Summary) setBins(b *bins, all places, windows []window) {
	s.eachBins(&all, func(k int, at int32) {
		b.copyRanks(all.counts[k*RankBins:], at)
		copy(all.sets[k*rankSets:(k+1)*rankSets], b.sets[int(at)*rankSets:])
	})
	b.untimed.fill(s, &all)
	for i, at := range all.regions {
		if b.start != nil {
			calls := b.calls[b.start[at]:b.start[at+1]]
			s.Regions[i].CallHistogram = trimmed(int(windows[at].first), calls[:len(calls):len(calls)])
		}
	}
}

// setColumns is setBins of ranks whose times are all known: each is counted where its region has it, without
// bins that would be looked through for the few that are not empty.
func (s *Summary) setColumns(columns []column, all places, windows []window, left *untimed) {
	place := make([]int, len(windows)) // of the bins, by position; -1 for a region that no record says has run
	for i := range place {
		place[i] = -1
	}
	s.eachBins(&all, func(k int, at int32) { place[at] = k })
	for n := range columns {
		c := &columns[n]
		left.addRank(c)
		for i, wall := range c.times {
			if at := c.at.region(i); wall >= 0 && place[at] >= 0 {
				bin := windows[at].bin(wall)
				all.counts[place[at]*RankBins+bin]++
				all.sets[place[at]*rankSets+bin/SetBins].Add(&c.of)
			}
		}
	}
	left.fill(s, &all)
}

// copyRanks sets the counts of a region, which are zero, to those of b.
func (b *bins) copyRanks(to []uint32, at int32) {
	from := b.ranks[int(at)*RankBins*b.width : (int(at)+1)*RankBins*b.width]
	// Most bins are empty, so eight bytes are looked at together.
	for j := 0; j < len(from); j += 8 {
		if binary.LittleEndian.Uint64(from[j:]) != 0 {
			for k := j / b.width; k < (j+8)/b.width; k++ {
				to[k] = uint32(getCount(from, b.width, k))
			}
		}
	}
}
