package engine

import (
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// A track belongs to one goroutine after the other: as with the threads of an OpenMP program, a new
// goroutine gets the smallest number that is free. So there are as many tracks as goroutines were timed
// at one time, and their numbers say as little about who ran when as those of threads. Only track 0 stays
// with the goroutine that initialised, also when that has ended: Total runs on it.

// adopt is the directory's miss: it finds the track of a goroutine that the table does not lead to.
// The caller holds the directory's lock.
func (rank *Rank) adopt(slot uintptr, id uint64) *Track {
	t := rank.Directory.get(slot)
	if t != nil && t.Slot == slot && t.id == id {
		return t
	}
	t = rank.give(t, slot, id)
	s := rank.total
	if f := Bridge.Inherited; f != nil {
		if above := f().at; above != nil && above.rank == rank {
			s = above
		}
	}
	t.place(s)
	return t
}

// give gives a goroutine the first track that is free, or a new one. Before is what the table leads to.
// The caller holds the directory's lock.
func (rank *Rank) give(before *Track, slot uintptr, id uint64) *Track {
	t := rank.numbered()
	if t == nil {
		t = rank.vacant()
	}
	switch {
	case t != nil:
		rank.take(t)
	case len(rank.tracks) >= MaxTracks && before != nil && before.shared != nil && before.Slot == slot:
		t = before // of a goroutine beyond the limit that has ended
		rank.take(t)
	default:
		t = rank.newTrack(slot, id)
	}
	rank.hand(t, slot, id)
	return t
}

// hand makes a track that of a goroutine.
func (rank *Rank) hand(t *Track, slot uintptr, id uint64) {
	t.id, t.Slot, t.misses = id, slot, patience
	rank.Directory.put(slot, t)
	if rank.follower != nil {
		rank.follow(t)
	}
}

// numbered returns the track with the calling thread's own number, nil if it has none or that track is in use.
func (rank *Rank) numbered() *Track {
	if Bridge.NumberOf == nil {
		return nil
	}
	n := Bridge.NumberOf()
	if n <= 0 || n >= MaxTracks {
		return nil
	}
	for len(rank.tracks) <= n {
		rank.vacate(rank.newTrack(0, goroutine.None))
	}
	if t := rank.tracks[n]; t.isVacant() {
		return t
	}
	return nil
}

// isVacant reports whether no goroutine has the track, or the one that had it has ended.
func (t *Track) isVacant() bool {
	return t.id == goroutine.None && !t.gathers || t.id != goroutine.None && goroutine.Ended(t.Slot, t.id)
}

// lookEvery is how many tracks are looked at for a goroutine, on the average, when none is free.
const lookEvery = 256

// vacant returns the track with the smallest number that is free, nil if there is none. When all were
// in use it looks again only after some further goroutines, so that many that run at one time do not
// look at all tracks each. The caller holds the directory's lock.
func (rank *Rank) vacant() *Track {
	if len(rank.free) == 0 && rank.rest > 0 {
		rank.rest--
		return nil
	}
	if len(rank.free) == 0 && !goroutine.Fast() {
		rank.census()
	}
	for _, t := range rank.tracks[1:] {
		if t.isVacant() {
			return t
		}
	}
	rank.rest = len(rank.tracks) / lookEvery
	if !goroutine.Fast() {
		rank.rest = len(rank.tracks) // a census is dear
	}
	return nil
}

// census takes their tracks from all goroutines that have ended, for where descriptors do not tell.
func (rank *Rank) census() {
	ended := goroutine.Census()
	for _, t := range rank.tracks[1:] {
		if t.id != goroutine.None && ended(t.Slot, t.id) {
			rank.take(t)
			rank.vacate(t)
		}
	}
}

// take takes a track from its goroutine, which has ended or given it back. What that has left open has
// no end. The caller holds the directory's lock.
func (rank *Rank) take(t *Track) {
	if t.id == goroutine.None && t.shared == nil {
		rank.free.remove(t.number)
	}
	t.acquire()
	t.abandon()
	if t.Slot != 0 && rank.Directory.get(t.Slot) == t { // otherwise the slot is another's by now
		rank.unfollow(t)
	}
}

// abandon forgets the open regions of a goroutine that has ended.
func (t *Track) abandon() {
	t.disown()
	t.Skipped, t.tooMany = 0, nil
	if b := t.byName.Load(); b != nil {
		b.Beyond = 0
	}
	if t.shared != nil {
		t.abandonShared()
	}
	for t.Depth > 0 {
		n := t.NodeAt(t.Depth)
		t.warnOf(WarnAbandoned, n, t.PlaceOf(n))
		t.drop()
	}
	t.attached = nil
	t.release()
}

// borrow returns a track for the calling goroutine, which has none, until giveBack: the first of those that were
// given back, if there is one, without a look at the others.
func (rank *Rank) borrow() *Track {
	id, slot := goroutine.ID(), goroutine.Slot()
	d := &rank.Directory
	d.mu.Lock()
	var t *Track
	if len(rank.free) > 0 {
		t = rank.tracks[rank.free[len(rank.free)-1]]
		rank.free.remove(t.number)
		t.acquire()
		rank.hand(t, slot, id)
	} else {
		t = rank.give(d.get(slot), slot, id)
	}
	d.mu.Unlock()
	if several.Load() {
		rank.claim(t)
	}
	return t
}

// giveBack makes a track free for the next goroutine. What its goroutine left open has no end.
func (rank *Rank) giveBack(t *Track) {
	if several.Load() {
		disclaim(t.id)
	}
	rank.Directory.mu.Lock()
	t.abandon()
	if t.shared != nil { // beyond the limit: it stays where its slot leads, for the next goroutine there
		t.id = goroutine.None
	} else {
		if rank.follower != nil {
			rank.unfollow(t)
		}
		rank.vacate(t)
	}
	rank.Directory.mu.Unlock()
}

// vacate notes that no goroutine has the track.
func (rank *Rank) vacate(t *Track) {
	t.id, t.Slot = goroutine.None, 0
	rank.free.add(t.number)
}

// numbers is a set, from the largest to the smallest, which is taken first.
type numbers []int

func (s numbers) find(n int) int {
	at, _ := slices.BinarySearchFunc(s, n, func(other, n int) int { return n - other })
	return at
}

func (s *numbers) add(n int) { *s = slices.Insert(*s, s.find(n), n) }

func (s *numbers) remove(n int) { at := s.find(n); *s = slices.Delete(*s, at, at+1) }

// TakeMain makes the calling goroutine, which finalizes, the main one if that has ended: what runs on
// its track, Total among it, ends now.
func (rank *Rank) TakeMain() {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	t := rank.Main
	id, slot := goroutine.ID(), goroutine.Slot()
	if t.id == id || !rank.mainEnded() {
		return
	}
	t.acquire()
	if t.watcher != nil {
		t.watcher.Abandon() // its thread is gone
	}
	rank.unfollow(t)
	t.id, t.Slot = id, slot
}

// mainEnded reports whether the goroutine that initialised has ended.
func (rank *Rank) mainEnded() bool {
	if goroutine.Fast() {
		return goroutine.Ended(rank.Main.Slot, rank.Main.id)
	}
	return goroutine.Census()(rank.Main.Slot, rank.Main.id)
}
