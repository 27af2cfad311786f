package tree

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/stats"
)

// Row is a line of the tree.
type Row struct {
	Guides string // of the tree
	Name   string // printable, and as long as it is
	Note   string // the text after the name

	// Region is the index of the region in the Summary. A row for a part of a region's time has the
	// region's index, and a row of small regions without a parent -1.
	Region int
	Part   Part
	Faint  bool // it is there only for rows below it, see Options.Keep
	Hidden int  // regions below it that are not shown, see Options.Closed
	Beside bool // it is device time below a host region: not part of its time or of the run's

	sum stats.Uint128 // of a part
}

// Part is the part of a region that a row stands for.
type Part uint8

// A row stands for a region, for the time of a region outside the regions below it, or for small regions together.
const (
	Whole Part = iota
	Untimed
	Small
)

// untimedShare is the part of a region that its children may leave without a row that says so.
const untimedShare = 0.01

// mostIndented is how many levels are indented. Below, a number says how deep a row stands: of a recursion
// thousands of levels deep the guides would be all that there is to see, and megabytes.
const mostIndented = 40

// Rows returns the rows, from top to bottom.
func (t *Tree) Rows() []Row { return t.rows(false) }

// rows walks the tree; regionsOnly leaves out rows that stand for no region, and regions of which nothing was counted.
func (t *Tree) rows(regionsOnly bool) []Row {
	w := walk{Tree: t, regionsOnly: regionsOnly, rows: make([]Row, 0, len(t.s.Regions))}
	w.below(len(t.s.Regions), "", 1)
	return w.rows
}

// walk collects rows.
type walk struct {
	*Tree
	regionsOnly bool
	rows        []Row
}

// below adds what stands below a region; len(Regions) stands for the root.
func (w *walk) below(parent int, guides string, level int) {
	shown, folded, beside := w.fold(w.siblings(parent))
	rest := w.rest(parent)
	if w.regionsOnly {
		folded, beside, rest = nil, nil, false
		shown = slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return !w.counted[i] })
	}
	entries := len(shown)
	for _, list := range [][]int{folded, beside} {
		if len(list) > 0 {
			entries++
		}
	}
	if rest {
		entries++
	}
	// The guides of an entry and of what stands below it: the same for all but the last.
	var own, below string
	next := func() (string, string) {
		entries--
		if level > mostIndented {
			w.deepest = max(w.deepest, level)
		}
		if entries == 0 || own == "" {
			own, below = w.guides(guides, level, entries == 0)
		}
		return own, below
	}
	for _, i := range shown {
		own, below := next()
		if w.entry(i, own, level) {
			w.below(i, below, level+1)
		}
	}
	for _, list := range [][]int{folded, beside} {
		if len(list) > 0 {
			own, _ := next()
			w.rows = append(w.rows, w.folded(list, parent, own))
		}
	}
	if rest {
		own, _ := next()
		w.untimed = true
		r := w.Rest(parent)
		r.Guides = own
		w.rows = append(w.rows, r)
	}
}

// entry adds the row of a region, and reports whether what stands below it is to be shown.
func (w *walk) entry(i int, guides string, level int) (open bool) {
	closed := w.o.Closed != nil && w.sizes[i] > 1 && w.o.Closed(i)
	notes, last := w.notes[i], w.o.Depth > 0 && level >= w.o.Depth
	if closed || last {
		notes = w.notesBelow(notes[:len(notes):len(notes)], i)
	}
	r := w.region(i, notes)
	r.Guides = guides
	switch {
	case closed:
		r.Hidden = w.sizes[i] - 1
	case last && !w.regionsOnly:
		w.deeper += w.sizes[i] - 1
	}
	w.rows = append(w.rows, r)
	return !closed && !last
}

// siblings are the regions below a parent that are wanted, in the order that is.
func (t *Tree) siblings(parent int) []int {
	list := t.children[parent]
	if t.kept != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !t.kept[i] })
	}
	if t.o.Order != nil {
		list = slices.Clone(list)
		order.Stably(list, func(a, b int) int { return t.o.Order(&t.s.Regions[a], &t.s.Regions[b]) })
	}
	return list
}

// Rest returns the row for a region's time outside the regions below it, without guides.
func (t *Tree) Rest(region int) Row {
	return Row{Name: "~untimed", Region: region, Part: Untimed, sum: t.left[region]}
}

// rest reports whether the children of a region leave so much of its time that it is worth a row.
func (t *Tree) rest(i int) bool {
	if i == len(t.s.Regions) || t.kept != nil || !slices.ContainsFunc(t.children[i], func(c int) bool { return !t.s.Beside(c) }) {
		return false // time of devices takes nothing from the host's
	}
	return t.left[i].Float64() > untimedShare*t.s.Regions[i].Wall.Float64()
}

// fold parts siblings into those that are shown and those too small to be, device time beside the host's for itself.
func (t *Tree) fold(siblings []int) (shown, folded, beside []int) {
	if !slices.ContainsFunc(siblings, func(i int) bool { return t.small[i] }) {
		return siblings, nil, nil
	}
	lines := 0
	for _, i := range siblings {
		switch {
		case !t.small[i]:
			shown = append(shown, i)
			continue
		case t.s.Beside(i):
			beside = append(beside, i)
		default:
			folded = append(folded, i)
		}
		lines += t.sizes[i]
	}
	if rows := min(len(folded), 1) + min(len(beside), 1); lines <= rows { // nothing gained
		return siblings, nil, nil
	}
	return shown, folded, beside
}

// smallAlone reports whether a region may be folded if all below it may, see Options.MinShare.
func (t *Tree) smallAlone(i int) bool {
	if t.o.MinShare <= 0 {
		return false
	}
	r, total := &t.s.Regions[i], &t.s.Regions[t.total]
	return r.Running == 0 && len(t.notes[i]) == 0 && share(r.Wall, total.Wall) < t.o.MinShare &&
		float64(r.Max.Value) < t.o.MinShare*total.MeanOverRanks()
}

// region is the row of a region.
func (t *Tree) region(i int, notes []int) Row {
	r := &t.s.Regions[i]
	note := t.environmentNote(r.Environment) + t.sampleNote(r)
	if t.aside[i] {
		note, t.beside = note+" (beside)", true
	}
	switch {
	case r.Running == 0:
	case r.Running < r.Ranks:
		note += fmt.Sprintf(" (still running on %d)", r.Running)
	default:
		note += " (still running)"
	}
	if len(notes) > 0 {
		slices.Sort(notes)
		note += " " + t.marks(slices.Compact(notes))
	}
	name := t.text(r.Name)
	if strings.TrimSpace(name) == "" {
		name = fmt.Sprintf("%q", r.Name)
	}
	t.estimated = t.estimated || r.Estimated && r.Ranks > 0 && r.Lacks&stats.LacksCalls == 0
	t.devices = t.devices || r.OnDevice()
	return Row{Beside: t.s.Beside(i), Name: name, Note: note, Region: i, Faint: t.o.Keep != nil && !t.o.Keep(i)}
}

// sampleNote says how sure a time is that is scaled from few calls: twice its standard error, or if there are too few for
// that, of how many. It also says of how many calls figures of single calls are where others were given together.
func (t *Tree) sampleNote(r *stats.Region) string {
	const few, near = 5, 0.05
	switch calls, off := r.Calls-r.Recursion, 2*r.SampleError(); {
	case !r.Estimated && r.Timed == 0 || r.Ranks == 0 || r.Timed >= calls || r.Lacks&(stats.LacksCalls|stats.LacksCallDeviation) != 0:
	case !r.Estimated || r.Timed < few:
		return fmt.Sprintf(" (timed %d of %s)", r.Timed, plural(calls, "call"))
	case off >= near:
		return " (" + t.plusMinus + figure(math.Round(100*off)) + " %)"
	}
	return ""
}

// environmentNote is the text after the names of regions of an environment.
func (t *Tree) environmentNote(environment int) string {
	if environment == 0 {
		return ""
	}
	if t.environmentNotes == nil {
		t.environmentNotes = make([]string, len(t.s.Environments))
	}
	if t.environmentNotes[environment] == "" {
		t.environmentNotes[environment] = " @" + t.name(t.s.Environments[environment].Name)
	}
	return t.environmentNotes[environment]
}

// folded is the row that stands for several regions.
func (t *Tree) folded(regions []int, parent int, guides string) Row {
	r := Row{Guides: guides, Region: -1, Part: Small}
	if parent < len(t.s.Regions) {
		r.Region = parent
	}
	count := 0
	for _, i := range regions {
		r.sum = r.sum.Add(t.s.Regions[i].Wall)
		count += t.sizes[i]
	}
	what := "region"
	if r.Beside = t.s.Beside(regions[0]); r.Beside {
		what, t.devices = "device region", true
	}
	r.Name = fmt.Sprintf("%s %s below %s %%", t.more, plural(count, what), figure(100*t.o.MinShare))
	return r
}

func share(part, whole stats.Uint128) float64 {
	if whole == (stats.Uint128{}) {
		return 0
	}
	return part.Float64() / whole.Float64()
}
