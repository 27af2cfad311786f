package engine

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// Process is the directory that the package's functions look in: nil while there are no timers or
// all are disabled, that of the timers when there is one rank in the process, and the router's when
// there are several.
var Process atomic.Pointer[directory]

// all is the engines of the package's functions.
var all struct {
	sync.Mutex
	ranks  []*Rank
	router router
}

// several says that ranks live in this process; it stays until the last has gone.
var several atomic.Bool

// sole is the only rank, nil where there are several or none.
var sole atomic.Pointer[Rank]

// router is a directory for several ranks in one process: it finds the rank of a goroutine that it
// does not know by the goroutine that created it.
type router struct {
	directory
	owners map[uint64]*Rank // goroutines whose rank is known
	ranks  []*Rank
}

// maxOwners bounds the memory for goroutines that were seen once.
const maxOwners = 1 << 16

// publish makes the package's functions see the timers as they are now. The caller holds all.Mutex.
func publish() {
	sole.Store(nil)
	if len(all.ranks) == 1 && !several.Load() {
		sole.Store(all.ranks[0])
	}
	enabled := 0
	for _, rank := range all.ranks {
		if !rank.off.Load() {
			enabled++
		}
	}
	switch {
	case enabled == 0:
		Process.Store(nil)
	case !several.Load():
		Process.Store(&all.ranks[0].Directory)
	default:
		Process.Store(&all.router.directory)
	}
	if Bridge.OnPublish != nil {
		Bridge.OnPublish(enabled > 0)
	}
}

// Register makes rank one of the timers of the package's functions.
func Register(rank *Rank) {
	all.Lock()
	defer all.Unlock()
	r := &all.router
	r.mu.Lock()
	if r.owners == nil {
		r.owners = make(map[uint64]*Rank)
		r.directory.main = &Track{id: goroutine.None}
		r.miss = r.route
	}
	r.owners[rank.Main.id] = rank
	r.ranks = append(r.ranks, rank)
	several.Store(several.Load() || len(all.ranks) > 0) // from here on who borrows a track says so
	if len(all.ranks) == 1 {
		// So far there was no question whose a goroutine is, and nobody has noted it.
		first := all.ranks[0]
		first.each(func(t *Track) { r.own(t.id, first) })
	}
	r.forget()
	r.mu.Unlock()
	all.ranks = append(all.ranks, rank)
	publish()
}

// Initialized is the engine that the calling rank has, if one for these environments would be its second:
// the same goroutine, or the same environments, or nothing that says that another rank of this process is meant.
func Initialized(envs *machenv.Registry, another bool) *Rank {
	goroutine.Prepare()
	all.Lock()
	defer all.Unlock()
	id := goroutine.ID()
	for _, rank := range all.ranks {
		if rank.Main.id == id || envs != nil && envs == rank.Registry {
			return rank
		}
	}
	if another {
		return nil
	}
	return ofCaller()
}

// Unregister takes rank from the package's functions.
func Unregister(rank *Rank) {
	all.Lock()
	defer all.Unlock()
	all.ranks = slices.DeleteFunc(slices.Clone(all.ranks), func(other *Rank) bool { return other == rank })
	several.Store(several.Load() && len(all.ranks) > 0)
	r := &all.router
	r.mu.Lock()
	maps.DeleteFunc(r.owners, func(_ uint64, owner *Rank) bool { return owner == rank })
	r.ranks = slices.DeleteFunc(r.ranks, func(other *Rank) bool { return other == rank })
	r.forget()
	r.mu.Unlock()
	publish()
}

// forget empties the router's table; goroutines are routed anew. The caller holds mu.
func (r *router) forget() {
	r.table.Store(nil)
	r.used = 0
	for i := range r.recent {
		r.recent[i].Store(nil)
	}
}

// route finds the track of a goroutine, one that times nothing when its rank cannot be known. The
// caller holds mu.
func (r *router) route(slot uintptr, id uint64) *Track {
	rank := r.owners[id]
	if rank == nil {
		if rank = r.ownerOf(goroutine.Parent()); rank == nil {
			t := &Track{id: id, ownership: ownership{Slot: slot}}
			t.Init(nil, 0, 1)
			t.special.Or(specialClosed)
			r.put(slot, t)
			return t
		}
		r.own(id, rank)
	}
	t := rank.trackOfCaller(slot, id)
	r.put(slot, t)
	return t
}

// ownerOf is whose goroutine it is that has this number, nil when nobody knows. A goroutine that got its
// track while the process had one rank, or just before the second one came, is known to its timers only.
// The caller holds mu.
func (r *router) ownerOf(id uint64) *Rank {
	if rank := r.owners[id]; rank != nil || id == 0 {
		return rank
	}
	for _, rank := range r.ranks {
		own := false
		rank.each(func(t *Track) { own = own || t.id == id })
		if own {
			r.own(id, rank)
			return rank
		}
	}
	return nil
}

func (rank *Rank) trackOfCaller(slot uintptr, id uint64) *Track {
	if rank.Main.id == id {
		return rank.Main
	}
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	return rank.adopt(slot, id)
}

// own remembers whose goroutine it is that has this number. The caller holds mu.
func (r *router) own(id uint64, rank *Rank) {
	if len(r.owners) >= maxOwners {
		r.forgetEnded()
	}
	if len(r.owners) < maxOwners {
		r.owners[id] = rank
	}
}

// forgetEnded forgets the goroutines whose descriptor belongs to another one now, and which have
// therefore ended. The caller holds mu.
func (r *router) forgetEnded() {
	last := make(map[uint64]bool)
	seen := make(map[*Rank]bool)
	for _, rank := range r.owners {
		if !seen[rank] {
			seen[rank] = true
			rank.each(func(t *Track) { last[t.id] = true })
		}
	}
	maps.DeleteFunc(r.owners, func(id uint64, _ *Rank) bool { return !last[id] })
}

// claim tells the router that the calling goroutine, with track t, belongs to rank; disclaim that it
// does no longer.
func (rank *Rank) claim(t *Track) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.owners != nil {
		r.own(t.id, rank)
		r.put(t.Slot, t)
	}
}

func disclaim(id uint64) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.owners, id)
}

// Current is the engine of the calling goroutine's rank, nil when there is none.
func Current() *Rank {
	if rank := sole.Load(); rank != nil {
		return rank
	}
	return current()
}

// current is for several ranks, or none. Whose a goroutine is that has timed something needs no lock.
func current() *Rank {
	if several.Load() {
		if t := all.router.directory.own(); t != nil && t.rank != nil {
			return t.rank
		}
	}
	all.Lock()
	defer all.Unlock()
	return ofCaller()
}

// Ranks are those of the package's functions.
func Ranks() []*Rank {
	all.Lock()
	defer all.Unlock()
	return slices.Clone(all.ranks)
}

// ofCaller is current for the holder of all.Mutex.
func ofCaller() *Rank {
	switch {
	case len(all.ranks) == 0:
		return nil
	case !several.Load():
		return all.ranks[0]
	}
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if rank := r.owners[goroutine.ID()]; rank != nil {
		return rank
	}
	return r.ownerOf(goroutine.Parent())
}

// Left says what engines have in the process. It is for tests.
func Left() string {
	all.Lock()
	defer all.Unlock()
	clockMu.Lock()
	defer clockMu.Unlock()
	all.router.mu.Lock() // a goroutine of the test may only now be coming out of a place
	defer all.router.mu.Unlock()
	return fmt.Sprintf("directory %v, several %v, %d engines, %d users of the clock, %d owners of %d",
		Process.Load() != nil, several.Load(), len(all.ranks), clockUsers, len(all.router.owners), maxOwners)
}
