package rows

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/stats"
)

// ErrTooLarge is gptlcompat's.
var ErrTooLarge = errors.New("the full tree has too many rows")

// maxRows is how many rows FullTree may give one thread. With n timers there can be 2ⁿ.
const maxRows = 1 << 20

// Table is what one thread ran: rows in the order of a walk through its tree, and records by name.
type Table struct {
	Track   int
	Rows    []Row
	Records []Record
}

// Row is a line of a table.
type Row struct {
	Timer
	Depth   int  // rows above it on the same thread
	Parent  int  // the row above it, -1 for none
	Several bool // the record had several parents
}

// mostIndented is how many levels are indented: GPTL has room for that many nested timers. With more, a file
// with deep recursion would be mostly blanks: half a gigabyte at 20 000 levels.
const mostIndented = 128

// Indent is how many levels a row is indented.
func (r *Row) Indent() int { return min(r.Depth, mostIndented) }

// Of takes a Profile apart into its threads. The first is thread 0, even when it ran nothing; other
// threads are there if they ran something, or if there are to be so many. If idle, timers without a call have rows.
func Of(p *stats.Profile, m Method, idle bool, threads int) ([]Table, error) {
	if m < 0 || int(m) >= len(MethodNames) {
		return nil, fmt.Errorf("there is no print method %d", int(m))
	}
	if PerName(m) {
		p = apart(p)
	}
	children := p.Children()
	byTrack := map[int]*Table{}
	for track := range threads {
		byTrack[track] = &Table{Track: track}
	}
	for track, f := range foldTracks(p, children, true, idle) {
		byTrack[track] = &Table{Track: track, Records: f.records}
	}
	if PerName(m) {
		for _, t := range byTrack {
			if err := t.arrange(m); err != nil {
				return nil, fmt.Errorf("thread %d: %w", t.Track, err)
			}
		}
	} else {
		divide(p.Nodes, nodeNames(p, m), children, byTrack, idle)
	}
	var all []Table
	for _, t := range byTrack {
		all = append(all, *t)
	}
	order.By(all, func(a, b Table) int { return a.Track - b.Track })
	return all, nil
}

// divide gives each thread a row for each node that it ran.
func divide(nodes []stats.Node, names []string, children [][]int, tables map[int]*Table, idle bool) {
	above := map[int][]int{} // by track: the rows above where walk is
	var uses shelf[Use]
	tables[0].Rows = make([]Row, 0, len(nodes))
	var walk func(i int)
	walk = func(i int) {
		for track, m := range ranOn(&nodes[i], idle) {
			up, parent, t := above[track], -1, tables[track]
			if len(up) > 0 {
				parent = up[len(up)-1]
			}
			above[track] = append(up, len(t.Rows))
			t.Rows = append(t.Rows, Row{Depth: len(up), Parent: parent,
				Timer: Timer{names[i], completed(m), uses.append(nil, Use{Node: i, Track: track})}})
		}
		for _, c := range children[i] {
			walk(c)
		}
		for track := range ranOn(&nodes[i], idle) {
			above[track] = above[track][:len(above[track])-1]
		}
	}
	for _, root := range children[len(nodes)] {
		walk(root)
	}
}

// arrange gives each record its row or rows.
func (t *Table) arrange(m Method) error {
	children := t.place(m)
	t.Rows = make([]Row, 0, len(t.Records))
	var walk func(r, depth, parent int) error
	walk = func(r, depth, parent int) error {
		if len(t.Rows) >= maxRows {
			return fmt.Errorf("%w: %d", ErrTooLarge, maxRows)
		}
		at := len(t.Rows)
		t.Rows = append(t.Rows, Row{t.Records[r].Timer, depth, parent, len(t.Records[r].Parents) > 1})
		for _, c := range children[r] {
			if err := walk(c, depth+1, at); err != nil {
				return err
			}
		}
		return nil
	}
	for _, r := range children[len(t.Records)] {
		if err := walk(r, 0, -1); err != nil {
			return err
		}
	}
	return nil
}

// place chooses parents: the children of each record, those without a parent last. Timers that
// called each other in turn would close a loop; where a choice does, the next best is taken.
func (t *Table) place(m Method) [][]int {
	children := make([][]int, len(t.Records)+1)
	above := make([][]int, len(t.Records))
	var shelf shelf[int]
	put := func(r, parent int) bool {
		if parent == Root {
			children[len(t.Records)] = append(children[len(t.Records)], r)
			return true
		}
		// Most records stand before those that they call, and have none below them when it is their turn.
		if parent == r || len(children[r]) > 0 && reaches(above, parent, r) {
			return false
		}
		children[parent] = append(children[parent], r)
		above[r] = shelf.append(above[r], parent)
		return true
	}
	for r := range t.Records {
		placed := false
		for _, l := range t.Records[r].preference(m) {
			if put(r, l.Parent) {
				placed = true
				if m != FullTree {
					break
				}
			}
		}
		if !placed {
			put(r, Root)
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

// preference returns the parents of a record, the one to choose first.
func (r *Record) preference(m Method) []Link {
	if len(r.Parents) < 2 {
		return r.Parents
	}
	links := slices.Clone(r.Parents)
	switch m {
	case LastParent:
		slices.Reverse(links)
	case MostFrequent:
		order.Stably(links, func(a, b Link) int { return cmp.Compare(b.Calls, a.Calls) })
	}
	return links
}

// ParentName returns the name of a link's parent, which is one of a record of t.
func (t *Table) ParentName(l Link) string {
	if l.Parent == Root {
		return RootName
	}
	return t.Records[l.Parent].Name
}

// Calls returns how many calls a thread made, or the largest number there is.
func (t *Table) Calls() (n uint64) {
	for i := range t.Records {
		n += min(t.Records[i].Calls, math.MaxUint64-n)
	}
	return n
}

// Shared lists the timers that thread 0 shares with others, in thread 0's order, each as its records on
// all threads that ran it.
func Shared(tables []Table) [][]*Record {
	index := make([]map[string]*Record, len(tables))
	for k := range tables {
		index[k] = map[string]*Record{}
		for i := range tables[k].Records {
			index[k][tables[k].Records[i].Name] = &tables[k].Records[i]
		}
	}
	var all [][]*Record
	for i := range tables[0].Records {
		var one []*Record
		for k := range tables {
			if r := index[k][tables[0].Records[i].Name]; r != nil {
				one = append(one, r)
			}
		}
		if len(one) > 1 {
			all = append(all, one)
		}
	}
	return all
}

// NamesOf lists the names of all rows and records.
func NamesOf(tables []Table) []string {
	n := 0
	for t := range tables {
		n += len(tables[t].Rows) + len(tables[t].Records)
	}
	names := make([]string, 0, n)
	for t := range tables {
		for i := range tables[t].Rows {
			names = append(names, tables[t].Rows[i].Name)
		}
		for i := range tables[t].Records {
			if name := tables[t].Records[i].Name; i >= len(tables[t].Rows) || tables[t].Rows[i].Name != name { // most are rows
				names = append(names, name)
			}
		}
	}
	return names
}
