package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// row is a line of the table.
type row struct {
	guides string // of the tree
	name   string // may be cut
	suffix string // may not
	cells  map[column]string
	region int // its index; -1: the row is none
}

// untimedShare is the part of a region that its children may leave without a row that says so.
const untimedShare = 0.01

// mostIndented is how many levels are indented. Below, a number says how deep a row stands: of a recursion
// thousands of levels deep the guides would be all that there is to see, and megabytes.
const mostIndented = 40

// rows walks the tree.
func (p *page) rows() []row {
	var rows []row
	p.walk(&rows, len(p.s.Regions), "", 1)
	return rows
}

// walk adds what stands below a region; len(Regions) stands for the root.
func (p *page) walk(rows *[]row, parent int, guides string, level int) {
	shown, folded := p.fold(p.children[parent])
	rest := p.rest(parent)
	if p.regionsOnly {
		folded, rest = nil, false
		shown = slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return !p.counted[i] })
	}
	entries := len(shown)
	if len(folded) > 0 {
		entries++
	}
	if rest {
		entries++
	}
	// The guides of an entry and of what stands below it.
	next := func() (own, below string) {
		entries--
		if level > mostIndented {
			p.deepest = max(p.deepest, level)
		}
		return p.guides(guides, level, entries == 0)
	}
	for _, i := range shown {
		own, below := next()
		*rows = append(*rows, p.region(i, own))
		if p.o.Depth > 0 && level >= p.o.Depth {
			p.deeper += p.sizes[i] - 1
			continue
		}
		p.walk(rows, i, below, level+1)
	}
	if len(folded) > 0 {
		own, _ := next()
		*rows = append(*rows, p.folded(folded, parent, own))
	}
	if rest {
		own, _ := next()
		p.untimed = true
		*rows = append(*rows, p.part(own, "~untimed", p.left[parent], parent))
	}
}

// rest reports whether the children of a region leave so much of its time that it is worth a row.
func (p *page) rest(i int) bool {
	if i == len(p.s.Regions) || len(p.children[i]) == 0 {
		return false
	}
	return p.left[i].Float64() > untimedShare*p.s.Regions[i].Wall.Float64()
}

// fold parts siblings into those that are shown and those too small to be.
func (p *page) fold(siblings []int) (shown, folded []int) {
	lines := 0
	for _, i := range siblings {
		if p.small[i] {
			folded = append(folded, i)
			lines += p.sizes[i]
		} else {
			shown = append(shown, i)
		}
	}
	if lines < 2 { // nothing gained
		return siblings, nil
	}
	return shown, folded
}

// smallAlone reports whether a region may be folded if all below it may, see Options.MinShare.
func (p *page) smallAlone(i int) bool {
	if p.o.MinShare <= 0 {
		return false
	}
	r, root := &p.s.Regions[i], &p.s.Regions[0]
	return r.Running == 0 && len(p.notes[i]) == 0 && p.s.ShareOfTotal(i) < p.o.MinShare &&
		float64(r.Max.Value) < p.o.MinShare*root.MeanOverRanks()
}

// region is the row of a region.
func (p *page) region(i int, guides string) row {
	s, r := p.s, &p.s.Regions[i]
	suffix := ""
	if r.Context > 0 {
		suffix += " @" + p.name(s.Contexts[r.Context].Name)
	}
	switch {
	case r.Running == 0:
	case r.Running < r.Ranks:
		suffix += fmt.Sprintf(" (still running on %d)", r.Running)
	default:
		suffix += " (still running)"
	}
	if len(p.notes[i]) > 0 {
		suffix += " " + p.marks(p.notes[i])
	}
	name := p.text(r.Name)
	if strings.TrimSpace(name) == "" {
		name = fmt.Sprintf("%q", r.Name)
	}
	cells := map[column]string{ranks: fmt.Sprintf("%d/%d", r.Ranks, s.Contexts[r.Context].Size)}
	if r.Lacks&stats.LacksCalls == 0 {
		cells[calls] = fmt.Sprint(r.Calls)
	}
	if r.Lacks&stats.LacksThreads == 0 {
		cells[threads] = fmt.Sprint(r.Threads)
	}
	if r.Ranks > 0 {
		p.estimated = p.estimated || r.Estimated
		p.times(cells, r)
	}
	if r.Ranks > 0 && r.Lacks&stats.LacksWall == 0 {
		if p.root[i] == 0 { // what lies beside the total is no part of it, as calls of MPI before the timers began
			cells[ofTotal] = percent(s.ShareOfTotal(i))
		}
		if r.Parent >= 0 {
			cells[ofParent] = percent(s.ShareOfParent(i))
		}
	}
	return row{guides, name, suffix, cells, i}
}

// times fills in the columns of times.
func (p *page) times(cells map[column]string, r *stats.Region) {
	put := func(at column, of stats.FigureOf) bool {
		cell := p.figure(p.s.Figure(r, of))
		if cell == "" {
			return false
		}
		if r.Estimated {
			cell = "~" + cell
		}
		cells[at] = cell
		return true
	}
	put(mean, stats.FigureMean)
	if put(least, stats.FigureMin) {
		cells[leastRank] = fmt.Sprintf("(%d)", r.Min.Rank)
	}
	if put(most, stats.FigureMax) {
		cells[mostRank] = fmt.Sprintf("(%d)", r.Max.Rank)
	}
	if r.Ranks > 1 {
		put(imbalance, stats.FigureImbalance)
		if lost := p.s.Figure(r, stats.FigureLost); lost.Known {
			cells[ofMax] = percent(lost.Value) + " %"
		}
	}
}

// folded is the row that stands for several regions.
func (p *page) folded(regions []int, parent int, guides string) row {
	var sum stats.Uint128
	count := 0
	for _, i := range regions {
		sum = sum.Add(p.s.Regions[i].Wall)
		count += p.sizes[i]
	}
	name := fmt.Sprintf("%s %s below %s %%", p.more, plural(count, "region"), figure(100*p.o.MinShare))
	return p.part(guides, name, sum, parent)
}

// part is the row of some of a region's time.
func (p *page) part(guides, name string, sum stats.Uint128, parent int) row {
	cells := map[column]string{}
	if parent < len(p.s.Regions) {
		r := &p.s.Regions[parent]
		if r.Ranks > 0 {
			cells[mean] = p.duration(sum.Float64() / float64(r.Ranks))
		}
		cells[ofParent] = percent(share(sum, r.Wall))
	}
	if parent >= len(p.s.Regions) || p.root[parent] == 0 {
		cells[ofTotal] = percent(share(sum, p.s.Regions[0].Wall))
	}
	return row{guides: guides, name: name, cells: cells, region: -1}
}

func share(part, whole stats.Uint128) float64 {
	if whole == (stats.Uint128{}) {
		return 0
	}
	return part.Float64() / whole.Float64()
}
