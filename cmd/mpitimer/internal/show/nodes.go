package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// node is a row to be: a region, or what stands for several.
type node struct {
	name     string
	region   *stats.Region // of one that stands for several, only sums are set, and Ranks is 0
	parent   *node
	children []*node
	regions  int  // it stands for, itself counted
	kept     bool // only for those below it
	other    bool
}

// nodes makes the tree of a Summary. The node that is returned stands above all.
func (v *view) nodes() *node {
	top := &node{region: &stats.Region{}}
	all := make([]node, len(v.s.Regions))
	for i := range v.s.Regions {
		r := &v.s.Regions[i]
		parent := top
		if r.Parent >= 0 {
			parent = &all[r.Parent]
		}
		all[i] = node{name: v.nameOf(r), region: r, parent: parent, regions: 1}
		parent.children = append(parent.children, &all[i])
	}
	return top
}

func (v *view) nameOf(r *stats.Region) string {
	name := printable.Line(r.Name)
	if r.Context > 0 && !v.sameContext(r) {
		name += " @" + printable.Line(v.s.Contexts[r.Context].Name)
	}
	return name
}

// sameContext says whether the parent's name says the context already.
func (v *view) sameContext(r *stats.Region) bool {
	return r.Parent >= 0 && v.s.Regions[r.Parent].Context == r.Context
}

// deepest is how many names of a path count: of a file that nests without end no more is looked at.
const deepest = 256

// keep leaves only nodes that are wanted, and those above them.
func (n *node) keep(wanted func(path []string, n *node) bool, path []string) bool {
	some := false
	n.children = slices.DeleteFunc(n.children, func(c *node) bool {
		names := append(path[max(0, len(path)-deepest):len(path):len(path)], c.region.Name)
		self := wanted(names, c)
		below := c.keep(wanted, names)
		c.kept = !self
		some = some || self || below
		return !self && !below
	})
	return some
}

// filter applies --match and --context.
func (v *view) filter(top *node) {
	if v.o.match == "" && v.o.context == "" {
		return
	}
	top.keep(func(path []string, n *node) bool {
		return (v.o.context == "" || v.s.Contexts[n.region.Context].Name == v.o.context) &&
			(v.o.match == "" || v.o.pattern.MatchString(strings.Join(path, "/")))
	}, nil)
}

// fold makes one row, other, of what is small below one parent. What is small on average and large on one
// rank is what one looks for, and stays; so does what is running.
func (v *view) fold(n *node) {
	least := v.o.minShare / 100
	if least <= 0 {
		return
	}
	var kept, small []*node
	for _, c := range n.children {
		r := c.region
		if v.share(r.Wall) < least && float64(r.Max.Value) < least*v.longest() && r.Running == 0 {
			small = append(small, c)
			continue
		}
		v.fold(c)
		kept = append(kept, c)
	}
	if len(small) > 0 {
		kept = append(kept, sum(small, n))
	}
	n.children = kept
}

// sum is the row that stands for several, with all below them.
func sum(small []*node, parent *node) *node {
	o := &node{region: &stats.Region{Min: none, Max: none, CallMin: none, CallMax: none}, parent: parent, other: true}
	for _, c := range small {
		r := c.region
		o.region.Wall, o.region.Total = o.region.Wall.Add(r.Wall), o.region.Total.Add(r.Total)
		o.region.Calls += r.Calls
		o.region.Lacks |= r.Lacks
		c.each(func(below *node) {
			o.regions++
			o.region.Self = o.region.Self.Add(below.region.Self)
		})
	}
	o.name = fmt.Sprintf("other (%s)", cli.Plural(o.regions, "region"))
	return o
}

var none = stats.Extreme{Rank: -1}

// each calls f for n and all below it.
func (n *node) each(f func(*node)) {
	f(n)
	for _, c := range n.children {
		c.each(f)
	}
}

// sortBy are the keys by which rows of one parent can be sorted; most comes first. tree is the order in
// which regions were first started.
var sortBy = map[string]func(a, b *stats.Region) int{
	"tree":      nil,
	"total":     func(a, b *stats.Region) int { return b.Wall.Cmp(a.Wall) },
	"self":      func(a, b *stats.Region) int { return b.Self.Cmp(a.Self) },
	"max":       func(a, b *stats.Region) int { return cmp.Compare(b.Max.Value, a.Max.Value) },
	"imbalance": func(a, b *stats.Region) int { return cmp.Compare(b.Imbalance(), a.Imbalance()) },
	"calls":     func(a, b *stats.Region) int { return cmp.Compare(b.Calls, a.Calls) },
	"name":      func(a, b *stats.Region) int { return strings.Compare(a.Name, b.Name) },
}

func sortKeys() []string {
	return []string{"tree", "total", "self", "max", "imbalance", "calls", "name"}
}

func checkSort(key string) error {
	if !slices.Contains(sortKeys(), key) {
		return cli.Usagef("--sort %s: expected one of %s", key, strings.Join(sortKeys(), ", "))
	}
	return nil
}

// order sorts what stands below each node. What is folded stays last.
func (n *node) order(key string) {
	less := sortBy[key]
	n.each(func(n *node) {
		if less == nil {
			return
		}
		slices.SortStableFunc(n.children, func(a, b *node) int {
			if a.other != b.other {
				if a.other {
					return 1
				}
				return -1
			}
			return less(a.region, b.region)
		})
	})
}
