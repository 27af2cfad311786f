package gptl

import (
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// inOrder brings nodes into the order of their first starts, on the first thread and then on the others, in which GPTL has its
// records: a Profile has them in the order of the tree, where what began late may stand below what began early.
func (l *library) inOrder(nodes []stats.Node) []stats.Node {
	type place struct {
		parent, environment int
		name                string
	}
	index := make(map[place]int, len(nodes))
	for i := range nodes {
		index[place{nodes[i].Parent, nodes[i].Environment, nodes[i].Name}] = i
	}
	const top, unknown = -1, -2
	moved := make([]int, len(nodes)) // to where, counted from 1
	ordered := make([]stats.Node, 0, len(nodes))
	move := func(i int) {
		if moved[i] != 0 {
			return
		}
		n := nodes[i]
		if n.Parent >= 0 {
			n.Parent = moved[n.Parent] - 1
		}
		ordered = append(ordered, n)
		moved[i] = len(ordered)
	}
	rank := engine.Of(l.timers)
	for number := range rank.Tracks() {
		t := rank.TrackAt(number).Whole()
		at := make([]int, t.Len())
		at[0] = top
		t.Each(func(n int, _ table.Record, c table.Cold, _ bool) {
			if n == 0 || n >= len(at) { // the last were begun just now
				return
			}
			at[n] = unknown
			if c.Parent == 0 && t.NameIs(&c, mpitimer.TotalName) {
				at[n] = top
			} else if i, is := index[place{at[c.Parent], int(c.Environment), t.Name(&c)}]; is {
				at[n] = i
				move(i)
			}
		})
	}
	for i := range nodes {
		move(i)
	}
	return ordered
}
