package stats

// PathKey is where a call path stands in a tree: no two in one place have the same.
type PathKey struct {
	Parent      int // where the call path above it stands, -1 for a root
	Environment int
	Name        string
}

// Key returns where n stands in its Profile.
func (n *Node) Key() PathKey { return PathKey{n.Parent, n.Environment, n.Name} }

// Key returns where r stands in its Summary.
func (r *Region) Key() PathKey { return PathKey{r.Parent, r.Environment, r.Name} }

// Index has the positions of the call paths of a tree.
type Index map[PathKey]int

// Add returns the position of a call path, and whether it was there. A new one comes behind all others.
func (x Index) Add(k PathKey) (at int, there bool) {
	if at, there = x[k]; !there {
		at = len(x)
		x[k] = at
	}
	return at, there
}

// Find returns for each node of p its position in x, -1 for none; environments, if not nil, says the same of those of p.
func (x Index) Find(p *Profile, environments []int) []int {
	found := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		k := p.Nodes[i].Key()
		if environments != nil {
			k.Environment = environments[k.Environment]
		}
		above := k.Parent >= 0
		if above {
			k.Parent = found[k.Parent]
		}
		at, there := x[k]
		if found[i] = at; !there || above && k.Parent < 0 {
			found[i] = -1
		}
	}
	return found
}

// Children lists the nodes right below each one, and behind these lists the roots, in the order of the tree.
func (p *Profile) Children() [][]int {
	return children(len(p.Nodes), func(i int) int { return p.Nodes[i].Parent })
}

// Children lists the regions right below each one, and behind these lists the roots, in the order of the tree.
func (s *Summary) Children() [][]int {
	return children(len(s.Regions), func(i int) int { return s.Regions[i].Parent })
}

// children makes lists that share one array. A parent that does not precede its child is none.
func children(n int, parent func(int) int) [][]int {
	above := func(i int) int {
		if p := parent(i); p >= 0 && p < i {
			return p
		}
		return n
	}
	counts := make([]int, n+1)
	for i := range n {
		counts[above(i)]++
	}
	all, lists := make([]int, n), make([][]int, n+1)
	for i, count := range counts {
		lists[i], all = all[:0:count], all[count:]
	}
	for i := range n {
		at := above(i)
		lists[at] = append(lists[at], i)
	}
	return lists
}
