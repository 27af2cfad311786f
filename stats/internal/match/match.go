// Package match finds the nodes of profiles among the regions of a summary, or of a part of one.
package match

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// Finder finds the nodes of Profiles in a tree.
type Finder struct {
	index        stats.Index
	environments map[string]int

	last  *stats.Profile // whose nodes are known: most ranks have the same ones
	found []int
}

// New returns a Finder for a tree with these environments.
func New(x stats.Index, environments []stats.Environment) *Finder {
	f := &Finder{index: x, environments: make(map[string]int, len(environments))}
	for i := range environments {
		f.environments[keyOf(&environments[i])] = i
	}
	return f
}

// Of returns a Finder for the regions of s.
func Of(s *stats.Summary) *Finder {
	x, environments := make(stats.Index, len(s.Regions)), make([]stats.Environment, len(s.Environments))
	for i := range s.Regions {
		x[s.Regions[i].Key()] = i
	}
	for i, e := range s.Environments {
		environments[i] = stats.Environment(e)
	}
	return New(x, environments)
}

func keyOf(e *stats.Environment) string {
	return string(fmt.Append(strconv.AppendQuote(nil, e.Name), e.Size, e.Ranks))
}

// Find returns for each node of p its position in the tree, -1 for none. The list is not to be changed.
func (f *Finder) Find(p *stats.Profile) []int {
	if f.last != nil && sameTree(f.last, p) {
		return f.found
	}
	environments := make([]int, len(p.Environments))
	for i := range p.Environments {
		at, there := f.environments[keyOf(&p.Environments[i])]
		if environments[i] = at; !there {
			environments[i] = -1
		}
	}
	f.last, f.found = p, f.index.Find(p, environments)
	return f.found
}

// sameTree reports whether a and b have the same nodes in the same order.
func sameTree(a, b *stats.Profile) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, func(m, n stats.Node) bool { return m.Key() == n.Key() }) &&
		slices.EqualFunc(a.Environments, b.Environments, func(c, d stats.Environment) bool {
			return c.Name == d.Name && c.Size == d.Size && slices.Equal(c.Ranks, d.Ranks)
		})
}
