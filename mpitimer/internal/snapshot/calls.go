package snapshot

import (
	"fmt"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// callCounters are what is known of MPI calls beside their time.
var callCounters = []stats.Counter{
	{Name: stats.MPISent, Unit: "B", Step: 1, Domain: "process"},
	{Name: stats.MPIReceived, Unit: "B", Step: 1, Domain: "process"},
}

// ThreadOf returns the track of the n-th thread that is not Go's, which a profile gets when it has none yet.
func ThreadOf(p *stats.Profile, n int) int {
	name := fmt.Sprintf("MPI thread %d", n)
	if at := slices.Index(p.Tracks, name); at >= 0 {
		return at
	}
	p.Tracks = append(p.Tracks, name)
	return len(p.Tracks) - 1
}

// moved is the bytes sent and received.
type moved [2]int64

// AddCalls merges rows of the table of calls into what will be the nodes of a profile. It is called after all
// tracks were added. The bytes sent and received are counters of the profile, behind those of the Builder;
// their values are those of all that a region contains. Environment is the one that stands for a communicator;
// nil: always the default one.
func (b *Builder) AddCalls(p *stats.Profile, entries []mpicall.Entry, environment func(comm int) int) {
	p.Counters = append(slices.Clip(p.Counters), callCounters...)
	known := functions.List()
	b.moved = make(map[int]moved)
	around := make(map[int]bool)
	for i := range b.nodes {
		around[b.nodes[i].Parent] = true
	}
	for _, function := range []int{mpicall.Timed, mpicall.Polled} { // what is left between polls is known last
		for i := range entries {
			if entries[i].Function == function {
				b.addTime(&entries[i], around)
			}
		}
	}
	for i := range entries {
		e := &entries[i]
		if e.Function >= len(known) || e.Calls == 0 && e.Running == 0 {
			continue // of a later version, or damaged
		}
		track, of := int(e.Track), int(e.Track)
		switch {
		case e.Node == 0: // of before it was known whose they are
			track, of = 0, 0
		case e.Track >= mpicall.Foreign:
			track, of = ThreadOf(p, int(e.Track-mpicall.Foreign)), 0
		}
		parent := -1
		if at := b.places[of]; int(e.Node) < len(at) && e.Node != 0 {
			parent = at[e.Node]
		}
		at := 0
		if environment != nil && e.Comm >= 0 {
			at = environment(e.Comm)
		}
		n := b.child(child{CallName(e), parent, uint32(at)}, 0)
		b.addCall(n, track, e)
	}
	b.carryUp(b.shown(), len(callCounters), b.moved)
}

// addTime makes the time in calls of which nothing else is recorded waiting of the region around them. Between calls that
// ask whether something has come it waits, too, where nothing else is inside the region. Around are regions with others inside.
func (b *Builder) addTime(e *mpicall.Entry, around map[int]bool) {
	at := b.places[int(e.Track)]
	if e.Node == 0 || int(e.Node) >= len(at) { // of a thread that is not Go's, or of before it was known whose they are
		return
	}
	node := &b.nodes[at[e.Node]]
	k := slices.IndexFunc(node.ByTrack, func(t stats.TrackMeasure) bool { return t.Track == int(e.Track) })
	if k < 0 {
		return
	}
	t, waited := &node.ByTrack[k], b.nanos(e.Total)
	if e.Running != 0 && b.Now > e.Running {
		waited += b.nanos(b.Now - e.Running)
	}
	t.Waited = min(t.Waited+waited, t.Total)
	if e.Function == mpicall.Polled && !around[at[e.Node]] {
		t.Waited += stats.BetweenPolls(t.Total-t.Waited, waited, e.Calls)
	}
}

// CallName is the name of the region of a row, blank where its function is not known.
func CallName(e *mpicall.Entry) string {
	known := functions.List()
	if e.Function >= len(known) {
		return ""
	}
	return functions.RegionName(known[e.Function].Name, e.Synchronising)
}

// WaitsForAll reports whether nobody comes out of a row's call before all ranks of its communicator are in it.
func WaitsForAll(e *mpicall.Entry) bool {
	known := functions.List()
	return e.Waits == mpicall.ForAll || e.Waits == mpicall.Unknown && e.Function < len(known) &&
		known[e.Function].Pattern == functions.All && known[e.Function].Blocking
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
	if b.Since != table.FirstCall {
		forget(&m)
	} else if e.Calls > 0 && e.Min <= e.Max {
		m.Min, m.Max = b.nanos(e.Min), b.nanos(e.Max)
	}
	m.Squares.Hi, m.Squares.Lo = b.Calibration.Squares(e.SquaresHigh, e.SquaresLow)
	node := &b.nodes[n]
	if last := len(node.ByTrack) - 1; last >= 0 && node.ByTrack[last].Track == track {
		node.ByTrack[last].Measure.Add(&m)
	} else {
		AddTrack(node, stats.TrackMeasure{Track: track, Measure: m})
	}
	if !moves(functions.List()[e.Function].Kind) && e.Sent|e.Received == 0 {
		return
	}
	b.moved[n] = moved{b.moved[n][0] + int64(min(e.Sent, 1<<62)), b.moved[n][1] + int64(min(e.Received, 1<<62))}
}

// moves reports whether functions of a kind move data: of others there is nothing to say.
func moves(k functions.Kind) bool {
	switch k {
	case functions.Send, functions.Receive, functions.Exchange, functions.Start, functions.Completion, functions.Collective, functions.File, functions.Window:
		return true
	}
	return false
}

// carryUp makes values, of so many counters behind those there are, of what was moved in regions and all that they contain.
// Parents stand before children.
func (b *Builder) carryUp(before, counters int, sums map[int]moved) {
	for n := len(b.nodes) - 1; n >= 0; n-- {
		of, any := sums[n]
		node := &b.nodes[n]
		if any && node.Parent >= 0 {
			above := sums[node.Parent]
			sums[node.Parent] = moved{above[0] + of[0], above[1] + of[1]}
		}
		if !any && node.Values == nil {
			continue
		}
		values := slices.Repeat([]int64{stats.NoValue}, before+counters)
		copy(values, node.Values)
		copy(values[before:], of[:counters])
		node.Values = values
	}
}

// copied is what a device has copied in a node of a track.
type copied struct {
	track, node int
	bytes       uint64
}

// AddCopied adds a counter of the bytes that devices have copied, if they have, behind those that p has. It is called after
// AddCalls.
func (b *Builder) AddCopied(p *stats.Profile) {
	sums := make(map[int]moved)
	for _, c := range b.copied {
		if at := b.places[c.track]; c.node > 0 && c.node < len(at) { // else the file is damaged
			sums[at[c.node]] = moved{sums[at[c.node]][0] + int64(min(c.bytes, 1<<62/uint64(len(b.copied))))}
		}
	}
	if len(sums) > 0 {
		before := len(p.Counters)
		p.Counters = append(slices.Clip(p.Counters), stats.Counter{Name: stats.DeviceCopied, Unit: "B", Step: 1, Domain: "process"})
		b.carryUp(before, 1, sums)
	}
}

// AddTrack adds what a track measured to what is there of it.
func AddTrack(n *stats.Node, t stats.TrackMeasure) {
	for i := range n.ByTrack {
		switch m := &n.ByTrack[i]; {
		case m.Track == t.Track:
			m.Add(&t.Measure)
			return
		case m.Track > t.Track:
			n.ByTrack = append(n.ByTrack[:i], append([]stats.TrackMeasure{t}, n.ByTrack[i:]...)...)
			return
		}
	}
	n.ByTrack = append(n.ByTrack, t)
}
