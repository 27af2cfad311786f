package load

import (
	"slices"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// joiner puts what GPTL's files of single ranks tell into the tree of a Summary that is better than they are. They
// have no environments, and what ran on another thread than its parent stands in them as a root.
type joiner struct {
	s      *stats.Summary
	at     map[stats.PathKey][]int // regions, in their order; the environment is 0
	named  map[string][]int        // the same by name alone
	missed bool                    // a row has no region, or several that it can be

	ran  []stats.Node // of one rank, by region
	here []bool       // it has run these, or something below them
}

func newJoiner(s *stats.Summary) *joiner {
	j := &joiner{s: s, at: make(map[stats.PathKey][]int), named: make(map[string][]int), ran: make([]stats.Node, len(s.Regions)), here: make([]bool, len(s.Regions))}
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
	names := []string{name, gptlcompat.WrittenName(name), upstream.WrittenName(name)}
	slices.Sort(names)
	return slices.Compact(names)
}

// join returns p with the regions of the Summary as nodes, nil if it has none of them.
func (j *joiner) join(p *stats.Profile) *stats.Profile {
	regions := make([]int, len(p.Nodes))
	clear(j.here)
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
		j.add(regions[i], n)
	}
	return j.profile(p)
}

// joinNames is join for a file with one record per name, which can be put into the tree only where one region has the
// name, of those that the rank can have run.
func (j *joiner) joinNames(p *stats.Profile) *stats.Profile {
	clear(j.here)
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
		j.add(list[0], &whole)
	}
	for i := range j.s.Regions {
		r := &j.s.Regions[i]
		if r.Parent >= 0 && !j.here[i] && j.here[r.Parent] && j.hasRank(i, p.Rank) {
			j.ran[r.Parent].Lacks |= stats.LacksSelf
		}
	}
	return j.profile(p)
}

// profile returns p with the nodes of the regions that the rank has run, nil if there are none.
func (j *joiner) profile(p *stats.Profile) *stats.Profile {
	if !slices.Contains(j.here, true) && len(p.Nodes) > 0 {
		return nil
	}
	q := *p
	q.Environments = make([]stats.Environment, len(j.s.Environments))
	for i, e := range j.s.Environments {
		q.Environments[i] = stats.Environment(e)
	}
	q.Nodes = j.nodes()
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
	elsewhere := func(region int) bool { return !j.hasRank(region, rank) }
	if !slices.ContainsFunc(list, elsewhere) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), elsewhere)
}

func (j *joiner) hasRank(region, rank int) bool {
	e := &j.s.Environments[j.s.Regions[region].Environment]
	return slices.ContainsFunc(e.Ranks, func(r stats.Range) bool { return r.Has(rank) })
}

// add adds a row to what the rank ran of a region.
func (j *joiner) add(region int, n *stats.Node) {
	to, first := &j.ran[region], !j.here[region]
	if first {
		*to, j.here[region] = stats.Node{}, true
	}
	to.Lacks |= n.Lacks
	if !first || n.ByTrack != nil { // as a rule it is the only row, of the main thread
		addTracks(to, n, first)
	}
	to.Measure.Add(&n.Measure)
}

// addTracks adds the threads of a row to those of a node.
func addTracks(to, n *stats.Node, first bool) {
	if to.ByTrack == nil && !first {
		to.ByTrack = []stats.TrackMeasure{{Measure: to.Measure}}
	}
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
}

// nodes are those of a rank, in the order of the regions, with all above them.
func (j *joiner) nodes() []stats.Node {
	count := 0
	for i, r := range slices.Backward(j.s.Regions) {
		if !j.here[i] {
			continue
		}
		if count++; r.Parent >= 0 && !j.here[r.Parent] {
			j.ran[r.Parent], j.here[r.Parent] = stats.Node{Lacks: notPrinted | stats.LacksSelf}, true // it ran, and no row is its own
		}
	}
	nodes := make([]stats.Node, 0, count)
	place := make([]int, len(j.s.Regions))
	for i := range j.s.Regions {
		n, r := &j.ran[i], &j.s.Regions[i]
		if !j.here[i] {
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
