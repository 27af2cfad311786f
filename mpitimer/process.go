package mpitimer

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// process is the directory that the package's functions look in: nil while there are no timers or
// all are disabled, that of the timers when there is one rank in the process, and the router's when
// there are several.
var process atomic.Pointer[directory]

// all is the timers that Initialize has made.
var all struct {
	sync.Mutex
	timers  []*Timers
	several bool // ranks live in this process; stays until the last has gone
	router  router
	watcher watcher
}

// router is a directory for several ranks in one process: it finds the rank of a goroutine that it
// does not know by the goroutine that created it.
type router struct {
	directory
	owners map[uint64]*Timers // goroutines whose rank is known
	ranks  []*Timers
}

// maxOwners bounds the memory for goroutines that were seen once.
const maxOwners = 1 << 16

// publish makes the package's functions see the timers as they are now. The caller holds all.Mutex.
func publish() {
	enabled := 0
	for _, tm := range all.timers {
		if tm.disabledNow() == 0 {
			enabled++
		}
	}
	switch {
	case enabled == 0:
		process.Store(nil)
	case !all.several:
		process.Store(&all.timers[0].directory)
	default:
		process.Store(&all.router.directory)
	}
}

// register makes tm one of the timers of the package's functions.
func register(tm *Timers) {
	all.Lock()
	defer all.Unlock()
	r := &all.router
	r.mu.Lock()
	if r.owners == nil {
		r.owners = make(map[uint64]*Timers)
		r.directory.main = &track{id: goroutine.None}
		r.miss = r.route
	}
	r.owners[tm.main.id] = tm
	r.ranks = append(r.ranks, tm)
	if len(all.timers) == 1 {
		// So far there was no question whose a goroutine is, and nobody has noted it.
		first := all.timers[0]
		first.each(func(t *track) { r.own(t.id, first) })
	}
	r.forget()
	r.mu.Unlock()
	all.timers = append(all.timers, tm)
	all.several = all.several || len(all.timers) > 1
	all.watcher.follow()
	publish()
}

// initialized is the timers that the calling rank has, if an Initialize with these settings would be
// its second one: the same goroutine, or the same environments, or none that say that it is meant
// for another rank of this process.
func initialized(s *settings) *Timers {
	goroutine.Prepare()
	all.Lock()
	defer all.Unlock()
	id := goroutine.ID()
	for _, tm := range all.timers {
		if tm.main.id == id || s.environments != nil && s.environments == tm.envs {
			return tm
		}
	}
	if s.environments != nil || s.comm != nil {
		return nil
	}
	return ofCaller()
}

// unregister takes tm from the package's functions.
func unregister(tm *Timers) {
	all.Lock()
	defer all.Unlock()
	for i, other := range all.timers {
		if other == tm {
			all.timers = append(all.timers[:i:i], all.timers[i+1:]...)
			break
		}
	}
	all.several = all.several && len(all.timers) > 0
	r := &all.router
	r.mu.Lock()
	maps.DeleteFunc(r.owners, func(_ uint64, owner *Timers) bool { return owner == tm })
	r.ranks = slices.DeleteFunc(r.ranks, func(rank *Timers) bool { return rank == tm })
	r.forget()
	r.mu.Unlock()
	all.watcher.follow()
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
func (r *router) route(slot uintptr, id uint64) *track {
	tm := r.owners[id]
	if tm == nil {
		if tm = r.ownerOf(goroutine.Parent()); tm == nil {
			t := &track{id: id, slot: slot}
			t.Init(nil, 0, 1)
			t.special.Or(specialClosed)
			r.put(slot, t)
			return t
		}
		r.own(id, tm)
	}
	t := tm.trackOfCaller(slot, id)
	r.put(slot, t)
	return t
}

// ownerOf is whose goroutine it is that has this number, nil when nobody knows. A goroutine that got its
// track while the process had one rank, or just before the second one came, is known to its timers only.
// The caller holds mu.
func (r *router) ownerOf(id uint64) *Timers {
	if tm := r.owners[id]; tm != nil || id == 0 {
		return tm
	}
	for _, tm := range r.ranks {
		own := false
		tm.each(func(t *track) { own = own || t.id == id })
		if own {
			r.own(id, tm)
			return tm
		}
	}
	return nil
}

func (tm *Timers) trackOfCaller(slot uintptr, id uint64) *track {
	if tm.main.id == id {
		return tm.main
	}
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	return tm.adopt(slot, id)
}

// own remembers whose goroutine it is that has this number. The caller holds mu.
func (r *router) own(id uint64, tm *Timers) {
	if len(r.owners) >= maxOwners {
		r.forgetEnded()
	}
	if len(r.owners) < maxOwners {
		r.owners[id] = tm
	}
}

// forgetEnded forgets the goroutines whose descriptor belongs to another one now, and which have
// therefore ended. The caller holds mu.
func (r *router) forgetEnded() {
	last := make(map[uint64]bool)
	seen := make(map[*Timers]bool)
	for _, tm := range r.owners {
		if !seen[tm] {
			seen[tm] = true
			tm.each(func(t *track) { last[t.id] = true })
		}
	}
	for id := range r.owners {
		if !last[id] {
			delete(r.owners, id)
		}
	}
}

// claim tells the router that the calling goroutine, with track t, belongs to tm; disclaim that it
// does no longer.
func (tm *Timers) claim(t *track) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.owners != nil {
		r.own(t.id, tm)
		r.put(t.slot, t)
	}
}

func (tm *Timers) disclaim(id uint64) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.owners, id)
}

// Default is the timers of the calling goroutine's rank, nil when there are none.
func Default() *Timers {
	all.Lock()
	defer all.Unlock()
	return ofCaller()
}

// ofCaller is Default for the holder of all.Mutex.
func ofCaller() *Timers {
	switch {
	case len(all.timers) == 0:
		return nil
	case !all.several:
		return all.timers[0]
	}
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if tm := r.owners[goroutine.ID()]; tm != nil {
		return tm
	}
	return r.ownerOf(goroutine.Parent())
}

func (tm *Timers) disabledNow() int {
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	return tm.disabled
}
