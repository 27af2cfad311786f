package efficiency

import (
	"fmt"
	"iter"
	"math"

	"github.com/go-hpc/timers/stats"
)

// nodes has the useful times of regions node by node, where they are known.
type nodes struct {
	count int
	means []float64 // of each region, that of the node where the mean of its ranks is most; nil if all is known without
}

// nodesOf finds which ranks are on which node.
func nodesOf(s *stats.Summary, useful int, profiles iter.Seq[*stats.Profile]) nodes {
	switch {
	case s.Hosts == 1 || s.Hosts == s.Ranks && s.Hosts > 0:
		return nodes{count: s.Hosts}
	case useful < 0 || profiles == nil:
		return nodes{}
	}
	byHost, ranks := make(map[string]*stats.Merger), 0
	for p := range profiles {
		if byHost[p.Host] == nil {
			byHost[p.Host] = new(stats.Merger)
		}
		if ranks++; p.Host == "" || byHost[p.Host].Add(p) != nil {
			return nodes{}
		}
	}
	if ranks < s.Ranks || len(byHost) != s.Hosts {
		return nodes{}
	}
	n := nodes{count: len(byHost), means: make([]float64, len(s.Regions))}
	for _, host := range byHost {
		of, err := host.Summary()
		if err != nil {
			return nodes{}
		}
		n.add(s, of)
	}
	return n
}

// add takes in what the ranks of one node have measured.
func (n *nodes) add(s, node *stats.Summary) {
	type place struct {
		parent      int
		name, where string
	}
	environment := func(s *stats.Summary, i int) string {
		e := &s.Environments[s.Regions[i].Environment]
		return fmt.Sprint(e.Name, "\x00", e.Ranks)
	}
	at := make(map[place]int, len(s.Regions))
	for i := range s.Regions {
		at[place{s.Regions[i].Parent, s.Regions[i].Name, environment(s, i)}] = i
	}
	useful, same := UsefulTime(node), make([]int, len(node.Regions))
	for i := range node.Regions {
		g, parent := &node.Regions[i], -1
		if g.Parent >= 0 {
			parent = same[g.Parent]
		}
		to, there := at[place{parent, g.Name, environment(node, i)}]
		if same[i] = to; !there {
			same[i] = -2 // nothing is below it, either
			continue
		}
		if useful >= 0 && useful < len(g.Values) && g.Values[useful].Ranks > 0 {
			n.means[to] = max(n.means[to], g.Values[useful].Mean())
		}
	}
}

// most returns the largest mean useful time of a node's ranks in a region, NaN if that is not known.
func (n *nodes) most(region int, t *Times) float64 {
	switch {
	case n.count == 0:
		return math.NaN()
	case n.count == 1:
		return t.Mean
	case n.means == nil: // a rank on each
		return t.Most
	}
	return min(max(n.means[region], t.Mean), t.Most) // quotients of sums, which may differ in the last digit
}
