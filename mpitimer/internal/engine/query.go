package engine

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// TrackValue is what is measured of all regions of one name on one track (goroutine).
type TrackValue struct {
	Calls     uint64        // completed calls, those of a recursion included
	Recursion uint64        // of these, calls made while the region was running
	Total     time.Duration // of completed intervals
	Latest    time.Duration // the interval that StopNamed or AddNamed ended last; 0 before the first
	Running   bool
}

// Track returns the number of the calling goroutine's track, as in stats.Profile. 0 is that of the rank's main goroutine.
// Another goroutine gets the smallest number that is free, and keeps it until it ends; then the next one gets it, as with
// the threads of OpenMP. It is -1 for a goroutine that cannot be timed.
func (rank *Rank) Track() int {
	t := rank.Directory.Track()
	if t == nil {
		return -1
	}
	return t.number
}

// Knows reports whether the calling goroutine is certain to be of this rank: it is the main one, has timed
// something, or was started by such a goroutine. Others may belong to another rank in this process that
// has no timers yet. It takes microseconds.
func (rank *Rank) Knows() bool {
	id, parent := goroutine.ID(), goroutine.Parent()
	known := false
	rank.each(func(t *Track) { known = known || t.id == id || parent != 0 && t.id == parent })
	return known
}

// OnMain reports whether the calling goroutine is the rank's main one.
func (rank *Rank) OnMain() bool { return rank.Main.Owned() }

// Tracks returns the number of tracks so far: at most one more than goroutines beside the main one were
// timed at one time.
func (rank *Rank) Tracks() int {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	return len(rank.tracks)
}

// TrackAt is a track by its number, nil if there is none; a negative number means the caller's.
func (rank *Rank) TrackAt(number int) *Track {
	if number < 0 {
		return rank.Directory.Track()
	}
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	if number >= len(rank.tracks) {
		return nil
	}
	return rank.tracks[number]
}

// QueryTrack returns what was measured of all regions of that name on one track, Total apart; a
// negative number means that of the calling goroutine. The result is false if there is none. It takes
// time in proportion to the regions of the track, and disturbs none.
func (rank *Rank) QueryTrack(name string, track int) (TrackValue, bool) {
	t := rank.TrackAt(track)
	if t == nil {
		return TrackValue{}, false
	}
	calibration := rank.Calibration.Extend(clock.Take())
	tree, latestCount := t.Whole(), uint64(0)
	var v TrackValue
	found := false
	gifts := tree.Given.All(table.FirstCall)
	tree.Each(func(n int, r table.Record, c table.Cold, ok bool) {
		if !ok || !tree.isRegion(n, &r, &c) || tree.Name(&c) != name {
			return
		}
		found = true
		calls, ticks := r.Calls, r.Total
		if c.Sample > 1 {
			calls += c.Timed*uint64(c.Sample-1) - uint64(c.Countdown)
			timed := c.Timed
			if r.Start != 0 && timed > 0 {
				timed-- // one of them is running
			}
			ticks = snapshot.Extrapolate(ticks, calls-c.Recursion, timed)
		}
		calls += gifts[n].Calls
		v.Calls += calls
		v.Running = v.Running || r.Start != 0
		if tree.belowNamed(c.Parent, name) {
			v.Recursion += calls // in another environment; its time is part of the outer call
			return
		}
		v.Recursion += c.Recursion
		v.Total += time.Duration(calibration.Nanos(ticks)) + time.Duration(gifts[n].Total)
		if l := t.latestOf(n); l.count > latestCount {
			latestCount = l.count
			if v.Latest = time.Duration(l.ticks &^ given); l.ticks&given == 0 {
				v.Latest = time.Duration(calibration.Nanos(l.ticks))
			}
		}
	})
	return v, found
}

// Whole is the track whose tree has the regions of the track; that of nil is nil.
func (t *Track) Whole() *Track {
	if t != nil && t.shared != nil {
		return t.shared.tree
	}
	return t
}

// isRegion reports whether a node is that of a region that was started: neither Total nor only the way to
// a place.
func (t *Track) isRegion(n int, r *table.Record, c *table.Cold) bool {
	return n != 0 && !t.IsTotal(uint32(n)) && (c.Place != 0 || r.Calls != 0 || r.Start != 0 || r.Total != 0)
}

// IsTotal reports whether a node is Total.
func (t *Track) IsTotal(n uint32) bool { return n == 1 && t == t.rank.Main }

// belowNamed reports whether a node, or one above it, is a region of that name.
func (t *Track) belowNamed(node uint32, name string) bool {
	for node != 0 {
		parent, is := t.Identity(node)
		if r, c, _ := t.Read(int(node)); is == name && t.isRegion(int(node), &r, &c) {
			return true
		}
		node = parent
	}
	return false
}

// RegionNames lists the names of the regions that were started on a track, Total apart, each once, in the order of their
// first start; a negative number means the track of the calling goroutine. It is nil if there is no such track.
func (rank *Rank) RegionNames(track int) []string {
	t := rank.TrackAt(track).Whole()
	if t == nil {
		return nil
	}
	names := []string{}
	seen := make(map[string]bool)
	t.Each(func(n int, r table.Record, c table.Cold, _ bool) {
		if !t.isRegion(n, &r, &c) {
			return
		}
		if name := t.Name(&c); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	})
	return names
}
