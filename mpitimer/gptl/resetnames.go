package gptl

import "github.com/go-hpc/timers/stats"

// keepNames notes which timers there are before some are set back: those keep their rows in files, as in GPTL.
func (l *library) keepNames() {
	nodes := l.profile().Nodes
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = nodes
}

// withKept returns nodes with those that were kept and are not among them, in the order in which they were made.
func (l *library) withKept(nodes []stats.Node) []stats.Node {
	l.mu.Lock()
	kept := l.kept
	l.mu.Unlock()
	if kept == nil {
		return nodes
	}
	var all []stats.Node
	at := make(stats.Index)
	add := func(from []stats.Node, keep func(n, old *stats.Node)) {
		moved := make([]int, len(from))
		for i := range from {
			n := from[i]
			if n.Parent >= 0 {
				n.Parent = moved[n.Parent]
			}
			k, known := at.Add(n.Key())
			if !known {
				all = append(all, stats.Node{Parent: n.Parent, Name: n.Name, Environment: n.Environment, Level: n.Level})
			}
			moved[i] = k
			keep(&n, &all[k])
		}
	}
	add(kept, func(_, _ *stats.Node) {})
	add(nodes, func(n, to *stats.Node) { *to = *n })
	return all
}
