package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// row is a line of the table.
type row struct {
	guides string // of the tree
	name   string // may be cut
	suffix string // may not
	region int    // its index; -1: the row is none
}

// untimedShare is the part of a region that its children may leave without a row that says so.
const untimedShare = 0.01

// mostIndented is how many levels are indented. Below, a number says how deep a row stands: of a recursion
// thousands of levels deep the guides would be all that there is to see, and megabytes.
const mostIndented = 40

// rows walks the tree.
func (p *page) rows() []row {
	rows := make([]row, 0, len(p.s.Regions))
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
	// The guides of an entry and of what stands below it: the same for all but the last.
	var own, below string
	next := func() (string, string) {
		entries--
		if level > mostIndented {
			p.deepest = max(p.deepest, level)
		}
		if entries == 0 || own == "" {
			own, below = p.guides(guides, level, entries == 0)
		}
		return own, below
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
	if !slices.ContainsFunc(siblings, func(i int) bool { return p.small[i] }) {
		return siblings, nil
	}
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
	r := &p.s.Regions[i]
	suffix := p.contextNote(r.Context)
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
	if !p.regionsOnly {
		p.cells(i)
	}
	return row{guides, name, suffix, i}
}

// contextNote is what stands behind the names of regions of a context.
func (p *page) contextNote(context int) string {
	if context == 0 {
		return ""
	}
	if p.contextNotes == nil {
		p.contextNotes = make([]string, len(p.s.Contexts))
	}
	if p.contextNotes[context] == "" {
		p.contextNotes[context] = " @" + p.name(p.s.Contexts[context].Name)
	}
	return p.contextNotes[context]
}

// cells fills in the numbers of a region, in a row of their own.
func (p *page) cells(i int) {
	s, r, g := p.s, &p.s.Regions[i], &p.numbers
	at := g.row()
	if r.Lacks&stats.LacksCalls == 0 {
		p.count(at, calls, r.Calls)
	}
	from := len(g.text)
	g.text = strconv.AppendInt(g.text, int64(r.Ranks), 10)
	g.text = strconv.AppendInt(append(g.text, '/'), int64(s.Contexts[r.Context].Size), 10)
	g.end(at, 1+int(ranks), from)
	if r.Lacks&stats.LacksThreads == 0 {
		p.count(at, threads, uint64(r.Threads))
	}
	if r.Ranks == 0 {
		return
	}
	p.estimated = p.estimated || r.Estimated
	p.times(at, r)
	if r.Lacks&stats.LacksWall == 0 {
		if p.root[i] == 0 { // what lies beside the total is no part of it, as calls of MPI before the timers began
			p.percent(at, ofTotal, s.ShareOfTotal(i), "")
		}
		if r.Parent >= 0 {
			p.percent(at, ofParent, s.ShareOfParent(i), "")
		}
	}
}

func (p *page) count(at int, c column, n uint64) {
	from := len(p.numbers.text)
	p.numbers.text = strconv.AppendUint(p.numbers.text, n, 10)
	p.numbers.end(at, 1+int(c), from)
}

func (p *page) percent(at int, c column, share float64, unit string) {
	from := len(p.numbers.text)
	p.numbers.text = append(appendPercent(p.numbers.text, share), unit...)
	p.numbers.end(at, 1+int(c), from)
}

func (p *page) rank(at int, c column, rank int) {
	from := len(p.numbers.text)
	p.numbers.text = append(strconv.AppendInt(append(p.numbers.text, '('), int64(rank), 10), ')')
	p.numbers.end(at, 1+int(c), from)
}

// time fills in a time, if it is known in any way.
func (p *page) time(at int, c column, f stats.Figure, estimated bool) bool {
	if !f.Known && !f.Below {
		return false
	}
	from := len(p.numbers.text)
	if estimated {
		p.numbers.text = append(p.numbers.text, '~')
	}
	p.numbers.text = p.appendFigure(p.numbers.text, f)
	p.numbers.end(at, 1+int(c), from)
	return true
}

// times fills in the columns of times.
func (p *page) times(at int, r *stats.Region) {
	put := func(c column, of stats.FigureOf) bool { return p.time(at, c, p.s.Figure(r, of), r.Estimated) }
	put(mean, stats.FigureMean)
	if put(least, stats.FigureMin) {
		p.rank(at, leastRank, r.Min.Rank)
	}
	if put(most, stats.FigureMax) {
		p.rank(at, mostRank, r.Max.Rank)
	}
	if r.Ranks > 1 {
		put(imbalance, stats.FigureImbalance)
		if lost := p.s.Figure(r, stats.FigureLost); lost.Known {
			p.percent(at, ofMax, lost.Value, " %")
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
	at := p.numbers.row()
	if parent < len(p.s.Regions) {
		r := &p.s.Regions[parent]
		if r.Ranks > 0 {
			p.time(at, mean, stats.Figure{Value: sum.Float64() / float64(r.Ranks), Known: true}, false)
		}
		p.percent(at, ofParent, share(sum, r.Wall), "")
	}
	if parent >= len(p.s.Regions) || p.root[parent] == 0 {
		p.percent(at, ofTotal, share(sum, p.s.Regions[0].Wall), "")
	}
	return row{guides: guides, name: name, region: -1}
}

func share(part, whole stats.Uint128) float64 {
	if whole == (stats.Uint128{}) {
		return 0
	}
	return part.Float64() / whole.Float64()
}
