// Package goroutine tells goroutines apart, at the cost of a function call.
//
// Go has no goroutine-local storage, but timers must know on which goroutine they are started. The
// runtime numbers goroutines and never uses a number twice; it keeps the number in the goroutine's
// descriptor, whose address is at hand. Only the place of the number within the descriptor is not
// known: it is found at run time, by looking where several goroutines, whose numbers their stack
// traces tell, keep theirs. Where that fails the number is taken from the stack trace itself, which
// is right but takes a microsecond. The build tag slowgoroutine makes it fail everywhere, for tests.
package goroutine

import (
	"runtime"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// offset is where the descriptor holds the number; 0 until Prepare has found it, and where it can't.
var offset uintptr

var prepare sync.Once

// Prepare finds out how to number goroutines quickly. It must be called before ID is fast.
func Prepare() {
	prepare.Do(func() {
		offset = find()
		state = findState(offset)
	})
}

// None is no goroutine's number, and nothing that Quick returns.
const None = ^uint64(0)

// Place is where in the descriptor the number is, 0 where that is not known.
func Place() uintptr { return offset }

// Fast reports whether the number is at hand on this machine.
func Fast() bool { return offset != 0 }

// ID is the number of the running goroutine. No two goroutines of a process have the same.
func ID() uint64 {
	if offset == 0 {
		return slowID()
	}
	return Quick()
}

// Slot is the same for all goroutines that the runtime ever keeps in one descriptor, one after the
// other; so there are no more slots than goroutines that exist at one time. It is the number itself
// where descriptors are not at hand.
func Slot() uintptr {
	if offset == 0 {
		return uintptr(slowID())
	}
	return uintptr(Pointer())
}

// slowID reads the number from the first line of the stack trace, "goroutine 17 [running]:".
func slowID() uint64 {
	const line = 64 // the rest is of no interest
	buffer := make([]byte, line)
	return leadingNumber(strings.TrimPrefix(string(buffer[:runtime.Stack(buffer, false)]), "goroutine "))
}

// Parent is the number of the goroutine that started the running one, 0 when it is not known: the last entry of its
// stack trace names it, "created by main.work in goroutine 17". It takes microseconds.
func Parent() uint64 {
	buffer := make([]byte, 1<<10)
	for {
		n := runtime.Stack(buffer, false)
		if n < len(buffer) || len(buffer) >= 1<<20 {
			buffer = buffer[:n]
			break
		}
		buffer = make([]byte, 4*len(buffer))
	}
	text := string(buffer)
	if at := strings.LastIndex(text, "\ncreated by "); at >= 0 {
		line, _, _ := strings.Cut(text[at+1:], "\n")
		if _, number, found := strings.Cut(line, " in goroutine "); found {
			return leadingNumber(number)
		}
	}
	return 0
}

func leadingNumber(text string) uint64 {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	number, err := strconv.ParseUint(text[:end], 10, 64)
	if err != nil {
		return 0
	}
	return number
}

const (
	// Searched is how many bytes of a descriptor are looked at. The number is a 64-bit word somewhere in the first part of the descriptor (at 152 of some
	// 440 bytes in Go 1.26). Descriptors are larger than what is looked at in every version.
	Searched = 320
	witness  = 8 // goroutines that must agree
)

// find looks for the place at which every witness has its own number.
func find() uintptr {
	if Pointer() == nil {
		return 0
	}
	var candidates []uintptr
	for i := range witness {
		done := make(chan []uintptr)
		go func() { done <- places() }()
		if here := <-done; i == 0 {
			candidates = here
		} else {
			candidates = Common(candidates, here)
		}
	}
	return only(candidates)
}

// only is the one candidate, 0 for none or several: better slow than wrong.
func only(candidates []uintptr) uintptr {
	if len(candidates) != 1 {
		return 0
	}
	return candidates[0]
}

// places lists where the running goroutine's descriptor holds its number.
func places() (list []uintptr) {
	id, descriptor := slowID(), Pointer()
	for place := uintptr(8); id != 0 && place < Searched; place += 8 {
		if *(*uint64)(unsafe.Add(descriptor, place)) == id {
			list = append(list, place)
		}
	}
	return list
}
