package snapshot

import (
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls"
)

// Calls adds the MPI calls that were recorded below the nodes of tracks to the tree.
type Calls struct {
	Context func(comm int) int // the context that stands for a communicator; nil: always the default one
	Thread  func(n int) int    // the track of the n-th thread that is not Go's; nil: the main track
}

// Quantities are what is known of MPI calls beside their time.
func (Calls) Quantities() []stats.Quantity {
	return []stats.Quantity{
		{Name: "MPI_SENT", Unit: "B", Step: 1, Domain: "process"},
		{Name: "MPI_RECEIVED", Unit: "B", Step: 1, Domain: "process"},
	}
}

// moved is the bytes sent and received.
type moved [2]int64

// AddCalls merges rows of the table of calls. It is called after all tracks were added. The values of
// its Quantities stand behind those of the Builder, and are those of all that a region contains.
func (b *Builder) AddCalls(entries []mpicall.Entry, c Calls) {
	functions := calls.Functions()
	b.moved = make(map[int]moved)
	for i := range entries {
		e := &entries[i]
		if e.Function >= len(functions) || e.Calls == 0 && e.Running == 0 {
			continue // of a later version, or damaged
		}
		track, of := int(e.Track), int(e.Track)
		switch {
		case e.Node == 0: // of before it was known whose they are
			track, of = 0, 0
		case e.Track >= mpicall.Foreign:
			track, of = 0, 0
			if c.Thread != nil {
				track = c.Thread(int(e.Track - mpicall.Foreign))
			}
		}
		parent := -1
		if at := b.places[of]; int(e.Node) < len(at) && e.Node != 0 {
			parent = at[e.Node]
		}
		context := 0
		if c.Context != nil && e.Comm >= 0 {
			context = c.Context(e.Comm)
		}
		n := b.child(child{CallName(e), parent, uint32(context)}, 0)
		b.addCall(n, track, e)
	}
	b.carryUp()
}

// CallName is the name of the region of a row, blank where its function is not known.
func CallName(e *mpicall.Entry) string {
	functions := calls.Functions()
	switch {
	case e.Function >= len(functions):
		return ""
	case e.Synchronising:
		return "sync_" + functions[e.Function].Name // as GPTL calls it
	}
	return "MPI_" + functions[e.Function].Name
}

func (b *Builder) addCall(n, track int, e *mpicall.Entry) {
	m := stats.Measure{Calls: e.Calls, Timed: e.Calls, Total: b.nanos(e.Total)}
	if e.Running != 0 {
		m.Running = 1
		if b.Now > e.Running {
			m.Open = b.nanos(b.Now - e.Running)
		}
		m.Total += m.Open
	}
	if e.Calls > 0 && e.Min <= e.Max {
		m.Min, m.Max = b.nanos(e.Min), b.nanos(e.Max)
	}
	m.Squares.Hi, m.Squares.Lo = b.Calibration.Squares(e.SquaresHigh, e.SquaresLow)
	node := &b.nodes[n]
	if last := len(node.ByTrack) - 1; last >= 0 && node.ByTrack[last].Track == track {
		join(&node.ByTrack[last].Measure, &m)
	} else {
		addTrack(node, stats.TrackMeasure{Track: track, Measure: m})
	}
	if !moves(calls.Functions()[e.Function].Kind) && e.Sent|e.Received == 0 {
		return
	}
	b.moved[n] = moved{b.moved[n][0] + int64(min(e.Sent, 1<<62)), b.moved[n][1] + int64(min(e.Received, 1<<62))}
}

// moves says whether functions of a kind move data: of others there is nothing to say.
func moves(k calls.Kind) bool {
	switch k {
	case calls.Send, calls.Receive, calls.Exchange, calls.Start, calls.Completion, calls.Collective, calls.File, calls.Window:
		return true
	}
	return false
}

// carryUp makes values of what was moved in regions and all that they contain. Parents stand before
// children.
func (b *Builder) carryUp() {
	for n := len(b.nodes) - 1; n >= 0; n-- {
		sums, any := b.moved[n]
		node := &b.nodes[n]
		if any && node.Parent >= 0 {
			above := b.moved[node.Parent]
			b.moved[node.Parent] = moved{above[0] + sums[0], above[1] + sums[1]}
		}
		if !any && node.Values == nil {
			continue
		}
		values := make([]int64, len(b.Peaks)+len(sums))
		copy(values, node.Values)
		copy(values[len(b.Peaks):], sums[:])
		node.Values = values
	}
}
