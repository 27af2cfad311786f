package load

import (
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
)

// align gives the nodes of profiles the environments of the summary that stands beside them, and roots of other
// threads the place below which they ran. Files of single ranks know neither: without it no region of theirs would
// be one of the summary's.
func align(s *stats.Summary, profiles []*stats.Profile) {
	type place struct {
		parent int
		name   string
	}
	regions, named := make(map[place][]int), make(map[string][]int)
	for i := range s.Regions {
		named[s.Regions[i].Name] = append(named[s.Regions[i].Name], i)
		at := place{s.Regions[i].Parent, s.Regions[i].Name}
		regions[at] = append(regions[at], i)
	}
	environments := make([]stats.Environment, len(s.Environments))
	for i, e := range s.Environments {
		environments[i] = stats.Environment(e)
	}
	for _, p := range profiles {
		is := make([]int, len(p.Nodes)) // regions, -1 for none
		taken, nodes := make(map[int]bool), make(map[int]int)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			at := place{-1, n.Name}
			if n.Parent >= 0 {
				at.parent = is[n.Parent]
			}
			is[i] = -1
			if n.Parent < 0 || at.parent >= 0 {
				is[i] = regionOf(s, regions[at], p.Rank, taken)
			}
			if only := named[n.Name]; n.Parent < 0 && is[i] < 0 && len(only) == 1 {
				if above, there := nodes[s.Regions[only[0]].Parent]; there {
					n.Parent, is[i] = above, regionOf(s, only, p.Rank, taken)
				}
			}
			if n.Environment = 0; is[i] >= 0 {
				n.Environment = s.Regions[is[i]].Environment
				nodes[is[i]] = i
			}
		}
		p.Environments = environments
	}
}

// regionOf is the first region of a list that is not taken and whose environment has the rank: rows of one path are
// calls in several environments, in the order of the tree.
func regionOf(s *stats.Summary, list []int, rank int, taken map[int]bool) int {
	for _, i := range list {
		if !taken[i] && has(s.Environments[s.Regions[i].Environment].Ranks, rank) {
			taken[i] = true
			return i
		}
	}
	return -1
}

func has(ranks []machenv.Range, rank int) bool {
	for _, r := range ranks {
		if rank >= r.First && rank <= r.Last && (rank-r.First)%r.Stride == 0 {
			return true
		}
	}
	return false
}
