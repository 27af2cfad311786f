//go:build cgo

package capi

// #cgo CFLAGS: -g0
// #include "api.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/whose"
)

// Quick reports whether starts and stops of C programs do without a call of Go where all is as expected: where C can tell
// goroutines apart, and the compiler lays out a Track as C takes it to be.
var Quick = sync.OnceValue(func() bool {
	offsets := engine.Layout()
	list := make([]C.uint64_t, len(offsets))
	for i, at := range offsets {
		list[i] = C.uint64_t(at)
	}
	if C.gohpc_capi_layout(&list[0], C.int(len(offsets))) == 0 || !whose.Known() {
		return false
	}
	C.gohpc_capi_prepare(C.uintptr_t(whose.Word()), C.uintptr_t(goroutine.Place()))
	return true
})

func init() {
	engine.Bridge.OnPublish = func(on bool) {
		if on {
			Quick()
		}
		C.gohpc_capi_switch(cBool(on))
	}
}

func cBool(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// regions are the handles of C programs, by their numbers.
var regions struct {
	sync.RWMutex
	list []*engine.Region
}

// bound keeps tracks that C may look at once more, when the timers that they belong to are gone: it finds there that
// they are.
var bound sync.Map

// textOf is a name, which stays.
func textOf(n *C.struct_gohpc_capi_name) string {
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(n), unsafe.Sizeof(*n))), int(n.length))
}

// gohpc_capi_call is a start or a stop that C has left to Go, and tells C what it needs for the next. Before, found has
// the track that C knows.
//
//export gohpc_capi_call
func gohpc_capi_call(what C.int, name, environment *C.struct_gohpc_capi_name, region C.uint64_t, found *C.struct_gohpc_capi_bound) {
	// As numbers: Go would not let C keep its pointers. What they lead to is kept alive by bound.
	track := (*uintptr)(unsafe.Pointer(&found.track))
	before := *track
	*track = 0
	d := engine.Process.Load()
	if d == nil {
		return
	}
	switch what {
	case C.CAPI_START:
		d.Start(textOf(name))
	case C.CAPI_START_IN:
		d.StartInEnvironment(textOf(name), textOf(environment))
	case C.CAPI_STOP:
		d.Stop(textOf(name))
	case C.CAPI_NEXT:
		d.Next(textOf(name))
	case C.CAPI_REGION:
		regions.RLock()
		r := regions.list[region]
		regions.RUnlock()
		d.StartRegion(r)
	}
	t := d.Track()
	if t == nil || t.Shared() || clock.InUse() == clock.Simulated || !Quick() {
		return
	}
	if what == C.CAPI_BIND && name == nil {
		t.RoomFor(t.Current) // so that its first stop needs no call of Go
	}
	if *track = uintptr(unsafe.Pointer(t)); *track != before {
		bound.Store(t, nil)
	}
	found.slot, found.number = C.uintptr_t(goroutine.Slot()), C.uint64_t(goroutine.ID())
	found.clock = C.uint32_t(clock.InUse())
	*(*uintptr)(unsafe.Pointer(&found.changes)) = uintptr(t.Changes())
	if name != nil && (what == C.CAPI_STOP || what == C.CAPI_BIND) {
		node, nodes, count := t.Absent(textOf(name))
		found.node, found.nodes = C.uint32_t(node), C.uint32_t(nodes)
		*(*uintptr)(unsafe.Pointer(&found.count)) = uintptr(count) // kept alive by the rank's warnings
	}
}

// gohpc_capi_further warns of a start by a name beyond those that C keeps.
//
//export gohpc_capi_further
func gohpc_capi_further() {
	if rank := engine.Current(); rank != nil {
		rank.KeepWarning(engine.WarnFurther, engine.FurtherName, 0)
	}
}

// gohpc_capi_ended takes the track of a thread that ends.
//
//export gohpc_capi_ended
func gohpc_capi_ended(slot C.uintptr_t, number C.uint64_t) {
	engine.ThreadEnded(uintptr(slot), uint64(number))
}

//export gohpc_capi_define
func gohpc_capi_define(name, environment, hint *C.struct_gohpc_capi_name, level, sample, communicates C.int, key *C.uint64_t, gate *C.int32_t) C.uint64_t {
	var options []mpitimer.RegionOption
	if environment != nil {
		options = append(options, mpitimer.InEnvironment(textOf(environment)))
	}
	if hint != nil {
		options = append(options, mpitimer.Hint(textOf(hint)))
	}
	if level != 0 {
		options = append(options, mpitimer.Level(int(level)))
	}
	if sample != 0 && sample != 1 {
		options = append(options, mpitimer.SampleEvery(int(sample)))
	}
	if communicates != 0 {
		options = append(options, mpitimer.Communicates())
	}
	r := (*engine.Region)(mpitimer.Define(textOf(name), options...))
	k, g := r.Key()
	*key, *gate = C.uint64_t(k), C.int32_t(g)
	regions.Lock()
	defer regions.Unlock()
	regions.list = append(regions.list, r)
	return C.uint64_t(len(regions.list) - 1)
}
