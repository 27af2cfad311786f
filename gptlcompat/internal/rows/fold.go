package rows

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/stats"
)

// Timer is the contents of a row or a record: a name, what one thread measured under it in completed calls,
// and the nodes that this is made from.
type Timer struct {
	Name string
	stats.Measure
	Uses []Use
}

// Use is a node on a track. It is inner if the same timer ran above it: its time is part of the outer call.
type Use struct {
	Node, Track int
	Inner       bool
}

// Record is all that a thread ran under one name, as GPTL keeps it.
type Record struct {
	Timer
	Parents []Link // in the order in which they first called it
}

// Link is how often a parent started a record, without recursion.
type Link struct {
	Parent int // index of a record, Root for none
	Calls  uint64
	node   int // the first node of this link
}

// Root is the parent of timers that have none.
const (
	Root     = -1
	RootName = "GPTL_ROOT" // what GPTL calls it
)

// folder turns one thread's part of a Profile into records.
type folder struct {
	track   int
	whole   bool // with uses and parents
	records []Record
	uses    shelf[Use]
	parents shelf[Link]
	index   map[string]int
	links   map[[2]int]int // of a record with many parents, by it and its parent
	stack   []int          // records that run where the walk is
	open    []bool         // the same, by record
}

// foldTracks makes the records of every track, in the order in which their names stand in p; if whole, with uses
// and parents; if idle, also of timers without a call.
func foldTracks(p *stats.Profile, children [][]int, whole, idle bool) map[int]*folder {
	tracks := map[int]*folder{}
	of := func(track int) *folder {
		if tracks[track] == nil {
			tracks[track] = newFolder(track, whole, len(p.Nodes))
		}
		return tracks[track]
	}
	of(0)
	for i := range p.Nodes {
		for track := range ranOn(&p.Nodes[i], idle) {
			of(track).create(p.Nodes[i].Name)
		}
	}
	var entered []*folder
	var walk func(int)
	walk = func(i int) {
		n, before := &p.Nodes[i], len(entered)
		for track, m := range ranOn(n, idle) {
			if f := of(track); f.enter(i, n.Name, m) {
				entered = append(entered, f)
			}
		}
		for _, c := range children[i] {
			walk(c)
		}
		for _, f := range entered[before:] {
			f.leave()
		}
		entered = entered[:before]
	}
	for _, root := range children[len(p.Nodes)] {
		walk(root)
	}
	for _, f := range tracks {
		for r := range f.records {
			order.Stably(f.records[r].Parents, func(a, b Link) int { return cmp.Compare(a.node, b.node) })
		}
	}
	return tracks
}

// ranOn returns the measures of a node on the tracks that have something to show. Zeroed by a reset, or never
// started, it has only if idle.
func ranOn(n *stats.Node, idle bool) iter.Seq2[int, *stats.Measure] {
	return func(yield func(int, *stats.Measure) bool) {
		if n.ByTrack == nil {
			if idle || shows(&n.Measure) {
				yield(0, &n.Measure)
			}
			return
		}
		for i := range n.ByTrack {
			if tm := &n.ByTrack[i]; tm.Track >= 0 && (idle || shows(&tm.Measure)) && !yield(tm.Track, &tm.Measure) {
				return
			}
		}
	}
}

func shows(m *stats.Measure) bool { return m.Calls > 0 || m.Running > 0 || m.Total > 0 }

// newFolder makes room for all nodes on thread 0, which as a rule has most of them.
func newFolder(track int, whole bool, nodes int) *folder {
	if track > 0 {
		nodes = 0
	}
	return &folder{track: track, whole: whole, records: make([]Record, 0, nodes), open: make([]bool, 0, nodes),
		index: make(map[string]int, nodes), links: map[[2]int]int{}}
}

func (f *folder) create(name string) {
	if _, ok := f.index[name]; !ok {
		f.index[name] = len(f.records)
		f.records, f.open = append(f.records, Record{Timer: Timer{Name: name}}), append(f.open, false)
	}
}

// enter adds a node to its record and reports whether leave must follow.
func (f *folder) enter(node int, name string, m *stats.Measure) bool {
	i := f.index[name]
	r := &f.records[i]
	inner := f.open[i]
	if f.whole {
		r.Uses = f.uses.append(r.Uses, Use{node, f.track, inner})
	}
	if inner {
		r.Calls += m.Calls
		r.Recursion += m.Calls
		r.Running = max(r.Running, m.Running)
		return false
	}
	done := completed(m)
	done.Running = max(done.Running, r.Running)
	r.Running = 0
	r.Measure.Add(&done)

	parent := Root
	if len(f.stack) > 0 {
		parent = f.stack[len(f.stack)-1]
	}
	if f.whole {
		f.link(i, parent, m.Calls-min(m.Recursion, m.Calls)+uint64(max(m.Running, 0)), node)
	}
	f.stack = append(f.stack, i)
	f.open[i] = true
	return true
}

// fewParents is how many parents of a record are looked through before the rest are looked up.
const fewParents = 8

func (f *folder) link(record, parent int, calls uint64, node int) {
	r := &f.records[record]
	k := slices.IndexFunc(r.Parents[:min(fewParents, len(r.Parents))], func(l Link) bool { return l.Parent == parent })
	if k < 0 {
		if at, ok := f.links[[2]int{record, parent}]; ok {
			k = at
		}
	}
	if k >= 0 {
		r.Parents[k].Calls += calls
		r.Parents[k].node = min(r.Parents[k].node, node)
		return
	}
	if len(r.Parents) >= fewParents {
		f.links[[2]int{record, parent}] = len(r.Parents)
	}
	r.Parents = f.parents.append(r.Parents, Link{parent, calls, node})
}

func (f *folder) leave() {
	last := len(f.stack) - 1
	f.open[f.stack[last]] = false
	f.stack = f.stack[:last]
}

// ByName is gptlcompat's; see there.
func ByName(p *stats.Profile) *stats.Profile {
	p = apart(p)
	out := *p
	out.Environments = slices.Clone(p.Environments[:min(1, len(p.Environments))])
	out.Nodes = make([]stats.Node, 0, len(p.Nodes))
	index := make(map[string]int, len(p.Nodes))
	simple := true // no name stands twice, and all ran on the main track: nothing has to be folded
	for i := range p.Nodes {
		n := &p.Nodes[i]
		k, ok := index[n.Name]
		if !ok {
			k = len(out.Nodes)
			index[n.Name] = k
			out.Nodes = append(out.Nodes, stats.Node{Parent: -1, Name: n.Name, Level: n.Level})
		}
		simple = simple && !ok && n.ByTrack == nil
		to := &out.Nodes[k]
		to.Level = min(to.Level, n.Level)
		to.Estimated = to.Estimated || n.Estimated
		to.Sample = max(to.Sample, n.Sample)
	}
	counts := Counts(p)
	if simple {
		for i := range p.Nodes {
			if m := &p.Nodes[i].Measure; shows(m) {
				done := completed(m)
				out.Nodes[i].Measure.Add(&done)
				addCounts(&out.Nodes[i], p, i, counts)
			}
		}
		return &out
	}
	foldByName(p, index, out.Nodes, counts)
	return &out
}

// total is the region of the whole run, of which the timers make the only root; a program's own of that name would be
// its recursion.
const total = "Total"

// apart names regions of the program that are called like the run's otherwise.
func apart(p *stats.Profile) *stats.Profile {
	q := *p
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch {
		case (i == 0) != (n.Parent < 0), i == 0 && n.Name != total:
			return p
		case i > 0 && n.Name == total:
			if &q.Nodes[0] == &p.Nodes[0] {
				q.Nodes = slices.Clone(p.Nodes)
			}
			q.Nodes[i].Name = total + "~2"
		}
	}
	return &q
}

// Counts lists the counters that files of GPTL can have: not the largest readings, since rows of several regions add up,
// not messages, which have a column of their own, nor what devices have copied, and not what was never counted.
func Counts(p *stats.Profile) (list []int) {
	for i := range p.Counters {
		if q := &p.Counters[i]; !q.Peak && !slices.Contains([]string{stats.MPISent, stats.MPIReceived, stats.DeviceCopied}, q.Name) && p.Counts(i) {
			list = append(list, i)
		}
	}
	return list
}

// FirstTrack is the track on which stands what was counted in a node: it is not known by track.
func FirstTrack(n *stats.Node) int {
	if len(n.ByTrack) == 0 {
		return 0
	}
	return n.ByTrack[0].Track
}

// addCounts adds what is known of the counters of node i.
func addCounts(to *stats.Node, p *stats.Profile, i int, counts []int) {
	n := &p.Nodes[i]
	for _, j := range counts {
		if j >= len(n.Values) || n.Values[j] == stats.NoValue {
			continue
		}
		if to.Values == nil {
			to.Values = slices.Repeat([]int64{stats.NoValue}, len(p.Counters))
		}
		if to.Values[j] == stats.NoValue {
			to.Values[j] = 0
		}
		to.Values[j] += n.Values[j]
		if j < len(n.Turns) {
			if to.Turns == nil {
				to.Turns = make([]stats.Turns, len(p.Counters))
			}
			to.Turns[j] = to.Turns[j].Add(n.Turns[j])
		}
	}
}

// foldByName adds what all tracks ran to the nodes of their names.
func foldByName(p *stats.Profile, index map[string]int, nodes []stats.Node, counts []int) {
	tracks := foldTracks(p, p.Children(), len(counts) > 0, false)
	numbers := slices.Collect(maps.Keys(tracks))
	order.By(numbers, cmp.Compare)
	for _, track := range numbers {
		for i := range tracks[track].records {
			r := &tracks[track].records[i]
			to := &nodes[index[r.Name]]
			to.Measure.Add(&r.Measure)
			to.ByTrack = append(to.ByTrack, stats.TrackMeasure{Track: track, Measure: r.Measure})
			for _, u := range r.Uses {
				if !u.Inner && u.Track == FirstTrack(&p.Nodes[u.Node]) {
					addCounts(to, p, u.Node, counts)
				}
			}
		}
	}
	for i := range nodes {
		if n := &nodes[i]; len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
			n.ByTrack = nil
		}
	}
}

// completed returns a measure without its open interval, and without what waited: what of a region is useful time is known of
// call paths, not of names.
func completed(m *stats.Measure) stats.Measure {
	c := *m
	c.Total -= c.Open
	c.Open, c.Waited = 0, 0
	return c
}

// shelf stores many lists, most of which have one entry each.
type shelf[T any] struct{ free []T }

// append is the built-in one, except that the first entry of a list is on the shelf.
func (s *shelf[T]) append(list []T, v T) []T {
	if list != nil {
		return append(list, v)
	}
	if len(s.free) == 0 {
		s.free = make([]T, 256)
	}
	list, s.free = s.free[:1:1], s.free[1:]
	list[0] = v
	return list
}
