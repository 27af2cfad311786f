package show

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Nested callers are distinguished up to mostCallers levels, and in a run with very many regions up to at
// least leastCallers, as long as there are at most mostRows rows.
const (
	mostCallers  = 64
	leastCallers = 4
	mostRows     = 200_000
)

// levels returns how many levels of callers there are to be.
func (v *view) levels() int {
	n := min(mostCallers, max(leastCallers, mostRows/max(len(v.s.Regions), 1)))
	if v.o.depth > 0 {
		n = min(n, v.o.depth)
	}
	return n
}

// caller is a name with those who called it below.
type caller struct {
	name     string
	region   stats.Region // sums
	children []*caller
	other    bool // it stands for several
}

// bottomUp returns the view by name: where time was spent itself, and what called it there. Each region's
// self time is in one row of each level, so that the rows of a level add up to the run.
func (v *view) bottomUp() ([]string, error) {
	if !v.selfKnown {
		return nil, errNoSelf
	}
	top, whole := v.callers()
	top.children = slices.DeleteFunc(top.children, func(c *caller) bool { return v.o.match != "" && !v.o.pattern.MatchString(c.region.Name) })
	if len(top.children) == 0 {
		return v.wrapped([]string{"no region is as --match and --environment want it"}), nil
	}
	top.fold(stats.Uint128{Lo: uint64(v.o.minShare / 100 * whole.Float64())})
	key := v.o.sort
	if key == "tree" {
		key = "self"
	}
	top.order(key)
	v.notes = append(v.notes, "self: time outside the regions below, over all ranks and threads; a rank: mean over "+
		cli.Plural(v.s.Ranks, "rank")+"; below each name are its callers. % self: share of all regions' self time.")
	t := &sheet.Table{Columns: []sheet.Column{{Title: "region", Names: true}, {Title: "calls", Right: true, Drop: 1},
		{Title: "self  ", Right: true, Drop: 3}, {Title: "a rank  ", Right: true, Drop: 2}, {Title: "% self", Right: true, Drop: 4}}}
	deeper := 0
	var walk func(list []*caller, guides string, level int)
	walk = func(list []*caller, guides string, level int) {
		for i, c := range list {
			if v.o.depth > 0 && level > v.o.depth {
				deeper += c.size()
				continue
			}
			own, below := v.rows.Guides(guides, level, i == len(list)-1)
			t.Add(v.callerRow(c, own, whole)...)
			walk(c.children, below, level+1)
		}
	}
	walk(top.children, "", 1)
	if deeper > 0 {
		v.notes = append(v.notes, fmt.Sprintf("%s below level %d left out.", cli.Plural(deeper, "region"), v.o.depth))
	}
	longest := 0
	for _, row := range t.Rows {
		longest = max(longest, row[0].Width())
	}
	t.Columns[0].Least = max(leastName, min(longest, longName, v.o.page.Width*2/5))
	return t.Lines(v.o.page.Width, v.o.page.Paint()), nil
}

func (v *view) callerRow(c *caller, guides string, whole stats.Uint128) []sheet.Text {
	style := heat(v.share(c.region.Self))
	if c.other {
		style = sheet.Dim
	}
	calls, share := dash, dash
	if c.region.Lacks&stats.LacksCalls == 0 {
		calls = strconv.FormatUint(c.region.Calls, 10)
	}
	if whole != (stats.Uint128{}) {
		share = cli.Percent(c.region.Self.Float64() / whole.Float64())
	}
	return []sheet.Text{
		sheet.Styled(guides+c.name, style),
		sheet.Plain(calls),
		sheet.Plain(v.selfTime(c, c.region.Self.Float64())),
		sheet.Plain(v.selfTime(c, c.region.Self.Float64()/float64(max(v.s.Ranks, 1)))),
		sheet.Plain(share),
	}
}

// selfTime returns a self time, as far as it is resolved.
func (v *view) selfTime(c *caller, ns float64) string {
	if step := float64(v.s.ResolutionOfSums); ns < step {
		return tree.FigureText(stats.Figure{Value: step, Below: true})
	}
	if c.region.Estimated {
		return "~" + cli.Duration(ns)
	}
	return cli.Duration(ns)
}

func (c *caller) size() int {
	n := 1
	for _, below := range c.children {
		n += below.size()
	}
	return n
}

// callers makes the tree of names with their callers, and adds all self time up.
func (v *view) callers() (top *caller, whole stats.Uint128) {
	top = &caller{}
	type place struct {
		above *caller
		name  string
	}
	at, levels, cut := make(map[place]*caller), v.levels(), false
	devices := false
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		if v.o.environment != "" && v.s.Environments[r.Environment].Name != v.o.environment || r.Self == (stats.Uint128{}) && r.Calls == 0 || r.Lacks&stats.LacksSelf != 0 {
			continue
		}
		if r.OnDevice() {
			devices = true
			continue
		}
		whole = whole.Add(r.Self)
		n := top
		for j, level := i, 0; j >= 0; j, level = v.s.Regions[j].Parent, level+1 {
			if cut = cut || level == levels; level == levels {
				break
			}
			by := &v.s.Regions[j]
			key := place{n, by.Name}
			next := at[key]
			if next == nil {
				next = &caller{name: printable.Line(by.Name), region: stats.Region{Name: by.Name}}
				at[key] = next
				n.children = append(n.children, next)
			}
			n = next
			n.region.Self, n.region.Calls = n.region.Self.Add(r.Self), n.region.Calls+r.Calls
			n.region.Estimated = n.region.Estimated || r.Estimated
			n.region.Lacks |= r.Lacks
			n.region.Wall = n.region.Self // the key of the other orders
		}
	}
	if devices {
		v.notes = append(v.notes, "Device time (gpu0:…) is no self time, and left out.")
	}
	if cut {
		v.notes = append(v.notes, fmt.Sprintf("Names and callers are shown up to level %d.", levels))
	}
	return top, whole
}

// fold makes one row of those whose self time is below a least.
func (c *caller) fold(least stats.Uint128) {
	o := &caller{other: true}
	small := 0
	c.children = slices.DeleteFunc(c.children, func(below *caller) bool {
		if below.region.Self.Cmp(least) >= 0 {
			below.fold(least)
			return false
		}
		small++
		o.region.Self, o.region.Calls = o.region.Self.Add(below.region.Self), o.region.Calls+below.region.Calls
		o.region.Lacks |= below.region.Lacks
		return true
	})
	if small > 0 {
		o.name = "other (" + strconv.Itoa(small) + ")"
		c.children = append(c.children, o)
	}
}

// order sorts the rows below each name. Folded ones stay last.
func (c *caller) order(key string) {
	slices.SortStableFunc(c.children, func(a, b *caller) int {
		switch {
		case a.other != b.other && a.other:
			return 1
		case a.other != b.other:
			return -1
		}
		return sortBy[key](&a.region, &b.region)
	})
	for _, below := range c.children {
		below.order(key)
	}
}
