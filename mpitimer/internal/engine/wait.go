package engine

import (
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

// NoteWaits makes waits in communicators be noted, if the rank communicates through them alone.
func (rank *Rank) NoteWaits(comm machenv.Communicator) {
	if rank.follower == nil && machenv.IsSole(comm) { // a follower sees the calls below them
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

// markNode makes a node communication if what starts it is: the handle says so, or the configuration.
func (t *Track) markNode(c *table.Cold, what target) {
	marked := what.region != nil && what.region.is.Communicates
	if f := t.rank.Communicates; f != nil && !marked {
		marked = f(t.prefix+what.name) || f(what.name)
	}
	if marked {
		c.Level |= table.Communicates
		t.rank.noting.Or(noteRounds)
	}
}
