package read

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// nodeBuilder makes the call tree of one rank from the tables of its threads.
type nodeBuilder struct {
	nodes   []stats.Node
	at      stats.Index
	follows [][2]int // nodes, and others that must stand before them
	alone   bool     // there is only the table of thread 0
	rowOf   [][]int  // by thread: the node of a row, -1 for none

	thread       int            // where each has nodes of its own
	environments map[[2]int]int // by thread, and by how often a path was repeated
}

// buildNodes sets the nodes of p, and returns for each thread the node that a row's times went to. Threads
// share nodes, unless they show them in orders that contradict each other.
func buildNodes(p *stats.Profile, threads []readThread, byName bool) [][]int {
	var b *nodeBuilder
	if len(threads) == 1 && threads[0].track == 0 && !byName {
		b = oneThread(threads[0].rows)
	} else {
		b = severalThreads(threads, byName)
	}
	last := 0
	for i := range threads {
		last = max(last, threads[i].track)
	}
	p.Nodes = b.nodes
	p.Size = p.Rank + 1
	p.Environments = []stats.Environment{{Name: "default"}}
	for i := range p.Nodes {
		for n := len(p.Environments); n <= p.Nodes[i].Environment; n++ {
			p.Environments = append(p.Environments, stats.Environment{Name: fmt.Sprintf("environment %d", n)})
		}
	}
	for t := range last + 1 {
		p.Tracks = append(p.Tracks, fmt.Sprintf("thread %d", t))
	}
	return b.rowOf
}

// severalThreads puts the tables of threads together.
func severalThreads(threads []readThread, byName bool) *nodeBuilder {
	b := newNodeBuilder(threads, byName, false)
	place, ordered := b.sort()
	if !ordered && len(threads) > 1 {
		b = newNodeBuilder(threads, byName, true)
		place, _ = b.sort()
	}
	for i := range threads {
		for r, node := range b.rowOf[i] {
			if node >= 0 {
				b.rowOf[i][r] = place[node]
			}
		}
	}
	return b
}

// oneThread is severalThreads for thread 0 alone with a row for each call path, as most files are: the rows
// become the nodes, in the order in which they stand.
func oneThread(rows []stats.Node) *nodeBuilder {
	b := &nodeBuilder{nodes: rows, rowOf: [][]int{make([]int, len(rows))}}
	// last has, by a hash of its path, the last node of a path so far.
	last := make([]int32, 1<<bits.Len(uint(2*len(rows))))
	seed := maphash.MakeSeed()
	var above []int
	for i := range rows {
		n, depth := &rows[i], rows[i].Parent
		n.Parent, b.rowOf[0][i] = -1, i
		if above = above[:depth]; depth > 0 {
			n.Parent = above[depth-1]
		}
		above = append(above, i)
		const spread = 0x9e3779b97f4a7c15
		at := int((maphash.String(seed, n.Name)+uint64(n.Parent+1)*spread)>>1) & (len(last) - 1)
		for ; last[at] > 0; at = (at + 1) & (len(last) - 1) {
			if same := &rows[last[at]-1]; same.Parent == n.Parent && same.Name == n.Name {
				n.Environment = same.Environment + 1
				break
			}
		}
		last[at] = int32(i + 1)
	}
	return b
}

// newNodeBuilder adds all tables.
func newNodeBuilder(threads []readThread, byName, apart bool) *nodeBuilder {
	most := 0
	for i := range threads {
		most = max(most, len(threads[i].rows)+threads[i].links)
	}
	b := &nodeBuilder{at: make(stats.Index, most), nodes: make([]stats.Node, 0, most),
		environments: map[[2]int]int{{}: 0}, alone: len(threads) == 1 && threads[0].track == 0}
	for i := range threads {
		if b.thread = 0; apart {
			b.thread = i
		}
		b.rowOf = append(b.rowOf, slices.Repeat([]int{-1}, len(threads[i].rows)))
		if byName {
			b.addByName(&threads[i], i)
		} else {
			b.addPaths(&threads[i], i)
		}
	}
	return b
}

// node finds or makes a node. Among rows with the same path, which are calls in several environments, the first of each
// thread are one node, and so on.
func (b *nodeBuilder) node(parent int, name string, again int) int {
	environment, ok := b.environments[[2]int{b.thread, again}]
	if !ok {
		environment = len(b.environments)
		b.environments[[2]int{b.thread, again}] = environment
	}
	i, known := b.at.Add(stats.PathKey{Parent: parent, Environment: environment, Name: name})
	if known {
		return i
	}
	b.nodes = append(b.nodes, stats.Node{Parent: parent, Name: name, Environment: environment})
	return i
}

// truncate removes all nodes but the first n, which need not follow any yet.
func (b *nodeBuilder) truncate(n int) {
	for i := range b.nodes[n:] {
		delete(b.at, b.nodes[n+i].Key())
	}
	b.nodes = b.nodes[:n]
}

func (b *nodeBuilder) follow(later, earlier int) {
	if later != earlier {
		b.follows = append(b.follows, [2]int{later, earlier})
	}
}

// measure adds what a thread measured for a node.
func (b *nodeBuilder) measure(i, track int, m stats.Measure) {
	n := &b.nodes[i]
	if n.Measure.Add(&m); b.alone {
		return
	}
	if k := len(n.ByTrack) - 1; k >= 0 && n.ByTrack[k].Track == track {
		n.ByTrack[k].Measure.Add(&m)
	} else {
		n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
	}
}

// addPaths adds a table in which each row is a call path.
func (b *nodeBuilder) addPaths(t *readThread, thread int) {
	seen := map[stats.PathKey]int{} // how often
	var above, before []int
	for i := range t.rows {
		r := &t.rows[i]
		parent := -1
		if above = above[:r.Parent]; r.Parent > 0 {
			parent = above[r.Parent-1]
		}
		same := stats.PathKey{Parent: parent, Name: r.Name}
		n := b.node(parent, r.Name, seen[same])
		seen[same]++
		above = append(above, n)
		if before = before[:min(len(before), r.Parent+1)]; len(before) > r.Parent {
			b.follow(n, before[r.Parent])
			before = before[:r.Parent]
		}
		before = append(before, n)
		b.measure(n, t.track, r.Measure)
		b.rowOf[thread][i] = n
	}
}

// sort puts the nodes in an order in which they can have been started first: parents before children, and the
// order of the file, unless it contradicts itself. It returns the new places, and whether it does not.
func (b *nodeBuilder) sort() (place []int, ordered bool) {
	none := slices.Repeat([]int{-1}, len(b.nodes))
	waits, children := make([]int, len(b.nodes)), (&stats.Profile{Nodes: b.nodes}).Children()
	// The last of b.follows that waits for a node, and the one before each of them; -1 for none.
	last, before := slices.Clone(none), make([]int, len(b.follows))
	for k, f := range b.follows {
		waits[f[0]]++
		before[k], last[f[1]] = last[f[1]], k
	}
	var ready, anyway indexes
	done := func(i int) { // what it waited for, or there was nothing
		if waits[i]--; waits[i] == 0 {
			ready.push(i)
		}
	}
	for i := range b.nodes {
		if waits[i] += 2; b.nodes[i].Parent < 0 {
			anyway.push(i)
			done(i)
		}
		done(i)
	}
	place, ordered = none, true
	for sorted := 0; sorted < len(b.nodes); {
		from := &ready
		if len(ready) == 0 {
			from = &anyway
		}
		i := from.pop()
		if place[i] >= 0 {
			continue
		}
		ordered = ordered && from == &ready
		place[i], sorted = sorted, sorted+1
		for _, c := range children[i] {
			anyway.push(c)
			done(c)
		}
		for k := last[i]; k >= 0; k = before[k] {
			done(b.follows[k][0])
		}
	}
	to := slices.Clone(place)
	for i := range to {
		for k := to[i]; k != i; k = to[i] {
			b.nodes[i], b.nodes[k] = b.nodes[k], b.nodes[i]
			to[i], to[k] = to[k], k
		}
	}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.Parent >= 0 {
			n.Parent = place[n.Parent]
		}
		if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
			n.ByTrack = nil
		}
	}
	return place, ordered
}

// indexes is a heap of numbers, the smallest on top.
type indexes []int

func (x *indexes) push(v int) {
	h := append(*x, v)
	at := len(h) - 1
	for ; at > 0 && h[(at-1)/2] > v; at = (at - 1) / 2 {
		h[at] = h[(at-1)/2]
	}
	h[at], *x = v, h
}

func (x *indexes) pop() int {
	h, at, end := *x, 0, len(*x)-1
	top, v := h[0], h[end]
	for below := 1; below < end; at, below = below, 2*below+1 {
		if below+1 < end && h[below+1] < h[below] {
			below++
		}
		if h[below] >= v {
			break
		}
		h[at] = h[below]
	}
	h[at], *x = v, h[:end]
	return top
}
