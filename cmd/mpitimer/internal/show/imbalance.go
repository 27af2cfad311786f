package show

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// gain is what balance would give back in one region.
type gain struct {
	region int
	ns     float64 // of its imbalance, what that of no region above explains
	mostly int     // the region below that explains most of it, or itself
}

// gains are what balance would give back, the most first. Idle time is counted once. A region inside an
// imbalanced one counts with what its imbalance is above that of all regions around it, so that along a
// path the gains add up to the largest imbalance there. And where ranks wait, as waits tells, nothing is to
// be had.
func (v *view) gains() []gain {
	explained := make([]float64, len(v.s.Regions)) // by each region and those above
	waits := v.waits()
	var list []gain
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		above := 0.0
		if r.Parent >= 0 {
			above = explained[r.Parent]
		}
		own := 0.0
		if r.Max.Rank >= 0 {
			own = r.Imbalance()
		}
		explained[i] = max(above, own)
		if own > above && waits[i] < 0 && v.wanted(i) {
			list = append(list, gain{i, own - above, i})
		}
	}
	slices.SortStableFunc(list, func(a, b gain) int { return cmp.Compare(b.ns, a.ns) })
	return list
}

// waits tells for each region in which other below the same parent the rank works for which others wait
// here; -1: none. That rank is the slowest there and the fastest here, by less; and the parent's times differ
// less than these, since the two make up for each other.
func (v *view) waits() []int {
	type place struct{ parent, slowest int }
	at := make(map[place]int)
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		key := place{r.Parent, r.Max.Rank}
		if other, ok := at[key]; !ok || r.Imbalance() > v.s.Regions[other].Imbalance() {
			at[key] = i
		}
	}
	waits := make([]int, len(v.s.Regions))
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		waits[i] = -1
		if r.Parent < 0 || r.Min.Rank < 0 || r.Max.Rank < 0 || v.s.Regions[r.Parent].Imbalance() >= r.Imbalance() {
			continue
		}
		if other, ok := at[place{r.Parent, r.Min.Rank}]; ok && other != i && v.s.Regions[other].Imbalance() > r.Imbalance() {
			waits[i] = other
		}
	}
	return waits
}

// waitedIn lists for each region the names of those in which others wait for its slowest rank.
func (v *view) waitedIn() map[int][]string {
	names := make(map[int][]string)
	for i, other := range v.waits() {
		if other >= 0 {
			names[other] = append(names[other], cli.Clean(v.s.Regions[i].Name))
		}
	}
	return names
}

// wanted says whether --match and --context want a region.
func (v *view) wanted(i int) bool {
	r := &v.s.Regions[i]
	return (v.o.context == "" || v.s.Contexts[r.Context].Name == v.o.context) &&
		(v.o.match == "" || v.o.pattern.MatchString(v.path(i)))
}

// path is the names of a region from the outermost on; of one that is nested without end, the last.
func (v *view) path(i int) string {
	var names []string
	for ; i >= 0 && len(names) < deepest; i = v.s.Regions[i].Parent {
		names = append(names, v.s.Regions[i].Name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// explainsMost is what share of an imbalance a region below has to show on the same rank to be named for it.
const explainsMost = 0.5

// mostly finds where the imbalance of a region comes from: down, as long as one region below has most of it
// on the same rank.
func (v *view) mostly(children [][]int, i int) int {
	for {
		best := -1
		r := &v.s.Regions[i]
		for _, c := range children[i] {
			below := &v.s.Regions[c]
			if below.Max.Rank == r.Max.Rank && below.Imbalance() >= explainsMost*r.Imbalance() &&
				(best < 0 || below.Imbalance() > v.s.Regions[best].Imbalance()) {
				best = c
			}
		}
		if best < 0 {
			return i
		}
		i = best
	}
}

func (v *view) children() [][]int {
	children := make([][]int, len(v.s.Regions))
	for i := range v.s.Regions {
		if p := v.s.Regions[i].Parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	return children
}

// imbalances is the view that ranks them.
func (v *view) imbalances() []string {
	list := v.gains()
	if len(list) == 0 {
		if v.serial() {
			return v.wrapped([]string{"one rank: there is nothing that could be balanced"})
		}
		return v.wrapped([]string{"no region is imbalanced"})
	}
	rest := list
	if v.o.top > 0 && len(list) > v.o.top {
		list = list[:v.o.top]
	}
	children, waited := v.children(), v.waitedIn()
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "gives back", Right: true},
		{Title: "% of run", Right: true, Drop: 5},
		{Title: "slowest", Right: true, Drop: 8},
		{Title: "mean", Right: true, Drop: 2},
		{Title: "max", Right: true, Drop: 3},
		{Title: "imbalance", Right: true, Drop: 4},
		{Title: "share", Right: true, Drop: 1},
		{Title: "region", Least: 2 * leastName},
		{Title: "mostly in", Least: leastName, Drop: 7},
		{Title: "others wait in", Least: leastName, Drop: 6},
	}}
	for _, g := range list {
		t.Rows = append(t.Rows, append(v.gainRow(g, children), text(waiting(waited[g.region]))))
	}
	v.notes = append(v.notes, "gives back: time of the slowest rank that balance between the k ranks that ran the region would save, "+
		"max - mean, less what a region around it saves already; mostly in: the region below where the same rank lost most of it; "+
		"others wait in: where that rank is the fastest and the others make up for it, which is not counted again.")
	if more := len(rest) - len(list); more > 0 {
		v.notes = append(v.notes, fmt.Sprintf("%s, of at most %s; see --top.", cli.Plural(more, "more region"), trimmed(rest[len(list)].ns)))
	}
	return t.Lines(v.o.page.Width, v.o.page.Colour)
}

func waiting(names []string) string {
	const most = 3
	switch {
	case len(names) == 0:
		return dash
	case len(names) > most:
		names = append(names[:most:most], "…")
	}
	return strings.Join(names, ", ")
}

func (v *view) gainRow(g gain, children [][]int) []sheet.Cell {
	r := &v.s.Regions[g.region]
	n := &node{region: r}
	share := 0.0
	if longest := v.longest(); longest > 0 {
		share = g.ns / longest
	}
	mostly := dash
	if m := v.mostly(children, g.region); m != g.region {
		mostly = cli.Clean(strings.TrimPrefix(v.path(m), v.path(g.region)+"/"))
	}
	rank := "rank " + strconv.Itoa(r.Max.Rank)
	if v.run.Form == "GEOPM report" {
		rank = "host " + strconv.Itoa(r.Max.Rank)
	}
	return []sheet.Cell{
		{Text: cli.Duration(g.ns), Colour: gainColour(share)},
		text(cli.Percent(share)),
		text(rank),
		n.timeOf(r.MeanOverRanks(), true),
		n.timeOf(float64(r.Max.Value), true),
		n.timeOf(r.Imbalance(), true),
		shareCell(v, n),
		text(v.pathOf(g.region)),
		text(mostly),
	}
}

// pathOf is the path of a region for people, with the context where that is another than the default one.
func (v *view) pathOf(i int) string {
	path := cli.Clean(v.path(i))
	if c := v.s.Regions[i].Context; c > 0 {
		path += " @" + cli.Clean(v.s.Contexts[c].Name)
	}
	return path
}

func gainColour(share float64) sheet.Colour {
	switch {
	case share >= 0.1:
		return sheet.Red
	case share >= 0.02:
		return sheet.Yellow
	}
	return sheet.None
}
