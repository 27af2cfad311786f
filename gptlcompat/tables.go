package gptlcompat

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// ErrTooLarge says that FullTree would repeat timers below each other without end in sight.
var ErrTooLarge = errors.New("the full tree has too many rows")

// maxRows is how many rows FullTree may give one thread. With n timers it can be 2ⁿ.
const maxRows = 1 << 20

// table is what one thread ran: rows in the order of a walk through its tree, and records by name.
type table struct {
	track   int
	rows    []row
	records []record
}

// row is a line of a table.
type row struct {
	name    string // as it is, not yet safe
	depth   int    // rows above it on the same thread
	parent  int    // the row above it, -1 for none
	several bool   // the record had several parents
	m       stats.Measure
	uses    []use
}

// mostIndented is how many levels are indented: GPTL has room for so many timers inside each other. With
// more, of a deep recursion, a file would be mostly blanks: half a gigabyte at 20 000 levels.
const mostIndented = 128

// indent is how many levels a row is indented.
func (r *row) indent() int { return min(r.depth, mostIndented) }

// tablesOf takes a Profile apart into its threads. The first is thread 0, even when it ran nothing;
// other threads are there if they ran something.
func tablesOf(p *stats.Profile, m PrintMethod) ([]table, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	children := childrenOf(p.Nodes)
	byTrack := map[int]*table{}
	for track, f := range foldTracks(p, children) {
		byTrack[track] = &table{track: track, records: f.records}
	}
	if m.byName() {
		for _, t := range byTrack {
			if err := t.arrange(m); err != nil {
				return nil, fmt.Errorf("thread %d: %w", t.track, err)
			}
		}
	} else {
		d := division{p.Nodes, nodeNames(p, m), children, byTrack, map[int][]int{}}
		for _, root := range children[len(p.Nodes)] {
			d.walk(root)
		}
	}
	var all []table
	for _, t := range byTrack {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b table) int { return a.track - b.track })
	return all, nil
}

// division gives each thread a row for each node that it ran.
type division struct {
	nodes    []stats.Node
	names    []string
	children [][]int
	tables   map[int]*table
	above    map[int][]int // by track: the rows above where walk is
}

func (d *division) walk(i int) {
	on := ranOn(&d.nodes[i])
	for k := range on {
		track := on[k].Track
		t, above := d.tables[track], d.above[track]
		parent := -1
		if len(above) > 0 {
			parent = above[len(above)-1]
		}
		d.above[track] = append(above, len(t.rows))
		t.rows = append(t.rows, row{name: d.names[i], depth: len(above), parent: parent,
			m: completed(&on[k].Measure), uses: []use{{node: i}}})
	}
	for _, c := range d.children[i] {
		d.walk(c)
	}
	for k := range on {
		track := on[k].Track
		d.above[track] = d.above[track][:len(d.above[track])-1]
	}
}

// arrange gives each record its row or rows.
func (t *table) arrange(m PrintMethod) error {
	children := t.place(m)
	var walk func(r, depth, parent int) error
	walk = func(r, depth, parent int) error {
		if len(t.rows) >= maxRows {
			return fmt.Errorf("%w: %d", ErrTooLarge, maxRows)
		}
		rec, at := &t.records[r], len(t.rows)
		t.rows = append(t.rows, row{name: rec.name, depth: depth, parent: parent,
			several: len(rec.parents) > 1, m: rec.m, uses: rec.uses})
		for _, c := range children[r] {
			if err := walk(c, depth+1, at); err != nil {
				return err
			}
		}
		return nil
	}
	for _, r := range children[len(t.records)] {
		if err := walk(r, 0, -1); err != nil {
			return err
		}
	}
	return nil
}

// place chooses parents: the children of each record, those without a parent last. Timers that
// called each other in turn would close a loop; where a choice does, the next best is taken.
func (t *table) place(m PrintMethod) [][]int {
	children := make([][]int, len(t.records)+1)
	above := make([][]int, len(t.records))
	put := func(r, parent int) bool {
		if parent == rootRecord {
			children[len(t.records)] = append(children[len(t.records)], r)
			return true
		}
		// Most records stand before those that they call, and have none below them when it is their turn.
		if parent == r || len(children[r]) > 0 && reaches(above, parent, r) {
			return false
		}
		children[parent] = append(children[parent], r)
		above[r] = append(above[r], parent)
		return true
	}
	for r := range t.records {
		placed := false
		for _, l := range t.records[r].preference(m) {
			if put(r, l.parent) {
				placed = true
				if m != FullTree {
					break
				}
			}
		}
		if !placed {
			put(r, rootRecord)
		}
	}
	return children
}

// reaches reports whether to is from or stands above it.
func reaches(above [][]int, from, to int) bool {
	seen := map[int]bool{}
	todo := []int{from}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r == to {
			return true
		}
		if !seen[r] {
			seen[r] = true
			todo = append(todo, above[r]...)
		}
	}
	return false
}

// preference is the parents of a record, the one to choose first.
func (r *record) preference(m PrintMethod) []link {
	links := slices.Clone(r.parents)
	switch m {
	case LastParent:
		slices.Reverse(links)
	case MostFrequent:
		slices.SortStableFunc(links, func(a, b link) int {
			switch {
			case a.calls > b.calls:
				return -1
			case a.calls < b.calls:
				return 1
			}
			return 0
		})
	}
	return links
}

// calls is how many calls a thread made, or the largest number there is.
func (t *table) calls() (n uint64) {
	for i := range t.records {
		n += min(t.records[i].m.Calls, math.MaxUint64-n)
	}
	return n
}

// shared is a timer that thread 0 and others ran, with its record on each of the tables.
type shared struct {
	name   string
	tracks []int
	ms     []stats.Measure
	uses   [][]use
	sum    stats.Measure
}

// sharedTimers lists what thread 0 shares with others, in thread 0's order.
func sharedTimers(tables []table) []shared {
	index := make([]map[string]*record, len(tables))
	for k := range tables {
		index[k] = map[string]*record{}
		for i := range tables[k].records {
			index[k][tables[k].records[i].name] = &tables[k].records[i]
		}
	}
	var all []shared
	for i := range tables[0].records {
		s := shared{name: tables[0].records[i].name}
		for k := range tables {
			if r := index[k][s.name]; r != nil {
				s.tracks = append(s.tracks, tables[k].track)
				s.ms = append(s.ms, r.m)
				s.uses = append(s.uses, r.uses)
				addMeasure(&s.sum, &r.m)
			}
		}
		if len(s.tracks) > 1 {
			all = append(all, s)
		}
	}
	return all
}

// rowNamesOf lists the names of all rows and records.
func rowNamesOf(tables []table) []string {
	var names []string
	for t := range tables {
		for i := range tables[t].rows {
			names = append(names, tables[t].rows[i].name)
		}
		for i := range tables[t].records {
			names = append(names, tables[t].records[i].name)
		}
	}
	return names
}
