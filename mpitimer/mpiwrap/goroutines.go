//go:build mpi && cgo

package mpiwrap

// #include "api.h"
import "C"

import (
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/mpiwrap/internal/thread"
)

// goroutines reports whether C can tell which goroutine makes a call.
var goroutines bool

// offsets are where a thread's descriptor leads to its record, and where that has the goroutine.
type offsets struct{ m, curg C.uint32_t }

// witnesses is how many goroutines, on whatever threads, must agree on the offsets.
const witnesses = 4

// findGoroutines makes calls be told apart by goroutine, where that can be found out.
func findGoroutines() {
	goroutine.Prepare()
	if !goroutine.Fast() || thread.Current() == 0 {
		return
	}
	votes := make(map[offsets]int)
	for range witnesses {
		done := make(chan []offsets)
		go func() { done <- candidates() }()
		for _, c := range <-done {
			votes[c]++
		}
	}
	if found, ok := thread.Elected(votes, witnesses); ok {
		C.gohpc_mpiwrap_found(C.uintptr_t(thread.Current()), found.m, found.curg)
		goroutines = true
	}
}

// candidates looks at the running goroutine.
func candidates() []offsets {
	var found C.struct_gohpc_mpiwrap_candidates
	C.gohpc_mpiwrap_probe(C.uintptr_t(thread.Current()), C.uintptr_t(goroutine.Slot()), &found)
	var list []offsets
	for i := range int(found.count) {
		list = append(list, offsets{found.m[i], found.curg[i]})
	}
	return list
}
