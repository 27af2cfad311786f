package gptlcompat

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// record is all that a thread ran under one name, as GPTL keeps it.
type record struct {
	name    string
	m       stats.Measure // completed calls only
	uses    []use
	parents []link // in the order in which they first called it
}

// use is a node that a record is made of. It is inner when the same timer ran above it: its time is
// part of the outer call.
type use struct {
	node  int
	inner bool
}

// link says how often a parent started a record, recursion left out.
type link struct {
	parent int // index of a record, rootRecord for none
	calls  uint64
	node   int // the first node of this link
}

// rootRecord stands for the parent of timers that have none.
const (
	rootRecord = -1
	rootName   = "GPTL_ROOT" // what GPTL calls it
)

// folder turns one thread's part of a Profile into records.
type folder struct {
	records []record
	index   map[string]int
	stack   []int        // records that run where the walk is
	open    map[int]bool // the same
}

// foldTracks makes the records of every track, in the order in which their names stand in p.
func foldTracks(p *stats.Profile, children [][]int) map[int]*folder {
	tracks := map[int]*folder{0: newFolder()}
	for i := range p.Nodes {
		for _, tm := range ranOn(&p.Nodes[i]) {
			f := tracks[tm.Track]
			if f == nil {
				f = newFolder()
				tracks[tm.Track] = f
			}
			f.create(p.Nodes[i].Name)
		}
	}
	var walk func(int)
	walk = func(i int) {
		n := &p.Nodes[i]
		on := ranOn(n)
		var pushed []*folder
		for k := range on {
			if f := tracks[on[k].Track]; f.enter(i, n.Name, &on[k].Measure) {
				pushed = append(pushed, f)
			}
		}
		for _, c := range children[i] {
			walk(c)
		}
		for _, f := range pushed {
			f.leave()
		}
	}
	for _, root := range children[len(p.Nodes)] {
		walk(root)
	}
	for _, f := range tracks {
		for r := range f.records {
			slices.SortStableFunc(f.records[r].parents, func(a, b link) int { return cmp.Compare(a.node, b.node) })
		}
	}
	return tracks
}

func newFolder() *folder {
	return &folder{index: map[string]int{}, open: map[int]bool{}}
}

// ranOn returns the measures of a node on the tracks that have something to show. Zeroed by a reset,
// or never started: GPTL has no row for it.
func ranOn(n *stats.Node) []stats.TrackMeasure {
	var on []stats.TrackMeasure
	for _, tm := range tracksOf(n) {
		if tm.Track >= 0 && (tm.Calls > 0 || tm.Running > 0) {
			on = append(on, tm)
		}
	}
	return on
}

func (f *folder) create(name string) {
	if _, ok := f.index[name]; !ok {
		f.index[name] = len(f.records)
		f.records = append(f.records, record{name: name})
	}
}

// enter adds a node to its record and reports whether leave must follow.
func (f *folder) enter(node int, name string, m *stats.Measure) bool {
	i := f.index[name]
	r := &f.records[i]
	inner := f.open[i]
	r.uses = append(r.uses, use{node, inner})
	if inner {
		r.m.Calls += m.Calls
		r.m.Recursion += m.Calls
		r.m.Running = max(r.m.Running, m.Running)
		return false
	}
	done := completed(m)
	done.Running = max(done.Running, r.m.Running)
	r.m.Running = 0
	addMeasure(&r.m, &done)

	parent := rootRecord
	if len(f.stack) > 0 {
		parent = f.stack[len(f.stack)-1]
	}
	r.link(parent, m.Calls-min(m.Recursion, m.Calls)+uint64(max(m.Running, 0)), node)
	f.stack = append(f.stack, i)
	f.open[i] = true
	return true
}

func (r *record) link(parent int, calls uint64, node int) {
	for k := range r.parents {
		if r.parents[k].parent == parent {
			r.parents[k].calls += calls
			r.parents[k].node = min(r.parents[k].node, node)
			return
		}
	}
	r.parents = append(r.parents, link{parent, calls, node})
}

func (f *folder) leave() {
	last := len(f.stack) - 1
	delete(f.open, f.stack[last])
	f.stack = f.stack[:last]
}
