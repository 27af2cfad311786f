package otf2

import (
	"fmt"
	"math"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// clockOffset is what is to be added to the times of a location at one of them, and how far the sum may be off: nanoseconds.
type clockOffset struct {
	at     uint64
	offset int64
	error  float64
}

// surveyClocks finds by which clock each node stands: a trace by its own or that of its rank, statistics of ranks and hosts by
// that of their first trace.
func (b *builder) surveyClocks() {
	type owner struct {
		rank   int
		thread string
	}
	known := make(map[owner][]project.Clock)
	for _, c := range b.files.Clocks {
		known[owner{c.Rank, c.Thread}] = append(known[owner{c.Rank, c.Thread}], c)
		b.ahead = max(b.ahead, uint64(max(c.Offset, 0)))
	}
	b.clocks = make(map[string][]project.Clock)
	for i := range b.files.Nodes {
		n := &b.files.Nodes[i]
		if n.Trace == "" {
			continue
		}
		labels, rank := n.Node.Labels(), b.messages.Rank(n.Node)
		points := known[owner{rank, ""}]
		if len(labels) > 0 {
			if own := known[owner{rank, labels[len(labels)-1]}]; own != nil && n.Node.Level() >= 3 {
				points = own
			}
		}
		for depth := len(labels); depth >= 0; depth-- {
			key := fmt.Sprintf("%q", labels[:depth])
			if _, is := b.clocks[key]; !is {
				b.clocks[key] = points
			}
		}
	}
}

// begins notes that a node has something of a time, by its own clock and on the axis of all: neither must be negative.
func (b *builder) begins(n *hdtrace.Node, at hdtrace.Epoch) {
	b.zero = min(b.zero, at)
	for _, c := range b.clocks[fmt.Sprintf("%q", n.Labels())] {
		b.zero = min(b.zero, at+hdtrace.Epoch(c.Offset))
	}
}

// offsets are those of a node's clock, two at least if there are any: readers go on beyond the first and the last along the
// line through both.
func (b *builder) offsets(n *hdtrace.Node) (list []clockOffset) {
	points := b.clocks[fmt.Sprintf("%q", n.Labels())]
	for _, c := range points {
		if at := c.Time.Sub(b.zero); at >= 0 {
			list = append(list, clockOffset{uint64(at), int64(c.Offset), float64(c.Error)})
		}
	}
	if len(list) == 1 || len(list) == 2 && list[0].at == list[1].at {
		list = []clockOffset{{0, list[0].offset, list[0].error}, {math.MaxInt64, list[0].offset, list[0].error}}
	}
	return list
}
