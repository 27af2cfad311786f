package engine

import (
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// directory finds the track of the running goroutine without a lock. The goroutine of the main
// program is compared first; others are found by their descriptor in a hash table.
type directory struct {
	main  *Track // never nil once the directory is in use; of the goroutine that initialised
	table atomic.Pointer[slots]

	// recent is what was found last, by the goroutines' numbers.
	recent [recentTracks]atomic.Pointer[Track]

	mu   sync.Mutex // held to change table, and by miss
	used int
	miss func(slot uintptr, id uint64) *Track // makes or adopts a track; nil: the goroutine is not timed
}

// recentTracks is how many goroutines other than the main one are found without a look into the
// table, if their numbers are consecutive.
const recentTracks = 64

// slots is a hash table with open addressing from descriptors to tracks. A place is written once.
type slots struct {
	places []place
}

type place struct {
	slot  atomic.Uintptr
	track atomic.Pointer[Track]
}

// Track is the one of the running goroutine, nil when it is not to be timed. It looks at the numbers
// of tracks that may be changing hands, which the race detector need not see: whatever it finds there
// is not the number of the running goroutine, unless the track is its own.
//
//go:norace
func (d *directory) Track() *Track {
	id := goroutine.Quick()
	if t := d.main; t.id == id {
		return t
	}
	if t := d.recent[id%recentTracks].Load(); t != nil && t.id == id {
		return t
	}
	return d.other()
}

// own is Track for a goroutine that may have none: nil then.
//
//go:norace
func (d *directory) own() *Track {
	id := goroutine.Quick()
	if t := d.main; t.id == id {
		return t
	}
	if t := d.recent[id%recentTracks].Load(); t != nil && t.id == id {
		return t
	}
	t, _, _ := d.look()
	return t
}

// patience is how often a goroutine that is not found in recent leaves it to another one whose number has the same
// place: two that run at one time would take it from each other at each start and stop.
const patience = 64

//go:norace
func (d *directory) other() *Track {
	t, slot, id := d.look()
	if t != nil {
		if t.misses++; t.misses > patience {
			t.misses = 0
			d.recent[id%recentTracks].Store(t)
		}
		return t
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.miss(slot, id)
}

// look finds the track of the running goroutine in the table.
//
//go:norace
func (d *directory) look() (t *Track, slot uintptr, id uint64) {
	id, slot = goroutine.Quick(), goroutine.Slot()
	if !goroutine.Fast() {
		id = goroutine.ID()
	}
	if table := d.table.Load(); table != nil {
		if t = table.find(slot); t != nil && t.id != id {
			t = nil
		}
	}
	return t, slot, id
}

func (s *slots) at(slot uintptr) int {
	return int(uint64(slot)*edges.Spread>>40) & (len(s.places) - 1)
}

// find returns the track that was entered for a descriptor last; it may be of an earlier goroutine.
func (s *slots) find(slot uintptr) *Track {
	for at := s.at(slot); ; at = (at + 1) & (len(s.places) - 1) {
		switch s.places[at].slot.Load() {
		case slot:
			return s.places[at].track.Load()
		case 0:
			return nil
		}
	}
}

// get is find for the holder of mu.
func (d *directory) get(slot uintptr) *Track {
	if table := d.table.Load(); table != nil {
		return table.find(slot)
	}
	return nil
}

// put enters a track for a descriptor. The caller holds mu.
func (d *directory) put(slot uintptr, t *Track) {
	table := d.table.Load()
	if table == nil || 2*(d.used+1) > len(table.places) {
		table = d.grow(table)
	}
	if table.put(slot, t) {
		d.used++
	}
}

func (s *slots) put(slot uintptr, t *Track) (added bool) {
	for at := s.at(slot); ; at = (at + 1) & (len(s.places) - 1) {
		p := &s.places[at]
		switch p.slot.Load() {
		case slot:
			if p.track.Load() != t {
				p.track.Store(t)
			}
			return false
		case 0:
			p.track.Store(t) // first, so that whoever sees the slot finds a track
			p.slot.Store(slot)
			return true
		}
	}
}

// grow replaces the table by one of twice the size. Readers of the old one find nothing wrong in it.
func (d *directory) grow(old *slots) *slots {
	size := 64
	if old != nil {
		size = 2 * len(old.places)
	}
	table := &slots{make([]place, size)}
	if old != nil {
		for i := range old.places {
			if slot := old.places[i].slot.Load(); slot != 0 {
				table.put(slot, old.places[i].track.Load())
			}
		}
	}
	d.table.Store(table)
	return table
}
