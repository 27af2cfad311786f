// Package rows makes nodes of a profile of the rows of the table of MPI calls.
package rows

import (
	"fmt"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
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

// adding is the rows on their way into a profile.
type adding struct {
	*snapshot.Builder
	moved map[int]snapshot.Moved // bytes sent and received, by node
}

// Add merges rows of the table of calls into what will be the nodes of a profile. It is called after all
// tracks were added to its Builder. The bytes sent and received are counters of the profile, behind those of the Builder;
// their values are those of all that a region contains. Environment is the one that stands for a communicator;
// nil: always the default one.
func Add(into *snapshot.Builder, p *stats.Profile, entries []mpicall.Entry, environment func(comm int) int) {
	p.Counters = append(slices.Clip(p.Counters), callCounters...)
	known := functions.Outlines()
	b := adding{into, make(map[int]snapshot.Moved)}
	for i := range entries {
		e := &entries[i]
		switch e.Function {
		case mpicall.Between, mpicall.Polled, mpicall.Timed:
			b.addTime(e)
			continue
		}
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
		parent := b.Place(of, int(e.Node))
		at := 0
		if environment != nil && e.Comm >= 0 {
			at = environment(e.Comm)
		}
		n := b.Child(Name(e), parent, at)
		b.addCall(n, track, e)
	}
	b.CarryUp(len(callCounters), b.moved)
}

// addTime makes the time in calls of which nothing else is recorded, and between those that ask whether something has come, waiting
// of the region around them.
func (b *adding) addTime(e *mpicall.Entry) {
	at := b.Place(int(e.Track), int(e.Node))
	if at < 0 { // of a thread that is not Go's, or of before it was known whose they are
		return
	}
	node := b.Made(at)
	k := slices.IndexFunc(node.ByTrack, func(t stats.TrackMeasure) bool { return t.Track == int(e.Track) })
	if k < 0 {
		return
	}
	t, waited := &node.ByTrack[k], b.Nanos(e.Total)
	if e.Running != 0 && b.Now > e.Running {
		waited += b.Nanos(b.Now - e.Running)
	}
	t.Waited = min(t.Waited+waited, t.Total)
}

// Name is the name of the region of a row, blank where its function is not known.
func Name(e *mpicall.Entry) string {
	known := functions.Outlines()
	if e.Function >= len(known) {
		return ""
	}
	return functions.RegionName(known[e.Function].Name, e.Synchronising)
}

// WaitsForAll reports whether nobody comes out of a row's call before all ranks of its communicator are in it.
func WaitsForAll(e *mpicall.Entry) bool {
	known := functions.Outlines()
	return e.Waits == mpicall.ForAll || e.Waits == mpicall.Unknown && e.Function < len(known) &&
		known[e.Function].Pattern == functions.All && known[e.Function].Blocking
}

func (b *adding) addCall(n, track int, e *mpicall.Entry) {
	m := stats.Measure{Calls: e.Calls, Timed: e.Calls, Total: b.Nanos(e.Total)}
	if e.Running != 0 {
		m.Running = 1
		if b.Now > e.Running {
			m.Open = b.Nanos(b.Now - e.Running)
		}
		m.Total += m.Open
	}
	if b.Since != table.FirstCall {
		snapshot.Forget(&m)
	} else if e.Calls > 0 && e.Min <= e.Max {
		m.Min, m.Max = b.Nanos(e.Min), b.Nanos(e.Max)
	}
	m.Squares.Hi, m.Squares.Lo = b.Calibration.Squares(e.SquaresHigh, e.SquaresLow)
	node := b.Made(n)
	if last := len(node.ByTrack) - 1; last >= 0 && node.ByTrack[last].Track == track {
		node.ByTrack[last].Measure.Add(&m)
	} else {
		snapshot.AddTrack(node, stats.TrackMeasure{Track: track, Measure: m})
	}
	if !moves(functions.Outlines()[e.Function].Kind) && e.Sent|e.Received == 0 {
		return
	}
	b.moved[n] = snapshot.Moved{b.moved[n][0] + int64(min(e.Sent, 1<<62)), b.moved[n][1] + int64(min(e.Received, 1<<62))}
}

// moves reports whether functions of a kind move data: of others there is nothing to say.
func moves(k functions.Kind) bool {
	switch k {
	case functions.Send, functions.Receive, functions.Exchange, functions.Start, functions.Completion, functions.Collective, functions.File, functions.Window:
		return true
	}
	return false
}
