package tree

import (
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// Column is a column of the tree, beside the column of names.
type Column struct {
	Name  string // to choose it by; a rank's column has the name of the time before it
	Title string
	About string
	Words bool // its cells are aligned left, close to the column before
	Drop  int  // where columns have to be left out, those with the smallest number go first; 0: never

	none string // what stands there where there is nothing
	cell func(t *Tree, to []byte, r *Row) []byte
}

// Columns that go first when a page is too narrow for all have the smallest numbers.
const (
	dropFurther = iota + 1
	dropTracks
	dropShare
	dropMin
	dropParent
	dropImbalance
	dropRanks
	dropCalls
	dropMean
)

// Units of two letters stand behind times, hence the blanks behind their titles.
const noTime = dash + "  "

// columnsOf are all columns, in the order in which they are told.
var columnsOf = []Column{
	{Name: "calls", Title: "calls", About: "calls on all ranks and threads", Drop: dropCalls, none: dash, cell: countCell(stats.LacksCalls, func(r *stats.Region) uint64 { return r.Calls })},
	{Name: "recursion", Title: "recursive", About: "calls inside another call of the same region; they have no time of their own", Drop: dropFurther, none: dash, cell: countCell(stats.LacksRecursion, func(r *stats.Region) uint64 { return r.Recursion })},
	{Name: "ranks", Title: "ranks", About: "k/P: k of the P ranks in the region's environment ran it", Drop: dropRanks, none: dash, cell: ranksCell},
	{Name: "tracks", Title: "tracks", About: "pairs of rank and track (goroutine or thread) that ran it", Drop: dropTracks, none: dash, cell: countCell(stats.LacksTracks, func(r *stats.Region) uint64 { return uint64(r.Tracks) })},
	{Name: "min", Title: "min  ", About: "smallest time of those k ranks; a rank's time is its slowest thread's", Drop: dropMin, none: noTime, cell: timeCell(stats.FigureMin)},
	{Name: "mean", Title: "mean  ", About: "mean time of those k ranks", Drop: dropMean, none: noTime, cell: timeCell(stats.FigureMean)},
	{Name: "mean-all", Title: "mean of P  ", About: "mean time of the P ranks, counting 0 for ranks that did not run it", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureMeanOfAll)},
	{Name: "median", Title: "median  ", About: "time below which half of those k ranks lie; ~: within a 32nd of max - min", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureMedian)},
	{Name: "stddev", Title: "std dev  ", About: "standard deviation between those k ranks", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureDeviation)},
	{Name: "max", Title: "max  ", About: "largest time of a rank", none: noTime, cell: timeCell(stats.FigureMax)},
	{Name: "time", Title: "time  ", About: "the slowest thread's time on the slowest rank", none: noTime, cell: timeCell(stats.FigureMax)},
	{Name: "total", Title: "total  ", About: "time of all ranks and threads", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureTotal)},
	{Name: "self", Title: "self  ", About: "time of a rank's threads outside the regions below, including waits for other threads; mean over those k ranks", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureSelf)},
	{Name: "imbalance", Title: "imbalance", About: "max - mean: the time lost to the slowest rank", Drop: dropImbalance, none: noTime, cell: imbalanceCell},
	{Name: "share", Title: "share", About: "imbalance as a share of max", Drop: dropShare, cell: shareCell},
	{Name: "call", Title: "a call  ", About: "mean time of a call", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureCallMean)},
	{Name: "call-min", Title: "call min  ", About: "shortest call", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureCallMin)},
	{Name: "call-max", Title: "call max  ", About: "longest call", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureCallMax)},
	{Name: "call-p50", Title: "call p50  ", About: "time below which half of the calls lie, if histograms were kept; ~: within 25 %", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureCallMedian)},
	{Name: "call-p99", Title: "call p99  ", About: "time below which 99 % of the calls lie; ~: within 25 %", Drop: dropFurther, none: noTime, cell: timeCell(stats.FigureCallP99)},
	{Name: "parent", Title: "% parent", About: "the ranks' summed time as a share of the parent's", Drop: dropParent, none: dash, cell: parentCell},
	{Name: "run", Title: "% total", About: "the ranks' summed time as a share of the first region's", none: dash, cell: totalCell},
}

// rankOf are the columns that stand behind a time, with the rank whose it is.
var rankOf = map[string]func(t *Tree, to []byte, r *Row) []byte{
	"min":      rankCell(stats.FigureMin, func(r *stats.Region) int { return r.Min.Rank }),
	"max":      rankCell(stats.FigureMax, func(r *stats.Region) int { return r.Max.Rank }),
	"call-max": rankCell(stats.FigureCallMax, func(r *stats.Region) int { return r.CallMax.Rank }),
}

// Columns returns all columns that can be chosen, without those of ranks.
func Columns() []Column { return slices.Clone(columnsOf) }

// Usual returns the columns that Write shows.
func (t *Tree) Usual() []Column {
	names := []string{"calls", "recursion", "ranks", "tracks", "min", "mean", "max", "imbalance", "share", "parent", "run"}
	if t.serial() {
		names = []string{"calls", "recursion", "tracks", "mean", "parent", "run"}
		if t.threaded() { // the slowest thread says little of regions that ran on many
			names = slices.Insert(names, 3, "total")
		}
	}
	none := func(is func(stats.Region) bool) bool { return !slices.ContainsFunc(t.s.Regions, is) }
	flat, straight := none(func(r stats.Region) bool { return r.Parent >= 0 }), none(func(r stats.Region) bool { return r.Recursion > 0 })
	return t.Choose(slices.DeleteFunc(names, func(name string) bool {
		return name == "tracks" && !t.threaded() || name == "recursion" && straight || name == "parent" && flat && len(t.s.Regions) > 1
	}))
}

// Choose returns the columns with these names, in order, each time followed by its rank if there are
// several ranks. It skips names that no column has.
func (t *Tree) Choose(names []string) (list []Column) {
	for _, name := range names {
		i := slices.IndexFunc(columnsOf, func(c Column) bool { return c.Name == name })
		if i < 0 {
			continue
		}
		c := columnsOf[i]
		if name == "mean" && t.serial() {
			if c.Title = "time  "; t.threaded() {
				c.Title = "slowest  "
			}
		}
		list = append(list, c)
		if cell := rankOf[name]; cell != nil && !t.serial() {
			list = append(list, Column{Name: name, Title: "(rank)", Words: true, Drop: c.Drop, cell: cell})
		}
	}
	return list
}

// serial reports whether there is but one rank, over which no statistics are worth a column.
func (t *Tree) serial() bool { return t.s.Size <= 1 }

// threaded reports whether some region ran on several threads of a rank.
func (t *Tree) threaded() bool {
	return slices.ContainsFunc(t.s.Regions, func(r stats.Region) bool {
		return r.Tracks > r.Completed && r.Lacks&stats.LacksTracks == 0
	})
}

// Cell returns the text of a column in a row.
func (t *Tree) Cell(r *Row, c *Column) string { return string(t.appendCell(nil, r, c)) }

func (t *Tree) appendCell(to []byte, r *Row, c *Column) []byte {
	from := len(to)
	if to = c.cell(t, to, r); len(to) == from {
		to = append(to, c.none...)
	}
	return to
}

// of is the region that a row stands for, nil for another row.
func (t *Tree) of(r *Row) *stats.Region {
	if r.Part != Whole {
		return nil
	}
	return &t.s.Regions[r.Region]
}

// countCell makes a column of a number that a source may lack.
func countCell(lacks stats.Lacks, count func(r *stats.Region) uint64) func(t *Tree, to []byte, r *Row) []byte {
	return func(t *Tree, to []byte, r *Row) []byte {
		if of := t.of(r); of != nil && of.Lacks&lacks == 0 {
			to = strconv.AppendUint(to, count(of), 10)
		}
		return to
	}
}

func ranksCell(t *Tree, to []byte, r *Row) []byte {
	if of := t.of(r); of != nil {
		to = append(strconv.AppendInt(to, int64(of.Ranks), 10), '/')
		to = strconv.AppendInt(to, int64(t.s.Environments[of.Environment].Size), 10)
	}
	return to
}

// timeCell makes a column of a time of regions.
func timeCell(figure stats.FigureOf) func(t *Tree, to []byte, r *Row) []byte {
	return func(t *Tree, to []byte, r *Row) []byte {
		f, of := t.time(r, figure)
		return t.appendTime(to, f, of != nil && of.Estimated)
	}
}

// time is what is known of a time of a row, and of which region or part of one.
func (t *Tree) time(r *Row, figure stats.FigureOf) (f stats.Figure, of *stats.Region) {
	if of = t.of(r); of != nil {
		return t.s.Figure(of, figure), of
	}
	if of = t.part(r); of != nil && of.Ranks > 0 {
		switch figure {
		case stats.FigureMean: // a difference, to which no resolution of the source applies
			f = stats.Figure{Value: of.MeanOverRanks(), Known: true}
		case stats.FigureMin, stats.FigureMax:
			f = t.s.Figure(of, figure)
		}
	}
	return f, of
}

// part returns what is known over ranks of a part of a region's time, as if it were a region; nil for any other row. Extremes
// are known only of what the regions inside leave. It is there until the next one is asked for.
func (t *Tree) part(r *Row) *stats.Region {
	if r.Part == Whole || r.Region < 0 {
		return nil
	}
	of := &t.s.Regions[r.Region]
	p := &t.parted
	*p = stats.Region{Parent: r.Region, Ranks: of.Ranks, Wall: r.sum, Min: stats.Extreme{Rank: -1}, Max: stats.Extreme{Rank: -1}}
	p.Estimated = r.Part == Untimed && t.rough[r.Region]
	switch {
	case r.Part != Untimed:
	case of.Ranks == 1 && of.Max.Rank >= 0: // it has no more than one rank's time
		p.Min = stats.Extreme{Value: int64(r.sum.Float64()), Rank: of.Max.Rank}
		p.Max = p.Min
	case of.UntimedMax.Value > 0 && !slices.ContainsFunc(t.children[r.Region], func(c int) bool { return t.aside[c] }): // for which they count as inside
		p.Min, p.Max = of.UntimedMin, of.UntimedMax
	}
	return p
}

// appendTime appends a time, if it is known in any way.
func (t *Tree) appendTime(to []byte, f stats.Figure, estimated bool) []byte {
	if !f.Known && !f.Below {
		return to
	}
	if estimated || f.About {
		to = append(to, '~')
	}
	return t.appendFigure(to, f)
}

// rankCell makes a column of the rank of the time in the column before.
func rankCell(figure stats.FigureOf, rank func(r *stats.Region) int) func(t *Tree, to []byte, r *Row) []byte {
	return func(t *Tree, to []byte, r *Row) []byte {
		f, of := t.time(r, figure)
		if !f.Known && !f.Below {
			return to
		}
		return append(strconv.AppendInt(append(to, '('), int64(rank(of)), 10), ')')
	}
}

// spread is what the ranks of a row ran: a region or a part of one, nil for another row.
func (t *Tree) spread(r *Row) *stats.Region {
	of := t.of(r)
	if of == nil {
		of = t.part(r)
	}
	return of
}

func imbalanceCell(t *Tree, to []byte, r *Row) []byte {
	if of := t.spread(r); of != nil && of.Ranks > 1 {
		to = t.appendTime(to, t.s.Figure(of, stats.FigureImbalance), of.Estimated)
	}
	return to
}

func shareCell(t *Tree, to []byte, r *Row) []byte {
	if of := t.spread(r); of != nil && of.Ranks > 1 {
		if lost := t.s.Figure(of, stats.FigureImbalanceShare); lost.Known {
			to = append(appendPercent(to, lost.Value), " %"...)
		}
	}
	return to
}

// parentCell is the share of a row in the time of its parent: of a part, in that of the region.
func parentCell(t *Tree, to []byte, r *Row) []byte {
	of := t.of(r)
	switch {
	case r.Beside:
		return to
	case of == nil && r.Region >= 0:
		return appendPercent(to, share(r.sum, t.s.Regions[r.Region].Wall))
	case of == nil, of.Ranks == 0, of.Parent < 0, (of.Lacks|t.s.Regions[of.Parent].Lacks)&stats.LacksWall != 0:
		return to
	case r.Region >= 0 && t.aside[r.Region] && of.Wall.Cmp(t.s.Regions[of.Parent].Wall) > 0: // that has not waited for its threads
		return to
	}
	return appendPercent(to, share(of.Wall, t.s.Regions[of.Parent].Wall))
}

// totalCell is the share of a row in the time of the run. What lies beside the total is no part of it, as calls of MPI
// before the timers began; in what other programs write regions often lie beside each other that do not. Device time is no part of it either.
func totalCell(t *Tree, to []byte, r *Row) []byte {
	if r.Region >= 0 && t.s.Source == "" && t.root[r.Region] != t.total {
		return to
	}
	of, sum := t.of(r), r.sum
	if r.Beside || r.Region >= 0 && t.s.Regions[r.Region].OnDevice() {
		return to
	}
	if of != nil {
		if sum = of.Wall; of.Ranks == 0 || of.Lacks&stats.LacksWall != 0 {
			return to
		}
	}
	return appendPercent(to, share(sum, t.s.Regions[t.total].Wall))
}
