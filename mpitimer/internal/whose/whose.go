//go:build cgo

// Package whose tells C which goroutine makes a call.
//
// While a goroutine is in C its thread runs on the thread's own descriptor g0, which leads to the runtime's record m
// of the thread, which says which goroutine is current (m.curg). Where these stand is found at run time, by looking
// where several goroutines have them.
package whose

// #cgo CFLAGS: -g0
// #include "whose.h"
import "C"

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/thread"
)

// Word is the address of a C function,
//
//	const volatile uintptr_t *word(void);
//
// whose result is where the calling thread has the slot (goroutine.Slot) of the goroutine that is in C. It stays there as
// long as the thread lives. The result is NULL in a thread that is not Go's and has not called Go yet, and everywhere
// until Known says true.
func Word() uintptr { return uintptr(C.gohpc_whose_word_address()) }

// witnesses is how many goroutines, on whatever threads, must agree.
const witnesses = 4

// Known finds out, once, whether C can tell.
var Known = sync.OnceValue(func() bool {
	goroutine.Prepare()
	if !goroutine.Fast() || thread.Current() == 0 {
		return false
	}
	votes := make(map[offsets]int)
	for range witnesses {
		done := make(chan []offsets)
		go func() { done <- candidates() }()
		for _, c := range <-done {
			votes[c]++
		}
	}
	found, ok := thread.Elected(votes, witnesses)
	if ok {
		C.gohpc_whose_found(C.uintptr_t(thread.Current()), found.m, found.curg)
	}
	return ok
})

// offsets are where a thread's descriptor leads to its record, and where that has the goroutine.
type offsets struct{ m, curg C.uint32_t }

// candidates looks at the running goroutine.
func candidates() []offsets {
	var found C.struct_gohpc_whose_candidates
	C.gohpc_whose_probe(C.uintptr_t(thread.Current()), C.uintptr_t(goroutine.Slot()), &found)
	var list []offsets
	for i := range int(found.count) {
		list = append(list, offsets{found.m[i], found.curg[i]})
	}
	return list
}
