package engine

import (
	"path"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file is waits for other ranks that are no regions: they are noted where all waits of the rank are known, so that
// what is no wait is work.

// Which waits are noted, in Rank.noting.
const (
	noteRounds = 1 << iota // those of the timers themselves
	noteCalls              // those in communicators of this module
)

// NoteWaits makes waits in communicators be noted, since the rank communicates through them alone.
func (rank *Rank) NoteWaits() {
	if rank.follower == nil { // which sees the calls below them
		rank.noting.Or(noteRounds | noteCalls)
		machenv.OnWait(beginWait)
	}
}

// beginWait implements machenv.BeginWait.
func beginWait() machenv.Waiter {
	if d := Process.Load(); d != nil {
		if t := d.own(); t.notes(noteCalls) {
			t.beginWait()
			return t
		}
	}
	return nil
}

// notes reports whether waits of a kind are noted of a track, which may be nil.
func (t *Track) notes(kind uint32) bool {
	return t != nil && t.rank != nil && t.rank.noting.Load()&kind != 0 && t.shared == nil && !t.rank.Closed.Load()
}

// beginWait begins a wait in the current region. One in another is a part of it.
func (t *Track) beginWait() {
	if t.waiting++; t.waiting == 1 {
		t.BeginWait(t.Current, clock.Now())
	}
}

// EndWait ends it.
func (t *Track) EndWait() {
	if t.waiting--; t.waiting == 0 && !t.rank.Closed.Load() {
		t.Table.EndWait(clock.Now())
	}
}

// MarkCommunication makes regions communication whose name matches one of these patterns, as of path.Match, when they are first
// started from here on.
func (rank *Rank) MarkCommunication(patterns []string) { rank.communicates = patterns }

// marks reports whether what is started is communication: the handle says so, or a pattern.
func (t *Track) marks(what target) bool {
	if what.region != nil && what.region.is.Communicates {
		return true
	}
	for _, p := range t.rank.communicates {
		if is, _ := path.Match(p, t.prefix+what.name); is {
			return true
		}
		if is, _ := path.Match(p, what.name); is {
			return true
		}
	}
	return false
}

// markNode makes a node communication if what starts it is.
func (t *Track) markNode(c *table.Cold, what target) {
	if c.Level&table.Communicates == 0 && t.marks(what) {
		c.Level |= table.Communicates
		t.rank.noting.Or(noteRounds)
	}
}
