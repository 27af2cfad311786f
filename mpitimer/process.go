package mpitimer

import (
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
	timers []*Timers
	router router
}

// router is a directory for several ranks in one process: it finds the rank of a goroutine that it
// does not know by the goroutine that created it.
type router struct {
	directory
	owners map[uint64]*Timers // goroutines whose rank is known
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
	case len(all.timers) == 1:
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
		r.directory.main = &track{} // no goroutine has the number 0
		r.miss = r.route
	}
	r.owners[tm.main.id] = tm
	r.forget()
	r.mu.Unlock()
	all.timers = append(all.timers, tm)
	publish()
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
	r := &all.router
	r.mu.Lock()
	for id, owner := range r.owners {
		if owner == tm {
			delete(r.owners, id)
		}
	}
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
	tm := r.owners[id]
	if tm == nil {
		if tm = r.owners[goroutine.Parent()]; tm == nil {
			t := &track{id: id, slot: slot}
			t.Init(1)
			t.special.Or(specialClosed)
			r.put(slot, t)
			return t
		}
		if len(r.owners) < maxOwners {
			r.owners[id] = tm
		}
	}
	t := tm.trackOfCaller(slot, id)
	r.put(slot, t)
	return t
}

func (tm *Timers) trackOfCaller(slot uintptr, id uint64) *track {
	if tm.main.id == id {
		return tm.main
	}
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	return tm.adopt(slot, id)
}

// adoptGoroutine tells the router that the calling goroutine belongs to tm.
func (tm *Timers) adoptGoroutine() {
	all.Lock()
	defer all.Unlock()
	if len(all.timers) < 2 {
		return
	}
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.owners) < maxOwners {
		r.owners[goroutine.ID()] = tm
	}
}

// Default is the timers of the calling goroutine's rank, nil when there are none.
func Default() *Timers {
	all.Lock()
	defer all.Unlock()
	switch len(all.timers) {
	case 0:
		return nil
	case 1:
		return all.timers[0]
	}
	r := &all.router
	r.mu.Lock()
	defer r.mu.Unlock()
	if tm := r.owners[goroutine.ID()]; tm != nil {
		return tm
	}
	return r.owners[goroutine.Parent()]
}

func (tm *Timers) disabledNow() int {
	tm.directory.mu.Lock()
	defer tm.directory.mu.Unlock()
	return tm.disabled
}
