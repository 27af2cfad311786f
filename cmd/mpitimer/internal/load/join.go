package load

import (
	"slices"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/stats"
)

// joiner puts what GPTL's files of single ranks tell into the tree of a Summary that is better than they are. They
// have no environments, and what ran on another thread than its parent stands in them as a root.
type joiner struct {
	s      *stats.Summary
	at     map[stats.PathKey][]int // regions, in their order; the environment is 0
	named  map[string][]int        // the same by name alone
	missed bool                    // a row has no region, or several that it can be
}

func newJoiner(s *stats.Summary) *joiner {
	j := &joiner{s: s, at: make(map[stats.PathKey][]int), named: make(map[string][]int)}
	for i := range s.Regions {
		r := &s.Regions[i]
		for _, name := range namesOf(r.Name) {
			k := stats.PathKey{Parent: r.Parent, Name: name}
			j.at[k] = append(j.at[k], i)
			j.named[name] = append(j.named[name], i)
		}
	}
	return j
}

// namesOf lists the names that a region can have in a file.
func namesOf(name string) []string {
	quoted, upstream := gptlcompat.WrittenName(name)
	names := []string{name, quoted, upstream}
	slices.Sort(names)
	return slices.Compact(names)
}

// join returns p with the regions of the Summary as nodes, nil if it has none of them.
func (j *joiner) join(p *stats.Profile) *stats.Profile {
	regions := make([]int, len(p.Nodes))
	byRegion := make(map[int]*stats.Node, len(p.Nodes))
	seen := make(map[stats.PathKey]int) // rows of the same path stand for regions in several environments
	for i := range p.Nodes {
		n := &p.Nodes[i]
		regions[i] = -1
		where := stats.PathKey{Parent: -1, Name: n.Name}
		if n.Parent >= 0 {
			if where.Parent = regions[n.Parent]; where.Parent < 0 {
				continue // missed above
			}
		}
		list := j.of(where, n, p.Rank)
		if seen[where] >= len(list) {
			j.missed = true
			continue
		}
		regions[i] = list[seen[where]]
		seen[where]++
		j.add(byRegion, regions[i], n)
	}
	return j.profile(p, byRegion)
}

// joinNames is join for a file with one record per name, which can be put into the tree only where one region has the
// name, of those that the rank can have run.
func (j *joiner) joinNames(p *stats.Profile) *stats.Profile {
	byRegion := make(map[int]*stats.Node, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		list := j.withRank(j.named[n.Name], p.Rank)
		if len(list) != 1 {
			j.missed = true
			continue
		}
		whole := *n // its nodes are added up, so that nothing of it is elsewhere
		if whole.Lacks &^= stats.LacksCalls; n.Timed == 0 {
			whole.Lacks &^= stats.LacksTotal | stats.LacksWall | stats.LacksDeviation
		}
		j.add(byRegion, list[0], &whole)
	}
	for i := range j.s.Regions {
		r := &j.s.Regions[i]
		if r.Parent >= 0 && byRegion[i] == nil && byRegion[r.Parent] != nil && len(j.withRank([]int{i}, p.Rank)) > 0 {
			byRegion[r.Parent].Lacks |= stats.LacksSelf
		}
	}
	return j.profile(p, byRegion)
}

// profile returns p with these nodes, nil if there are none.
func (j *joiner) profile(p *stats.Profile, byRegion map[int]*stats.Node) *stats.Profile {
	if len(byRegion) == 0 && len(p.Nodes) > 0 {
		return nil
	}
	q := *p
	q.Environments = make([]stats.Environment, len(j.s.Environments))
	for i, e := range j.s.Environments {
		q.Environments[i] = stats.Environment(e)
	}
	q.Nodes = j.nodes(byRegion)
	return &q
}

// of lists the regions that a row can be of, by the environments that the rank is in. The parents of what another thread
// than the first ran are on the first.
func (j *joiner) of(where stats.PathKey, n *stats.Node, rank int) []int {
	list := j.at[where]
	if len(list) == 0 && n.Parent < 0 && len(n.ByTrack) > 0 && n.ByTrack[0].Track > 0 {
		if list = j.named[where.Name]; len(list) > 1 {
			return nil
		}
	}
	return j.withRank(list, rank)
}

// withRank returns the regions in whose environment the rank is.
func (j *joiner) withRank(list []int, rank int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool {
		e := &j.s.Environments[j.s.Regions[i].Environment]
		return !slices.ContainsFunc(e.Ranks, func(r stats.Range) bool { return r.Has(rank) })
	})
}

// add adds a row to what the rank ran of a region.
func (j *joiner) add(byRegion map[int]*stats.Node, region int, n *stats.Node) {
	to := byRegion[region]
	if to == nil {
		to = &stats.Node{Lacks: n.Lacks}
		byRegion[region] = to
	}
	to.Lacks |= n.Lacks
	tracks := n.ByTrack
	if tracks == nil {
		tracks = []stats.TrackMeasure{{Measure: n.Measure}}
	}
	for _, t := range tracks {
		k, found := slices.BinarySearchFunc(to.ByTrack, t.Track, func(a stats.TrackMeasure, b int) int { return a.Track - b })
		if !found {
			to.ByTrack = slices.Insert(to.ByTrack, k, stats.TrackMeasure{Track: t.Track})
		}
		to.ByTrack[k].Add(&t.Measure)
	}
	to.Measure.Add(&n.Measure)
}

// nodes are those of a rank, in the order of the regions, with all above them.
func (j *joiner) nodes(byRegion map[int]*stats.Node) []stats.Node {
	for i := len(j.s.Regions) - 1; i >= 0; i-- {
		if above := j.s.Regions[i].Parent; byRegion[i] != nil && above >= 0 && byRegion[above] == nil {
			byRegion[above] = &stats.Node{Lacks: notPrinted | stats.LacksSelf} // it ran, and no row is its own
		}
	}
	var nodes []stats.Node
	place := make([]int, len(j.s.Regions))
	for i := range j.s.Regions {
		n, r := byRegion[i], &j.s.Regions[i]
		if n == nil {
			continue
		}
		place[i] = len(nodes)
		n.Name, n.Environment, n.Level, n.Parent = r.Name, r.Environment, r.Level, -1
		if r.Parent >= 0 {
			n.Parent = place[r.Parent]
		}
		if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
			n.ByTrack = nil
		}
		nodes = append(nodes, *n)
	}
	return nodes
}
