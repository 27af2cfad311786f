package heat

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// matcher finds the regions of a frame that the nodes of Profiles are.
type matcher struct {
	environments map[string]int
	index        map[node]int

	last  *stats.Profile // whose nodes are known: ranks mostly have the same ones
	found []int
}

// node is a region by where it is.
type node struct {
	parent      int
	name        string
	environment int
}

func newMatcher(f *Frame) matcher {
	m := matcher{environments: make(map[string]int), index: make(map[node]int, len(f.Regions))}
	for i, c := range f.Environments {
		m.environments[environmentKey(c.Name, c.Size, c.Ranks)] = i
	}
	for i, r := range f.Regions {
		m.index[node{r.Parent, r.Name, r.Environment}] = i
	}
	return m
}

func environmentKey(name string, size int, ranks []stats.Range) string {
	return string(fmt.Append(strconv.AppendQuote(nil, name), size, ranks))
}

// regions returns for each node of p the region that it is, -1 where the frame has no such one. The
// list is good until the next call.
func (m *matcher) regions(p *stats.Profile) []int {
	if m.last != nil && sameTree(m.last, p) {
		return m.found
	}
	environments := make([]int, len(p.Environments))
	for i, c := range p.Environments {
		environments[i] = -1
		if at, known := m.environments[environmentKey(c.Name, c.Size, c.Ranks)]; known {
			environments[i] = at
		}
	}
	m.found = make([]int, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m.found[i] = -1
		key := node{-1, n.Name, environments[n.Environment]}
		if n.Parent >= 0 {
			key.parent = m.found[n.Parent]
			if key.parent < 0 {
				continue
			}
		}
		if at, known := m.index[key]; known {
			m.found[i] = at
		}
	}
	m.last = p
	return m.found
}

// sameTree reports whether a and b have the same nodes in the same order.
func sameTree(a, b *stats.Profile) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, func(m, n stats.Node) bool {
		return m.Parent == n.Parent && m.Environment == n.Environment && m.Name == n.Name
	}) && slices.EqualFunc(a.Environments, b.Environments, func(c, d stats.Environment) bool {
		return c.Name == d.Name && c.Size == d.Size && slices.Equal(c.Ranks, d.Ranks)
	})
}
