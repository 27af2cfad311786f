package ranktable

import (
	"slices"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall/rows"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// addCalls adds the calls of MPI that the rank had recorded, and the one that it is in to what is open.
// They all stand in the default environment: the table does not name environments of communicators.
func (i *image) addCalls(b *snapshot.Builder, p *stats.Profile, open []OpenRegion) []OpenRegion {
	for k := range i.tracks {
		calls := i.tracks[k].table.Calls
		entries := mpicall.Read(calls)
		if len(entries) == 0 {
			continue
		}
		rows.Add(b, p, i.possible(entries), nil)
		i.rounds = rounds(calls, entries)
		for e := range entries {
			open = i.openCall(calls, &entries[e], p, open)
		}
		for e := range entries {
			open = i.polling(&entries[e], p, open)
		}
		return open // there is one table of a rank
	}
	return open
}

// possible leaves out rows that no recorder has written: of tracks that are not there.
func (i *image) possible(entries []mpicall.Entry) []mpicall.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e mpicall.Entry) bool {
		return e.Track < mpicall.Foreign && i.track(int(e.Track)) == nil || e.Calls > 1<<62 || e.Calls > 0 && e.Min > e.Max && e.Function < mpicall.Between
	})
}

func (i *image) track(number int) *trackImage {
	for k := range i.tracks {
		if i.tracks[k].number == number {
			return &i.tracks[k]
		}
	}
	return nil
}

// waitOf is whom a call that is running waits for. Calls is the table.
func waitOf(calls []byte, e *mpicall.Entry) *Wait {
	w := &Wait{Call: rows.Name(e)}
	comm := e.Comm
	if e.Waits == mpicall.ForAll && e.Partner > 0 { // of an operation that has begun before
		comm = e.Partner - 1
	}
	switch known := e.Waits == mpicall.From || e.Waits == mpicall.To; {
	case known && e.Several:
		w.several(e)
	case known && e.Partner >= 0:
		w.Whom, w.Partner = Sender, e.Partner
		if e.Waits == mpicall.To {
			w.Whom = Receiver
		}
	case e.Waits == mpicall.From && e.Partner == anyRank:
		w.Whom = AnySender
	case !rows.WaitsForAll(e):
	case comm == world:
		w.Whom = Everybody
	default:
		w.Whom = Group
		if g, known := mpicall.GroupOf(calls, comm); known {
			w.Number = g.Number
			for _, r := range g.Ranges {
				w.Members = append(w.Members, stats.Range(r))
			}
		}
	}
	return w
}

// several takes over those ranks that are known.
func (w *Wait) several(e *mpicall.Entry) {
	w.More = e.More
	var ranks []int
	for _, rank := range append([]int32{int32(e.Partner)}, e.Others[:e.Further]...) {
		if rank >= 0 {
			ranks = append(ranks, int(rank))
		} else {
			w.More = true
		}
	}
	if len(ranks) == 0 {
		w.Whom = AnySender
		return
	}
	w.Whom, w.Partner, w.Others = Several, ranks[0], ranks[1:]
}

// anyRank is MPI_ANY_SOURCE, and world the number of MPI_COMM_WORLD, in a table of calls.
const (
	anyRank = -1
	world   = 0
)

// inside reports whether a region is the innermost one that is open on a track, or below it: one that is not timed, as a sample
// leaves it out.
func inside(path []string, open []OpenRegion, track int) bool {
	var innermost []string
	for k := range open {
		if open[k].Track == track && len(open[k].Path) > len(innermost) {
			innermost = open[k].Path
		}
	}
	return len(path) >= len(innermost) && slices.Equal(path[:len(innermost)], innermost)
}

// openCall appends a call that is running to the regions that are open on its track.
func (i *image) openCall(calls []byte, e *mpicall.Entry, p *stats.Profile, open []OpenRegion) []OpenRegion {
	name := rows.Name(e)
	if e.Running == 0 || name == "" {
		return open
	}
	call, there := i.within(e, p, open)
	if !there {
		return open
	}
	call.Path, call.Elapsed, call.Wait = append(call.Path, name), time.Duration(i.since(e.Running, i.now)), waitOf(calls, e)
	if round, is := roundOf(calls, e); is && call.Wait.Whom == Sender {
		for k := range i.rounds {
			if i.rounds[k].compare(&round) == 0 {
				call.Wait.Round = &i.rounds[k]
			}
		}
	}
	return inserted(open, call)
}

// lately is how long ago a thread may have asked last that still asks.
const lately = 200 * time.Millisecond

// polling appends that a thread asks again and again whether something has come, and makes no other call of MPI. If it is just in such
// a call, it has been there since it began to ask.
func (i *image) polling(e *mpicall.Entry, p *stats.Profile, open []OpenRegion) []OpenRegion {
	if e.Function != mpicall.Between || e.Since == 0 || e.Since > e.Last || e.Since > i.now || time.Duration(i.since(e.Last, i.now)) > lately {
		return open
	}
	name := rows.Name(&mpicall.Entry{Function: e.Asked})
	if name == "" {
		return open
	}
	asks, elapsed := name+Polling, time.Duration(i.since(e.Since, i.now))
	for k := range open {
		if w := open[k].Wait; w != nil && open[k].Track == int(e.Track) {
			if w.Call == name {
				open[k].Path[len(open[k].Path)-1], open[k].Elapsed = asks, elapsed
			}
			return open
		}
	}
	call, there := i.within(e, p, open)
	if !there {
		return open
	}
	call.Path, call.Elapsed, call.Wait = append(call.Path, asks), elapsed, &Wait{Call: name}
	return inserted(open, call)
}

// within is the region in which the thread of an entry is, if it is still there.
func (i *image) within(e *mpicall.Entry, p *stats.Profile, open []OpenRegion) (call OpenRegion, there bool) {
	track, of := int(e.Track), int(e.Track)
	foreign := e.Track >= mpicall.Foreign // in the main track's region, but not in its thread
	if foreign {
		of = 0
	}
	t := i.track(of)
	if t == nil || int(e.Node) >= t.table.Len() || foreign && e.Node == 0 {
		return call, false
	}
	path := t.path(t.around(int(e.Node)))
	switch {
	case foreign:
		track = rows.ThreadOf(p, int(e.Track-mpicall.Foreign))
	case i.alive && !inside(path, open, track):
		return call, false // the rank has gone on since its regions were copied, of which each is in one
	}
	return OpenRegion{Track: track, TrackName: p.Tracks[track], Path: path, Environment: p.Environments[0].Name}, true
}

// inserted puts a call behind the last region that is open on its track.
func inserted(open []OpenRegion, call OpenRegion) []OpenRegion {
	at := 0
	for k := range open {
		if open[k].Track <= call.Track {
			at = k + 1
		}
	}
	return slices.Insert(open, at, call)
}
