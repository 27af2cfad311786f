package job

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// operation is ranks that wait for all ranks of a communicator in the same call.
type operation struct {
	Wait
	in  []int // ascending
	out []int // its other ranks, as far as they are known
}

// operations are those that ranks are in, by whatever thread. Known are all ranks of which something is known.
func operations(waits []waiting, known []int) []*operation {
	unsure := make(map[Wait]bool) // by what they have in common: of one of which it is not known which it is
	common := func(w *Wait) Wait { return Wait{Call: w.Call, Whom: w.Whom, Members: w.Members} }
	for i := range waits {
		if w := &waits[i].Wait; w.forAll() && w.Number == 0 {
			unsure[common(w)] = true
		}
	}
	of := make(map[Wait]*operation)
	var list []*operation
	for i := range waits {
		w := &waits[i].Wait
		if !w.forAll() {
			continue
		}
		key := common(w)
		if !unsure[key] {
			key.Number = w.Number
		}
		if of[key] == nil {
			of[key] = &operation{Wait: key}
			list = append(list, of[key])
		}
		of[key].in = append(of[key].in, waits[i].rank)
	}
	for _, o := range list {
		slices.Sort(o.in)
		o.in = slices.Compact(o.in)
		all := known
		if o.Whom == ranktable.Group {
			all = o.members()
		}
		for _, rank := range all {
			if _, in := slices.BinarySearch(o.in, rank); !in {
				o.out = append(o.out, rank)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *operation) int {
		return cmp.Or(falseFirst(len(a.out) == 0, len(b.out) == 0), cmp.Compare(len(b.in), len(a.in)), cmp.Compare(a.Call, b.Call),
			cmp.Compare(a.Whom, b.Whom), slices.Compare(a.in, b.in), cmp.Compare(a.Number, b.Number))
	})
	return list
}

// graph is who waits for whom. Its nodes are ranks, and behind them operations, which ranks wait for and which wait
// for those that are not in them.
type graph struct {
	ranks   []int
	node    map[int]int
	waits   map[int]*Wait // of the main programs
	next    [][]int
	certain [][]int // without waits for several ranks, of which some may have come
}

func newGraph(waits []waiting, list []*operation) *graph {
	g := &graph{node: make(map[int]int), waits: make(map[int]*Wait)}
	for i := range waits {
		if w := &waits[i]; !w.Thread {
			g.waits[w.rank] = &w.Wait
			g.ranks = append(g.ranks, w.rank)
			if w.forRanks() {
				g.ranks = append(g.ranks, w.partners()...)
			}
		}
	}
	for _, o := range list {
		g.ranks = append(g.ranks, o.out...)
	}
	slices.Sort(g.ranks)
	g.ranks = slices.Compact(g.ranks)
	for i, rank := range g.ranks {
		g.node[rank] = i
	}
	g.next, g.certain = make([][]int, len(g.ranks)+len(list)), make([][]int, len(g.ranks)+len(list))
	for rank, w := range g.waits {
		if !w.forRanks() {
			continue
		}
		from := g.node[rank]
		for _, partner := range w.partners() {
			if partner != rank {
				g.next[from] = append(g.next[from], g.node[partner])
			}
		}
		if w.Whom != ranktable.Several {
			g.certain[from] = g.next[from]
		}
	}
	for k, o := range list {
		from := len(g.ranks) + k
		for _, rank := range o.out {
			g.next[from] = append(g.next[from], g.node[rank])
		}
		g.certain[from] = g.next[from]
		for _, rank := range o.in {
			if w := g.waits[rank]; w != nil && w.forAll() { // else it is another thread that is there
				g.next[g.node[rank]] = []int{from}
				g.certain[g.node[rank]] = g.next[g.node[rank]]
			}
		}
	}
	return g
}

// components are the nodes that come to each other, by the number of their component.
func components(next [][]int) (of []int, count int) {
	of = make([]int, len(next))
	low, order := make([]int, len(next)), make([]int, len(next)) // order is when it was first seen; 0: not yet
	at := make([]int, len(next))                                 // of next, how far it was followed
	var seen int
	var open, path []int
	for root := range next {
		if order[root] != 0 {
			continue
		}
		for path = append(path, root); len(path) > 0; {
			v := path[len(path)-1]
			if order[v] == 0 {
				seen++
				order[v], low[v], of[v] = seen, seen, -1
				open = append(open, v)
			}
			if at[v] < len(next[v]) {
				w := next[v][at[v]]
				at[v]++
				switch {
				case order[w] == 0:
					path = append(path, w)
				case of[w] < 0:
					low[v] = min(low[v], order[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				low[path[len(path)-1]] = min(low[path[len(path)-1]], low[v])
			}
			if low[v] == order[v] {
				for w := -1; w != v; {
					w = open[len(open)-1]
					open = open[:len(open)-1]
					of[w] = count
				}
				count++
			}
		}
	}
	return of, count
}

// cause is what ranks wait for in the end, directly or through others: a rank that waits for nobody that is known, or
// several that wait for each other.
type cause struct {
	ranks    []int // ascending
	certain  bool  // that they wait for each other: none waits for several ranks, of which some may have come
	waiting  []int // in messages, not in operations of all ranks
	directly int
}

// ends are the causes, without those who wait for them.
func (g *graph) ends() (list []*cause, of []*cause) {
	of = make([]*cause, len(g.next))
	add := func(part []int, certain bool) {
		c := &cause{certain: certain}
		for _, v := range part {
			if of[v] != nil {
				return // there is a cause within it already
			}
			if v < len(g.ranks) {
				c.ranks = append(c.ranks, g.ranks[v])
			}
		}
		if len(c.ranks) == 0 {
			return
		}
		for _, v := range part {
			of[v] = c
		}
		list = append(list, c)
	}
	certain, parts := components(g.certain)
	for _, part := range byPart(certain, parts) {
		if len(part) > 1 {
			add(part, true)
		}
	}
	part, parts := components(g.next)
	last := slices.Repeat([]bool{true}, parts)
	for v, next := range g.next {
		if slices.ContainsFunc(next, func(w int) bool { return part[w] != part[v] }) {
			last[part[v]] = false
		}
	}
	for k, nodes := range byPart(part, parts) {
		if last[k] {
			add(nodes, false)
		}
	}
	return list, of
}

// byPart lists the nodes of each part, ascending.
func byPart(part []int, parts int) [][]int {
	list := make([][]int, parts)
	for v, k := range part {
		list[k] = append(list[k], v)
	}
	return list
}

// causes finds for each rank that waits what it waits for in the end: all that it waits for directly, or else the nearest.
// What most wait for comes first, and ranks that wait for each other before that.
func (g *graph) causes() []*cause {
	list, of := g.ends()
	before := make([][]int, len(g.next))
	for v, next := range g.next {
		for _, w := range next {
			before[w] = append(before[w], v)
		}
	}
	var queue []int
	for v := range of {
		if of[v] != nil {
			queue = append(queue, v)
		}
	}
	end := slices.Clone(of)
	for ; len(queue) > 0; queue = queue[1:] {
		for _, v := range before[queue[0]] {
			if of[v] == nil {
				of[v] = of[queue[0]]
				queue = append(queue, v)
			}
		}
	}
	for v, rank := range g.ranks {
		c, w := of[v], g.waits[rank]
		if c == nil || end[v] != nil || w == nil || !w.forRanks() {
			continue
		}
		direct := 0
		for _, p := range w.partners() {
			if d := end[g.node[p]]; d != nil && p != rank && (len(d.waiting) == 0 || d.waiting[len(d.waiting)-1] != rank) {
				d.waiting = append(d.waiting, rank)
				d.directly++
				direct++
			}
		}
		if direct == 0 {
			c.waiting = append(c.waiting, rank)
		}
	}
	list = slices.DeleteFunc(list, func(c *cause) bool { return len(c.ranks) == 1 && len(c.waiting) == 0 })
	slices.SortFunc(list, func(a, b *cause) int {
		return cmp.Or(falseFirst(len(a.ranks) == 1, len(b.ranks) == 1), cmp.Compare(len(b.waiting), len(a.waiting)), slices.Compare(a.ranks, b.ranks))
	})
	return list
}

// nextIn is the rank of a cause for which one of its ranks waits.
func (g *graph) nextIn(c *cause, rank int) int {
	for _, v := range g.next[g.node[rank]] {
		if v < len(g.ranks) {
			if _, in := slices.BinarySearch(c.ranks, g.ranks[v]); in {
				return g.ranks[v]
			}
			continue
		}
		for _, w := range g.next[v] { // of an operation, those that are not in it
			if _, in := slices.BinarySearch(c.ranks, g.ranks[w]); in && g.ranks[w] != rank {
				return g.ranks[w]
			}
		}
	}
	return rank
}
