package stats

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// summarise makes the Summary of all that d has seen, but for what the bins hold. order is for each
// region of the Summary its position in d.
func (d *partial) summarise() (s *Summary, order []int32) {
	m := &d.meta
	s = &Summary{
		Size:     m.size,
		Ranks:    countRuns(m.ranks),
		Missing:  missingSpans(m.ranks, m.size),
		Hosts:    len(m.hosts),
		Program:  m.program,
		Start:    m.start,
		From:     m.from,
		To:       m.to,
		Clocks:   slices.Clone(m.clocks),
		Warnings: slices.Clone(m.warnings),
		Warned:   m.warned,
	}
	slices.SortFunc(s.Clocks, func(a, b ClockUse) int {
		return cmp.Or(cmp.Compare(b.Ranks, a.Ranks), cmp.Compare(a.Name, b.Name))
	})
	var contexts []int32
	s.Contexts, contexts = d.contexts.ordered()
	order = d.order()
	if len(order) == 0 {
		return s, order
	}
	place := make([]int32, len(order)) // in the Summary
	for i, at := range order {
		place[at] = int32(i)
	}
	s.Regions = make([]Region, len(order))
	for i, at := range order {
		p := &d.paths[at]
		r := &s.Regions[i]
		r.Parent = -1
		if p.parent >= 0 {
			r.Parent = int(place[p.parent])
		}
		r.Name = p.name
		r.Context = int(contexts[p.context])
		recordAt(d.records, int(at)).fill(r)
	}
	return s, order
}

// fill sets what a record holds of a region.
func (r *recordBytes) fill(to *Region) {
	to.Ranks = r.ranks()
	to.Completed = int(r.word(wordRanks) >> 32)
	to.Running = int(uint32(r.word(wordState)))
	to.Level = int(int64(r.word(wordState)>>32) - levelBias)
	to.Threads = int(r.word(wordThreads))
	to.Calls = r.word(wordCalls)
	to.Recursion = r.word(wordRecursion)
	to.Timed = r.word(wordTimed)
	to.Total = r.wide(wordTotal)
	to.Wall = r.wide(wordWall)
	to.Squares = r.wide(wordSquares)
	to.Self = r.wide(wordSelf)
	to.Open = r.wide(wordOpen)
	to.CallSquares = r.wide(wordCallSq)
	to.Min = r.extreme(wordMin)
	to.Max = r.extreme(wordMax)
	to.ThreadMin = r.extreme(wordThreadMin)
	to.ThreadMax = r.extreme(wordThreadMax)
	to.CallMin = r.extreme(wordCallMin)
	to.CallMax = r.extreme(wordCallMax)
	to.Estimated = r.word(wordWindow)>>16&1 != 0
}

// ordered returns the contexts by the lowest rank that has them and their position on it, and for
// each context of c its position among these.
func (c *contextSet) ordered() ([]ContextUse, []int32) {
	order := make([]int32, len(c.keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(c.first[a], c.first[b]) })
	place := make([]int32, len(order))
	var uses []ContextUse
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
		above := d.paths[at].parent + 1
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

// setBins enters the distributions of b. counts has RankBins zeros for each region.
func (s *Summary) setBins(b *bins, counts []uint32, order []int32, windows []window) {
	for i, at := range order {
		r := &s.Regions[i]
		if r.Ranks > 0 {
			r.RankHistogram, counts = counts[:RankBins:RankBins], counts[RankBins:]
			from := b.ranks[int(at)*RankBins*b.width : (int(at)+1)*RankBins*b.width]
			// Most bins are empty, so eight bytes are looked at together.
			for j := 0; j < len(from); j += 8 {
				if binary.LittleEndian.Uint64(from[j:]) != 0 {
					for k := j / b.width; k < (j+8)/b.width; k++ {
						r.RankHistogram[k] = uint32(getCount(from, b.width, k))
					}
				}
			}
		}
		if b.start != nil {
			calls := b.calls[b.start[at]:b.start[at+1]]
			r.CallHistogram = trimmed(int(windows[at].first), calls[:len(calls):len(calls)])
		}
	}
}
