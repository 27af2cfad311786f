package ranktable

import (
	"slices"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// addCalls adds the calls of MPI that the rank had recorded, and the one that it is in to what is open.
// The ranks of communicators are not in the table, so they all stand in the default environment.
func (i *image) addCalls(b *snapshot.Builder, p *stats.Profile, open []OpenRegion) []OpenRegion {
	for k := range i.tracks {
		entries := mpicall.Read(i.tracks[k].table.FoundCalls())
		if len(entries) == 0 {
			continue
		}
		b.AddCalls(p, i.possible(entries), nil)
		for e := range entries {
			open = i.openCall(&entries[e], p, open)
		}
		return open // there is one table of a rank
	}
	return open
}

// possible leaves out rows that no recorder has written: of tracks that are not there.
func (i *image) possible(entries []mpicall.Entry) []mpicall.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e mpicall.Entry) bool {
		return e.Track < mpicall.Foreign && i.track(int(e.Track)) == nil || e.Calls > 1<<62 || e.Calls > 0 && e.Min > e.Max
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

// waitOf is whom a call that is running waits for. The ranks of communicators other than the first are not in the table.
func waitOf(e *mpicall.Entry) *Wait {
	w := &Wait{Call: snapshot.CallName(e), Partner: e.Partner}
	switch {
	case e.Waits == mpicall.From && e.Partner >= 0 && e.Several:
		w.Whom = Senders
	case e.Waits == mpicall.From && e.Partner >= 0:
		w.Whom = Sender
	case e.Waits == mpicall.From && e.Partner == anyRank:
		w.Whom = AnySender
	case e.Waits == mpicall.To && e.Partner >= 0:
		w.Whom = Receiver
	case e.Comm == world && snapshot.WaitsForAll(e):
		w.Whom = Everybody
	}
	if w.Whom != Sender && w.Whom != Senders && w.Whom != Receiver {
		w.Partner = 0
	}
	return w
}

// anyRank is MPI_ANY_SOURCE, and world the number of MPI_COMM_WORLD, in a table of calls.
const (
	anyRank = -1
	world   = 0
)

// openCall appends a call that is running to the regions that are open on its track.
func (i *image) openCall(e *mpicall.Entry, p *stats.Profile, open []OpenRegion) []OpenRegion {
	t := i.track(int(e.Track))
	if e.Running == 0 || t == nil || int(e.Node) >= t.table.Len() {
		return open
	}
	name := snapshot.CallName(e)
	if name == "" {
		return open
	}
	call := OpenRegion{
		Track: t.number, TrackName: p.Tracks[t.number], Path: append(t.path(t.around(int(e.Node))), name),
		Environment: p.Environments[0].Name, For: time.Duration(i.since(e.Running, i.now)), Wait: waitOf(e),
	}
	at := 0 // behind the last of the same track
	for k := range open {
		if open[k].Track <= t.number {
			at = k + 1
		}
	}
	return slices.Insert(open, at, call)
}
