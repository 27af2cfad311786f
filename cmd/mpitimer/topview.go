package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// view is what the user has chosen to see. It survives the samples.
type view struct {
	order    order     // of siblings in the tree
	rankSort rankOrder // of the ranks
	filter   string
	typing   bool // the filter is being typed
	folded   map[string]bool
	unfolded map[int]bool // ranks whose whole stack is shown

	ranks    bool // the ranks instead of the tree
	last     bool // means and extremes of the last interval instead of the whole run
	help     bool
	paused   bool
	every    time.Duration
	selected int    // row
	key      string // of the selected row: it is found again when rows move
	offset   int    // first row on the screen

	width, height int // of the screen
	page          int // rows that were shown, for paging
}

// order is how siblings are sorted.
type order int

const (
	byStart order = iota
	byNow
	byTime
	byImbalance
	byCalls
	byName
	orders
)

var orderNames = [orders]string{"first start", "now", "time", "imbalance", "calls", "name"}

func (o order) String() string { return orderNames[o] }

// rankOrder is how ranks are sorted.
type rankOrder int

const (
	byRank rankOrder = iota
	byLongest
	byPlace
	rankOrders
)

var rankOrderNames = [rankOrders]string{"rank", "longest inside", "place"}

func (o rankOrder) String() string { return rankOrderNames[o] }

func newView() *view {
	return &view{folded: map[string]bool{}, unfolded: map[int]bool{}, every: time.Second}
}

// row is a line of the tree that is to be seen.
type row struct {
	*region
	guides string
	hidden int  // regions folded below it
	faint  bool // it is there for what stands below it
}

// rows lists the regions that are to be seen, from top to bottom.
func (v *view) rows(s *sample) []row {
	var roots []int
	for i := range s.regions {
		if s.regions[i].Parent < 0 {
			roots = append(roots, i)
		}
	}
	w := treeWalk{view: v, sample: s, shown: v.matches(s)}
	w.walk(roots, "", 1)
	return w.rows
}

// treeWalk collects the rows.
type treeWalk struct {
	*view
	*sample
	shown []bool // nil: all
	rows  []row
}

func (w *treeWalk) walk(siblings []int, guides string, level int) {
	siblings = slices.DeleteFunc(slices.Clone(siblings), func(i int) bool { return w.shown != nil && !w.shown[i] })
	w.sort(siblings)
	for k, i := range siblings {
		own, under := tree.Guides(guides, level, k == len(siblings)-1)
		r := row{region: &w.regions[i], guides: own}
		r.faint = w.shown != nil && !w.hit(r.region)
		if w.folded[r.key] && w.shown == nil {
			r.hidden = w.size(i) - 1
		}
		w.rows = append(w.rows, r)
		if r.hidden == 0 {
			w.walk(r.children, under, level+1)
		}
	}
}

func (w *treeWalk) size(i int) int {
	n := 1
	for _, c := range w.regions[i].children {
		n += w.size(c)
	}
	return n
}

// figures are those of the whole run or of the last interval, as chosen; nil: it did not run then.
func (v *view) figures(r *region) *stats.Region {
	if v.last {
		return r.last
	}
	return r.Region
}

// sort puts siblings in the order that is chosen. What is equal stays in the order of first start.
func (w *treeWalk) sort(siblings []int) {
	value := func(r *region) float64 {
		f := w.figures(r)
		switch {
		case w.view.order == byNow:
			return r.now
		case f == nil:
			return 0
		case w.view.order == byTime:
			return f.Wall.Float64()
		case w.view.order == byImbalance:
			return f.Imbalance()
		case w.view.order == byCalls:
			return float64(f.Calls)
		}
		return 0
	}
	slices.SortStableFunc(siblings, func(a, b int) int {
		if w.view.order == byName {
			return cmp.Compare(w.regions[a].name, w.regions[b].name)
		}
		return cmp.Compare(value(&w.regions[b]), value(&w.regions[a]))
	})
}

// hit says whether a region is what is filtered for.
func (v *view) hit(r *region) bool {
	return strings.Contains(strings.ToLower(r.name), strings.ToLower(v.filter))
}

// matches says which regions the filter lets through: those that fit, and what stands above them. Nil
// without a filter.
func (v *view) matches(s *sample) []bool {
	if v.filter == "" {
		return nil
	}
	shown := make([]bool, len(s.regions))
	for i := len(s.regions) - 1; i >= 0; i-- { // children stand behind their parents
		r := &s.regions[i]
		shown[i] = shown[i] || v.hit(r)
		if shown[i] && r.Parent >= 0 {
			shown[r.Parent] = true
		}
	}
	return shown
}

// rankRow is a line of the view of ranks.
type rankRow struct {
	*rankMoment
	at    stack // where its main program stands; nil: in no region
	level int   // ≥ 0: a line of its stack, of that level
}

// rankRows lists the ranks that are to be seen.
func (v *view) rankRows(s *sample) []rankRow {
	var rows []rankRow
	for i := range s.ranks {
		r := rankRow{rankMoment: &s.ranks[i], level: -1}
		for _, st := range r.stacks() {
			if st.innermost().Track == 0 || r.at == nil {
				r.at = st
			}
			if st.innermost().Track == 0 {
				break
			}
		}
		if v.filter == "" || strings.Contains(strings.ToLower(r.inside()+" "+r.Host+" "+r.State.String()), strings.ToLower(v.filter)) {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b rankRow) int {
		switch v.rankSort {
		case byLongest:
			return cmp.Compare(b.since(), a.since())
		case byPlace:
			return cmp.Compare(a.inside(), b.inside())
		}
		return cmp.Compare(a.Rank, b.Rank)
	})
	return v.withStacks(rows)
}

// withStacks adds the lines of the stacks that are unfolded.
func (v *view) withStacks(rows []rankRow) []rankRow {
	var all []rankRow
	for _, r := range rows {
		all = append(all, r)
		if !v.unfolded[r.Rank] {
			continue
		}
		for level := range r.at {
			r.level = level
			all = append(all, r)
		}
	}
	return all
}

// inside is where a rank stands.
func (r *rankRow) inside() string {
	if r.at == nil {
		return ""
	}
	return label(r.at.innermost())
}

// since is for how long it has stood there.
func (r *rankRow) since() time.Duration {
	if r.at == nil {
		return 0
	}
	return r.at.innermost().For
}

// key tells a row of the view of ranks from others.
func (r *rankRow) key() string { return strconv.Itoa(r.Rank) + " " + strconv.Itoa(r.level) }
