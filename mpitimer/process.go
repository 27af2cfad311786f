package mpitimer

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// process is the directory that the package's functions look in: nil while there are no timers or
// all are disabled, that of the timers when there is one rank in the process, and the router's when
// there are several.
var process atomic.Pointer[directory]

// all is the engines of the package's functions.
var all struct {
	sync.Mutex
	ranks   []*engine
	several bool // ranks live in this process; stays until the last has gone
	router  router
}

// router is a directory for several ranks in one process: it finds the rank of a goroutine that it
// does not know by the goroutine that created it.
type router struct {
	directory
	owners map[uint64]*engine // goroutines whose rank is known
	ranks  []*engine
}

// maxOwners bounds the memory for goroutines that were seen once.
const maxOwners = 1 << 16

// publish makes the package's functions see the timers as they are now. The caller holds all.Mutex.
func publish() {
	enabled := 0
	for _, rank := range all.ranks {
		if rank.disabledNow() == 0 {
			enabled++
		}
	}
	switch {
	case enabled == 0:
		process.Store(nil)
	case !all.several:
		process.Store(&all.ranks[0].directory)
	default:
		process.Store(&all.router.directory)
	}
}

// register makes rank one of the timers of the package's functions.
func register(rank *engine) {
	all.Lock()
	defer all.Unlock()
	r := &all.router
	r.mu.Lock()
	if r.owners == nil {
		r.owners = make(map[uint64]*engine)
		r.directory.main = &track{hot: hot{id: goroutine.None}}
		r.miss = r.route
	}
	r.owners[rank.main.id] = rank
	r.ranks = append(r.ranks, rank)
	if len(all.ranks) == 1 {
		// So far there was no question whose a goroutine is, and nobody has noted it.
		first := all.ranks[0]
		first.each(func(t *track) { r.own(t.id, first) })
	}
	r.forget()
	r.mu.Unlock()
	all.ranks = append(all.ranks, rank)
	all.several = all.several || len(all.ranks) > 1
	publish()
}

// initialized is the engine that the calling rank has, if one for these environments would be its second:
// the same goroutine, or the same environments, or nothing that says that another rank of this process is meant.
func initialized(envs *machenv.Registry, another bool) *engine {
	goroutine.Prepare()
	all.Lock()
	defer all.Unlock()
	id := goroutine.ID()
	for _, rank := range all.ranks {
		if rank.main.id == id || envs != nil && envs == rank.envs {
			return rank
		}
	}
	if another {
		return nil
	}
	return ofCaller()
}

// unregister takes rank from the package's functions.
func unregister(rank *engine) {
	all.Lock()
	defer all.Unlock()
	for i, other := range all.ranks {
		if other == rank {
			all.ranks = append(all.ranks[:i:i], all.ranks[i+1:]...)
			break
		}
	}
	all.several = all.several && len(all.ranks) > 0
	r := &all.router
	r.mu.Lock()
	maps.DeleteFunc(r.owners, func(_ uint64, owner *engine) bool { return owner == rank })
	r.ranks = slices.DeleteFunc(r.ranks, func(rank *engine) bool { return rank == rank })
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
func (r *router) route(slot uintptr, id uint64) *track {
	rank := r.owners[id]
	if rank == nil {
		if rank = r.ownerOf(goroutine.Parent()); rank == nil {
			t := &track{hot: hot{id: id}, seat: seat{slot: slot}}
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
func (r *router) ownerOf(id uint64) *engine {
	if rank := r.owners[id]; rank != nil || id == 0 {
		return rank
	}
	for _, rank := range r.ranks {
		own := false
		rank.each(func(t *track) { own = own || t.id == id })
		if own {
			r.own(id, rank)
			return rank
		}
	}
	return nil
}

func (rank *engine) trackOfCaller(slot uintptr, id uint64) *track {
	if rank.main.id == id {
		return rank.main
	}
	rank.directory.mu.Lock()
	defer rank.directory.mu.Unlock()
	return rank.adopt(slot, id)
}

// own remembers whose goroutine it is that has this number. The caller holds mu.
func (r *router) own(id uint64, rank *engine) {
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
	seen := make(map[*engine]bool)
	for _, rank := range r.owners {
		if !seen[rank] {
			seen[rank] = true
			rank.each(func(t *track) { last[t.id] = true })
		}
	}
	for id := range r.owners {
		if !last[id] {
			delete(r.owners, id)
		}
	}
}

// claim tells the router that the calling goroutine, with track t, belongs to rank; disclaim that it
// does no longer.
func (rank *engine) claim(t *track) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.owners != nil {
		r.own(t.id, rank)
		r.put(t.slot, t)
	}
}

func (rank *engine) disclaim(id uint64) {
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.owners, id)
}

// current is the engine of the calling goroutine's rank, nil when there is none.
func current() *engine {
	all.Lock()
	defer all.Unlock()
	return ofCaller()
}

// enginesNow are those of the package's functions.
func enginesNow() []*engine {
	all.Lock()
	defer all.Unlock()
	return slices.Clone(all.ranks)
}

// ofCaller is current for the holder of all.Mutex.
func ofCaller() *engine {
	switch {
	case len(all.ranks) == 0:
		return nil
	case !all.several:
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

func (rank *engine) disabledNow() int {
	rank.directory.mu.Lock()
	defer rank.directory.mu.Unlock()
	return rank.disabled
}
