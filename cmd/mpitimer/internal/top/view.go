package top

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// view is what the user has chosen to see. It survives the samples.
type view struct {
	order    order     // of siblings in the tree
	rankSort rankOrder // of the ranks
	filter   string
	typing   bool            // the filter is being typed
	folded   map[string]bool // as the user chose; others are folded if over
	over     bool            // what is over is folded
	unfolded map[int]bool    // ranks whose whole stack is shown

	ranks    bool // the ranks instead of the tree
	last     bool // means and extremes of the last interval instead of the whole run
	findings int  // how many sentences stand above the tree at most
	silent   bool // none of them is shown
	help     bool
	paused   bool
	every    time.Duration
	selected int    // row
	key      string // of the selected row: it is found again when rows move
	offset   int    // first row on the screen

	width, height int // of the screen
	paint         sheet.Paint
	ascii         bool
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

// usualFindings is how many sentences stand above the tree if nobody says otherwise.
const usualFindings = 2

func newView() *view {
	return &view{findings: usualFindings, folded: map[string]bool{}, unfolded: map[int]bool{}, every: time.Second}
}

// row is a visible line of the tree.
type row struct {
	tree.Row
	of  *region // nil for a row without one
	key string  // identifies it, also in later samples
}

// tree makes the tree of a sample as it is to be seen.
func (v *view) tree(s *sample) (t *tree.Tree, rows []row) {
	if s.Summary == nil {
		return nil, nil
	}
	o := tree.Options{ASCII: v.ascii, NameWidth: -1, Partial: true, Closed: func(i int) bool { return v.closed(s, &s.regions[i]) }}
	if v.filter != "" {
		o.Keep, o.Closed = func(i int) bool { return v.hit(&s.regions[i]) }, nil
	}
	if v.order != byStart {
		o.Order = func(a, b *stats.Region) int { return v.compare(&s.regions[s.index[a]], &s.regions[s.index[b]]) }
	}
	t, err := tree.New(s.Summary, o)
	if err != nil {
		return nil, nil
	}
	for _, r := range t.Rows() {
		if r.Part == tree.Whole {
			rows = append(rows, row{r, &s.regions[r.Region], s.regions[r.Region].key})
		} else {
			rows = append(rows, row{r, nil, s.regions[r.Region].key + job.Separator + r.Name})
		}
	}
	return t, rows
}

// closed reports whether a region is folded: because the user has done so, or because nothing below it goes on.
func (v *view) closed(s *sample, r *region) bool {
	if chosen, touched := v.folded[r.key]; touched || !v.over {
		return chosen
	}
	return r.below && s.last != nil && r.now <= 0 && r.rate == 0 && r.inside == 0
}

// rows lists the visible part of the tree, from top to bottom.
func (v *view) rows(s *sample) []row {
	_, rows := v.tree(s)
	return rows
}

// figures returns those of the whole run or of the last interval, as chosen, or nil if it did not run then.
func (v *view) figures(r *region) *stats.Region {
	if v.last {
		return r.last
	}
	return r.Region
}

// compare orders siblings as chosen. Equal ones stay in the order of first start.
func (v *view) compare(a, b *region) int {
	if v.order == byName {
		return cmp.Compare(a.name, b.name)
	}
	value := func(r *region) float64 {
		f := v.figures(r)
		switch {
		case v.order == byNow:
			return math.Ceil(20 * r.now) // roughly, or rows would jump at each look
		case f == nil:
			return 0
		case v.order == byTime:
			return f.Wall.Float64()
		case v.order == byImbalance:
			return f.Imbalance()
		case v.order == byCalls:
			return float64(f.Calls)
		}
		return 0
	}
	return cmp.Compare(value(b), value(a))
}

// hit reports whether a region is what is filtered for.
func (v *view) hit(r *region) bool {
	return strings.Contains(strings.ToLower(r.name), strings.ToLower(v.filter))
}

// rankRow is a line of the view of ranks.
type rankRow struct {
	*job.Rank
	at    job.Stack // where its main program stands; nil: in no region
	level int       // ≥ 0: a line of its stack, of that level
}

// rankRows lists the ranks that are to be seen.
func (v *view) rankRows(s *sample) []rankRow {
	var rows []rankRow
	for i := range s.Ranks {
		r := rankRow{Rank: &s.Ranks[i], level: -1}
		for _, st := range r.Stacks() {
			if st.Innermost().Track == 0 || r.at == nil {
				r.at = st
			}
			if st.Innermost().Track == 0 {
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
		return cmp.Compare(a.Info.Rank, b.Info.Rank)
	})
	return v.withStacks(rows)
}

// withStacks adds the lines of the stacks that are unfolded.
func (v *view) withStacks(rows []rankRow) []rankRow {
	var all []rankRow
	for _, r := range rows {
		all = append(all, r)
		if !v.unfolded[r.Info.Rank] {
			continue
		}
		for level := range r.at {
			r.level = level
			all = append(all, r)
		}
	}
	return all
}

// inside returns where a rank stands.
func (r *rankRow) inside() string {
	if r.at == nil {
		return ""
	}
	return job.Label(r.at.Innermost())
}

// since is for how long it has stood there.
func (r *rankRow) since() time.Duration {
	if r.at == nil {
		return 0
	}
	return r.at.Innermost().Elapsed
}

// key tells a row of the view of ranks from others.
func (r *rankRow) key() string { return strconv.Itoa(r.Info.Rank) + " " + strconv.Itoa(r.level) }
