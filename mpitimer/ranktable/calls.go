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
		Environment: p.Environments[0].Name, For: time.Duration(i.since(e.Running, i.now)),
	}
	at := 0 // behind the last of the same track
	for k := range open {
		if open[k].Track <= t.number {
			at = k + 1
		}
	}
	return slices.Insert(open, at, call)
}
