package page

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// mostRegions is how many regions a page has. Beyond it those whose slowest rank took least time are left
// out, and the page says how many they were.
const mostRegions = 4000

// union is the call tree of several runs together.
type union struct {
	index   stats.Index
	nodes   []stats.PathKey // Environment is an index in names
	longest []int64         // the largest time of a rank in any run

	names        []string // of environments
	environments [][]int  // of each run: which of names an environment of the Summary is

	from    [][]int // of each run: which region of its Summary a node is, -1 for none
	to      [][]int // of each run: which node a region of its Summary is, -1 for left out
	leftOut int
}

func newUnion() *union { return &union{index: make(stats.Index)} }

// add adds the regions of a run. An environment is the same in two runs if its name is: it may have other
// ranks.
func (u *union) add(s *stats.Summary) {
	environments := u.addEnvironments(s)
	to := make([]int, len(s.Regions))
	for i := range s.Regions {
		r := &s.Regions[i]
		key := r.Key()
		key.Environment = environments[r.Environment]
		if r.Parent >= 0 {
			key.Parent = to[r.Parent]
		}
		at, known := u.index.Add(key)
		if !known {
			u.nodes = append(u.nodes, key)
			u.longest = append(u.longest, 0)
		}
		u.longest[at] = max(u.longest[at], r.Max.Value)
		to[i] = at
	}
	u.environments = append(u.environments, environments)
	u.to = append(u.to, to)
}

// addEnvironments joins the environments of a run to those known: by name, and of several of one name the first
// to the first and so on.
func (u *union) addEnvironments(s *stats.Summary) []int {
	taken := make(map[int]bool)
	list := make([]int, len(s.Environments))
	for i := range s.Environments {
		name := clean(s.Environments[i].Name)
		at := -1
		for j := range u.names {
			if u.names[j] == name && !taken[j] {
				at = j
				break
			}
		}
		if at < 0 {
			at = len(u.names)
			u.names = append(u.names, name)
		}
		taken[at] = true
		list[i] = at
	}
	return list
}

// limit keeps the given number of regions, and those around them.
func (u *union) limit(most int) {
	keep := make([]bool, len(u.nodes))
	order := make([]int, len(u.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(u.longest[j], u.longest[i]) })
	kept := 0
	for _, i := range order {
		// A deep chain may bring in a few more, but the total stays within most, or the chain's last is left
		// out.
		var chain []int
		for ; i >= 0 && !keep[i]; i = u.nodes[i].Parent {
			chain = append(chain, i)
		}
		if kept+len(chain) > most {
			continue
		}
		for _, j := range chain {
			keep[j] = true
		}
		kept += len(chain)
	}
	u.renumber(keep, kept)
}

// renumber keeps only the marked nodes, whose parents are marked too.
func (u *union) renumber(keep []bool, kept int) {
	u.leftOut = len(u.nodes) - kept
	place := make([]int, len(u.nodes))
	nodes := make([]stats.PathKey, 0, kept)
	for i, n := range u.nodes {
		place[i] = -1
		if !keep[i] {
			continue
		}
		place[i] = len(nodes)
		if n.Parent >= 0 {
			n.Parent = place[n.Parent]
		}
		nodes = append(nodes, n)
	}
	u.nodes, u.index, u.longest = nodes, nil, nil
	for _, to := range u.to {
		from := make([]int, kept)
		for at := range from {
			from[at] = -1
		}
		for i, at := range to {
			to[i] = place[at]
			if to[i] >= 0 {
				from[to[i]] = i
			}
		}
		u.from = append(u.from, from)
	}
}

func (u *union) tree() treeData {
	t := treeData{Parent: []int{}, Name: []string{}, Environment: []int{}, LeftOut: u.leftOut}
	for _, n := range u.nodes {
		t.Parent = append(t.Parent, n.Parent)
		t.Name = append(t.Name, clean(n.Name))
		t.Environment = append(t.Environment, n.Environment)
	}
	return t
}
