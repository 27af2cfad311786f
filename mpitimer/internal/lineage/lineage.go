// Package lineage hands a value on to the goroutines that the calling one starts, whoever starts them: its own go
// statement, or a library that it calls.
//
// Of what a goroutine has, Go lets those that it starts inherit one thing: the labels of the profiler. So the value
// stands behind the labels, where the profiler does not look: labels that the program has set stay as they are.
package lineage

import (
	"context"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"unsafe"
)

// label and labels are how the runtime keeps what pprof.SetGoroutineLabels sets: as a pointer to a list. That of a value
// has one element more than its length says, by which it is known.
type label struct{ key, value string }

type labels struct {
	list   []label
	handed any
	before unsafe.Pointer // what the goroutine had
}

//go:linkname get runtime/pprof.runtime_getProfLabel
func get() unsafe.Pointer

//go:linkname set runtime/pprof.runtime_setProfLabel
func set(unsafe.Pointer)

// seal is an address that the key of no label of a program has.
var seal [8]byte

var empty = [1]label{{key: unsafe.String(&seal[0], len(seal))}}

// HandOn lets the goroutines that the calling one starts from now on inherit a value, until Back.
func HandOn(v any) {
	if !works() {
		return
	}
	before := get()
	if l := ours(before); l != nil && l.handed == v {
		if further := ours(l.before); further != nil && further.handed == v {
			before = l.before // one may be inherited, the other one is of a statement that a panic has left
		}
	}
	set(unsafe.Pointer(made(v, before)))
}

// Back ends what the last HandOn of the goroutine has begun.
func Back() {
	if l := ours(get()); l != nil {
		set(l.before)
	}
}

// Handed is the value that the calling goroutine has inherited, nil without one.
func Handed() any {
	if l := ours(get()); l != nil {
		return l.handed
	}
	return nil
}

// ours returns labels that have a value behind them, nil if others have made them.
func ours(p unsafe.Pointer) *labels {
	if p == nil {
		return nil
	}
	list := *(*[]label)(p)
	if n := len(list); n == cap(list) || unsafe.StringData(list[:n+1][n].key) != &seal[0] {
		return nil
	}
	return (*labels)(p)
}

// recent is what was made last: goroutines are started in loops.
var recent [64]atomic.Pointer[labels]

// made returns labels with a value, which show what was there before.
func made(v any, before unsafe.Pointer) *labels {
	at := &recent[uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1])/16%uintptr(len(recent))]
	if l := at.Load(); l != nil && l.before == before && l.handed == v {
		return l
	}
	l := &labels{list: empty[:0], handed: v, before: before}
	if before != nil {
		if shown := *(*[]label)(before); len(shown) > 0 {
			list := append(append(make([]label, 0, len(shown)+1), shown...), empty[0])
			l.list = list[:len(shown)]
		}
	}
	at.Store(l)
	return l
}

// works reports whether the runtime keeps labels as they are kept here; a later version may not.
var works = sync.OnceValue(func() (same bool) {
	before := get()
	defer set(before)
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("key", "value")))
	p := get()
	if p == nil {
		return false
	}
	list := *(*[]label)(p)
	return len(list) == 1 && cap(list) >= 1 && cap(list) < 8 && list[0] == label{"key", "value"}
})
