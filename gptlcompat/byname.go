package gptlcompat

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// ByName folds a Profile by timer name, as GPTL records: one node per name, over all call paths and
// contexts, none below another, in the order in which the names stand in p. The nodes are in the
// default context. p is not changed.
//
// Calls made while a timer of the same name was running above them on the same track count as
// recursive calls: they add to Calls and Recursion, their time is part of the outer call already. The
// open interval of a running timer is left out of its times, since GPTL knows completed calls only.
func ByName(p *stats.Profile) *stats.Profile {
	out := *p
	out.Contexts = slices.Clone(p.Contexts[:min(1, len(p.Contexts))])
	f := folding{
		p:        p,
		children: childrenOf(p.Nodes),
		index:    make(map[string]int),
		open:     make(map[string][]int),
	}
	for i := range p.Nodes {
		f.add(&p.Nodes[i])
	}
	for _, root := range f.children[len(p.Nodes)] {
		f.walk(root)
	}
	for i := range f.nodes {
		f.finish(i)
	}
	out.Nodes = f.nodes
	return &out
}

// folding is the work of ByName.
type folding struct {
	p        *stats.Profile
	children [][]int
	nodes    []stats.Node
	tracks   []map[int]*stats.Measure // of nodes, by track
	index    map[string]int           // of nodes, by name
	open     map[string][]int         // nodes of p by name, from the root to where walk is
}

// add makes the node of a name, in the order of the names' first appearance.
func (f *folding) add(n *stats.Node) {
	i, ok := f.index[n.Name]
	if !ok {
		i = len(f.nodes)
		f.index[n.Name] = i
		f.nodes = append(f.nodes, stats.Node{Parent: -1, Name: n.Name, Level: n.Level})
		f.tracks = append(f.tracks, map[int]*stats.Measure{})
	}
	to := &f.nodes[i]
	to.Level = min(to.Level, n.Level)
	to.Estimated = to.Estimated || n.Estimated
	to.Sample = max(to.Sample, n.Sample)
}

// walk adds a node and all below it.
func (f *folding) walk(i int) {
	n := &f.p.Nodes[i]
	into := f.tracks[f.index[n.Name]]
	for _, tm := range tracksOf(n) {
		to := into[tm.Track]
		if to == nil {
			to = &stats.Measure{}
			into[tm.Track] = to
		}
		if f.covered(n.Name, tm.Track) {
			to.Calls += tm.Calls
			to.Recursion += tm.Calls
			to.Running = max(to.Running, tm.Running)
			continue
		}
		m := completed(&tm.Measure)
		m.Running = max(m.Running, to.Running)
		to.Running = 0
		addMeasure(to, &m)
	}
	f.open[n.Name] = append(f.open[n.Name], i)
	for _, c := range f.children[i] {
		f.walk(c)
	}
	f.open[n.Name] = f.open[n.Name][:len(f.open[n.Name])-1]
}

// covered reports whether a timer of that name ran on the track above where walk is.
func (f *folding) covered(name string, track int) bool {
	for _, i := range f.open[name] {
		for _, tm := range tracksOf(&f.p.Nodes[i]) {
			if tm.Track == track {
				return true
			}
		}
	}
	return false
}

// finish moves the measures of a name into its node.
func (f *folding) finish(i int) {
	n := &f.nodes[i]
	for track, m := range f.tracks[i] {
		addMeasure(&n.Measure, m)
		n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: *m})
	}
	slices.SortFunc(n.ByTrack, func(a, b stats.TrackMeasure) int { return a.Track - b.Track })
	if len(n.ByTrack) == 0 || len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
		n.ByTrack = nil
	}
}

// tracksOf returns the measures of a node on each track that ran it.
func tracksOf(n *stats.Node) []stats.TrackMeasure {
	if n.ByTrack != nil {
		return n.ByTrack
	}
	if n.Calls == 0 && n.Running == 0 {
		return nil
	}
	return []stats.TrackMeasure{{Track: 0, Measure: n.Measure}}
}

// completed returns a measure without its open interval.
func completed(m *stats.Measure) stats.Measure {
	c := *m
	c.Total -= c.Open
	c.Open = 0
	return c
}

// addMeasure adds from to to.
func addMeasure(to, from *stats.Measure) {
	switch {
	case from.Timed == 0:
	case to.Timed == 0:
		to.Min, to.Max = from.Min, from.Max
	default:
		to.Min, to.Max = min(to.Min, from.Min), max(to.Max, from.Max)
	}
	to.Calls += from.Calls
	to.Recursion += from.Recursion
	to.Running += from.Running
	to.Total += from.Total
	to.Open += from.Open
	to.Timed += from.Timed
	to.Squares = to.Squares.Add(from.Squares)
	to.Histogram.Merge(from.Histogram)
}

// childrenOf lists the children of every node, in order; those of the last are the roots. A parent
// that does not stand before its child counts as none.
func childrenOf(nodes []stats.Node) [][]int {
	children := make([][]int, len(nodes)+1)
	for i := range nodes {
		p := nodes[i].Parent
		if p < 0 || p >= i {
			p = len(nodes)
		}
		children[p] = append(children[p], i)
	}
	return children
}
