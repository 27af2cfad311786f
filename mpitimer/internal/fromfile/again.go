package fromfile

import (
	"bytes"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// Tree is the call tree of a rank of which a table was found, kept for the tables of other ranks: most ranks of a
// program have the same regions, and what remains to be done is to convert their numbers. The zero value is none.
type Tree struct {
	rows  []row  // of the table
	names []byte // likewise
	nodes []stats.Node
}

// row is what must be the same for the tree to be.
type row struct {
	blocks.Shape
	at   int32 // where the node stands in the tree; the root of the table stands nowhere
	leaf bool
}

// Keep keeps the nodes that Add has made of the one table of a rank, unless it is of a kind for which Again
// does not know enough.
func (t *Tree) Keep(of *blocks.Table, nodes []stats.Node) {
	*t = Tree{rows: t.rows[:0], names: t.names[:0], nodes: t.nodes[:0]}
	if len(nodes) == 0 || len(nodes) != of.Len()-1 {
		return // nodes without calls, or several of one call path
	}
	for n := range of.Len() {
		t.rows = append(t.rows, row{Shape: of.Shape(n), at: -1, leaf: true})
		if n > 0 {
			t.rows[t.rows[n].Parent].leaf = false
		}
	}
	t.names = append(t.names, of.AllNames()...)
	t.nodes = append(t.nodes, nodes...)
	if !t.order() {
		*t = Tree{}
	}
}

// order finds out where the table's nodes stand in the tree: depth first, siblings as in the table.
func (t *Tree) order() bool {
	below := make([][]int32, len(t.rows))
	for n := len(t.rows) - 1; n > 0; n-- {
		parent := t.rows[n].Parent
		below[parent] = append(below[parent], int32(n))
	}
	open := below[0]
	for at := range t.nodes {
		if len(open) == 0 {
			return false
		}
		n := open[len(open)-1]
		open = append(open[:len(open)-1], below[n]...)
		row, node := &t.rows[n], &t.nodes[at]
		row.at = int32(at)
		plain := node.ByTrack == nil && node.Values == nil && node.LeftOut == nil && !node.Estimated && node.Lacks == 0
		if !plain || node.Parent != int(t.rows[row.Parent].at) || node.Environment != int(row.Environment) {
			return false
		}
	}
	return true
}

// Again is what Add and Nodes make of the one table of a rank if it has the tree that was kept, and nothing but
// times. It holds until the next call; a Histogram stays.
func (t *Tree) Again(b *snapshot.Builder, of *blocks.Table, see func(Node)) ([]stats.Node, bool) {
	if !t.isOf(of) || of.Given.Any() || len(b.Kinds) > 0 {
		return nil, false
	}
	for n := 1; n < len(t.rows); n++ {
		r, c := look(b, 0, n, of, see)
		if c.Sample > 1 {
			return nil, false
		}
		r.Join(of.Since(b.Since, n))
		m := b.Measure(&of.Table, &r, &c)
		m.Waited = min(b.Nanos(of.Waited(n, b.Now)), m.Total)
		if m.Calls == 0 && m.Running == 0 {
			if t.rows[n].leaf {
				return nil, false // it is left out, with those above it if there is nothing else below them
			}
			m = stats.Measure{}
		}
		if m.Timed == 0 || m.Min > m.Max {
			m.Min, m.Max = 0, 0
		}
		t.nodes[t.rows[n].at].Measure = m
	}
	return t.nodes, true
}

// isOf reports whether a table has this tree.
func (t *Tree) isOf(of *blocks.Table) bool {
	if len(t.rows) == 0 || len(t.rows) != of.Len() || !bytes.Equal(t.names, of.AllNames()) {
		return false
	}
	for n := range t.rows {
		if t.rows[n].Shape != of.Shape(n) {
			return false
		}
	}
	return true
}
