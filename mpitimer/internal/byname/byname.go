// Package byname finds out what was measured of all regions of a name on one goroutine, as timers such as GPTL are asked
// for it.
package byname

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Value is what is measured of all regions of one name on one track (goroutine).
type Value struct {
	Calls     uint64        // completed calls, those of a recursion included
	Recursion uint64        // of these, calls made while the region was running
	Total     time.Duration // of completed intervals
	Latest    time.Duration // the interval that Stop or Add ended last; 0 before the first
	Running   bool
}

// Query returns what was measured of all regions of that name on one track, Total apart; a
// negative number means that of the calling goroutine. The result is false if there is none. It takes
// time in proportion to the regions of the track, and disturbs none.
func Query(rank *engine.Rank, name string, track int) (Value, bool) {
	t := rank.TrackAt(track)
	if t == nil {
		return Value{}, false
	}
	calibration := rank.Calibration.Extend(clock.Take())
	tree, latestCount := t.Whole(), uint64(0)
	var v Value
	found := false
	gifts := tree.Given.All(table.FirstCall)
	tree.Each(func(n int, r table.Record, c table.Cold, ok bool) {
		if !ok || !tree.IsRegion(n, &r, &c) || tree.Name(&c) != name {
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
		if below(tree, c.Parent, name) {
			v.Recursion += calls // in another environment; its time is part of the outer call
			return
		}
		v.Recursion += c.Recursion
		v.Total += time.Duration(calibration.Nanos(ticks)) + time.Duration(gifts[n].Total)
		if ticks, count := latestOf(t, n); count > latestCount {
			latestCount = count
			if v.Latest = time.Duration(ticks &^ given); ticks&given == 0 {
				v.Latest = time.Duration(calibration.Nanos(ticks))
			}
		}
	})
	return v, found
}

// below reports whether a node, or one above it, is a region of that name.
func below(t *engine.Track, node uint32, name string) bool {
	for node != 0 {
		parent, is := t.Identity(node)
		if r, c, _ := t.Read(int(node)); is == name && t.IsRegion(int(node), &r, &c) {
			return true
		}
		node = parent
	}
	return false
}

// Names lists the names of the regions that were started on a track, Total apart, each once, in the order of their
// first start; a negative number means the track of the calling goroutine. It is nil if there is no such track.
func Names(rank *engine.Rank, track int) []string {
	t := rank.TrackAt(track).Whole()
	if t == nil {
		return nil
	}
	names := []string{}
	seen := make(map[string]bool)
	t.Each(func(n int, r table.Record, c table.Cold, _ bool) {
		if !t.IsRegion(n, &r, &c) {
			return
		}
		if name := t.Name(&c); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	})
	return names
}
