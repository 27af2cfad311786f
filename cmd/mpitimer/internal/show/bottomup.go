package show

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// Callers one above the other are told apart up to mostCallers, and of a run with very many regions up to
// leastCallers at least, as long as the rows are not more than mostRows.
const (
	mostCallers  = 64
	leastCallers = 4
	mostRows     = 200_000
)

// levels is how many levels of callers there are to be.
func (v *view) levels() int {
	n := min(mostCallers, max(leastCallers, mostRows/max(len(v.s.Regions), 1)))
	if v.o.depth > 0 {
		n = min(n, v.o.depth)
	}
	return n
}

// bottomUp is the view by name: where time was spent itself, and who called it there. Each region's self
// time is in one row of each level, so that the rows of a level add up to the run.
func (v *view) bottomUp() ([]string, error) {
	if !v.selfKnown {
		return nil, errNoSelf
	}
	top, whole := v.callers()
	top.keep(func(path []string, n *node) bool { return v.o.match == "" || v.o.pattern.MatchString(path[0]) }, nil)
	if len(top.children) == 0 {
		return v.wrapped([]string{"no region is as --match and --context want it"}), nil
	}
	least := stats.Uint128{Lo: uint64(v.o.minShare / 100 * whole.Float64())}
	top.foldSelf(least)
	key := v.o.sort
	if key == "tree" {
		key = "self"
	}
	top.order(key)
	v.notes = append(v.notes, "self: time outside the regions below, of all ranks and threads; a rank: its mean over "+
		cli.Plural(v.s.Ranks, "rank")+"; below each name stand its callers. % self: of that of all regions.")
	return v.rows(top, []column{
		{"calls", "calls", "", 1, callsCell},
		{"self", "self", "", 3, func(v *view, n *node) sheet.Cell { return v.selfCell(n, n.region.Self.Float64()) }},
		{"rank", "a rank", "", 2, func(v *view, n *node) sheet.Cell {
			return v.selfCell(n, n.region.Self.Float64()/float64(max(v.s.Ranks, 1)))
		}},
		{"run", "% self", "", 4, func(_ *view, n *node) sheet.Cell {
			return percentCell(n.region.Self.Float64()/whole.Float64(), whole != stats.Uint128{})
		}},
	}), nil
}

// selfCell is a self time, as far as it is resolved.
func (v *view) selfCell(n *node, ns float64) sheet.Cell {
	if step := float64(v.s.ResolutionOfSums); ns < step {
		return text(n.figure(stats.Figure{Value: step, Below: true}))
	}
	return n.timeOf(ns, true)
}

// callers makes the tree of names with their callers, and adds all self time up.
func (v *view) callers() (top *node, whole stats.Uint128) {
	top = &node{region: &stats.Region{}}
	type place struct {
		above *node
		name  string
	}
	at, levels, cut := make(map[place]*node), v.levels(), false
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		if v.o.context != "" && v.s.Contexts[r.Context].Name != v.o.context || r.Self == (stats.Uint128{}) && r.Calls == 0 || r.Lacks&stats.LacksSelf != 0 {
			continue
		}
		whole = whole.Add(r.Self)
		n := top
		for j, level := i, 0; j >= 0; j, level = v.s.Regions[j].Parent, level+1 {
			if cut = cut || level == levels; level == levels {
				break
			}
			caller := &v.s.Regions[j]
			key := place{n, caller.Name}
			next := at[key]
			if next == nil {
				next = &node{name: printable.Line(caller.Name), parent: n, regions: 1, region: &stats.Region{Name: caller.Name}}
				at[key] = next
				n.children = append(n.children, next)
			}
			n = next
			n.region.Self, n.region.Calls = n.region.Self.Add(r.Self), n.region.Calls+r.Calls
			n.region.Estimated = n.region.Estimated || r.Estimated
			n.region.Lacks |= r.Lacks
		}
	}
	if cut {
		v.notes = append(v.notes, fmt.Sprintf("Names and callers together are shown up to level %d.", levels))
	}
	top.each(func(n *node) { n.region.Wall = n.region.Self })
	return top, whole
}

// foldSelf makes one row of those whose self time is below a least.
func (n *node) foldSelf(least stats.Uint128) {
	var small []*node
	n.children = slices.DeleteFunc(n.children, func(c *node) bool {
		if c.region.Self.Cmp(least) < 0 {
			small = append(small, c)
			return true
		}
		c.foldSelf(least)
		return false
	})
	if len(small) == 0 {
		return
	}
	o := &node{region: &stats.Region{}, parent: n, other: true}
	for _, c := range small {
		o.region.Self, o.region.Calls = o.region.Self.Add(c.region.Self), o.region.Calls+c.region.Calls
		o.region.Lacks |= c.region.Lacks
	}
	o.name = "other (" + strconv.Itoa(len(small)) + ")"
	n.children = append(n.children, o)
}
