package engine

import (
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

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

// Whole is the track whose tree has the regions of the track; that of nil is nil.
func (t *Track) Whole() *Track {
	if t != nil && t.shared != nil {
		return t.shared.tree
	}
	return t
}

// IsRegion reports whether a node is that of a region that was started: neither Total nor only the way to
// a place.
func (t *Track) IsRegion(n int, r *table.Record, c *table.Cold) bool {
	return n != 0 && !t.IsTotal(uint32(n)) && (c.Place != 0 || r.Calls != 0 || r.Start != 0 || r.Total != 0)
}

// IsTotal reports whether a node is Total.
func (t *Track) IsTotal(n uint32) bool { return n == 1 && t == t.rank.Main }
