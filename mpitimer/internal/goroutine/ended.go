package goroutine

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// state is where the descriptor holds what its goroutine is doing, a 32-bit word; 0 until Prepare has
// found it, and where it can't.
var state uintptr

// Two values of that word, the same in every version of the runtime. An ended goroutine leaves its
// descriptor, with its number, to the next one. The descriptor of a thread that C has made has another
// value while no call from C runs: its goroutine comes back under its number.
const (
	running = 2
	ended   = 6
)

// Ended reports whether the goroutine of that number, which was seen in that slot, has ended. What it
// did before is then visible to the caller. False may also mean that it is not known: ask Census where
// numbers are not at hand.
func Ended(slot uintptr, id uint64) bool {
	if offset == 0 {
		return false
	}
	descriptor := descriptorAt(slot)
	if atomic.LoadUint64((*uint64)(unsafe.Add(descriptor, offset))) != id {
		return true
	}
	return state != 0 && atomic.LoadUint32((*uint32)(unsafe.Add(descriptor, state))) == ended
}

// descriptorAt is the descriptor of a slot. The runtime uses descriptors again but never frees one.
func descriptorAt(slot uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&slot)) }

// mostCensus bounds the memory for the stack traces of all goroutines.
const mostCensus = 64 << 20

// Census returns Ended as of now, for where the number is not at hand. It stops the program while it
// takes the stack traces of all goroutines, which takes microseconds for each.
func Census() func(slot uintptr, id uint64) bool {
	buffer := make([]byte, 64<<10)
	n := runtime.Stack(buffer, true)
	for n == len(buffer) {
		if len(buffer) >= mostCensus {
			return Ended
		}
		buffer = make([]byte, 4*len(buffer))
		n = runtime.Stack(buffer, true)
	}
	living := make(map[uint64]bool)
	for rest := "\n\n" + string(buffer[:n]); ; {
		_, after, found := strings.Cut(rest, "\n\ngoroutine ")
		if !found {
			break
		}
		living[leadingNumber(after)] = true
		rest = after
	}
	return func(_ uintptr, id uint64) bool { return !living[id] }
}

// findState looks for the one word that says running in every witness while it runs, and ended when
// it has ended.
func findState(number uintptr) uintptr {
	if number == 0 {
		return 0
	}
	var candidates []uintptr
	for range witness {
		var descriptor unsafe.Pointer
		var own uint64
		var here []uintptr
		done := make(chan struct{})
		go func() {
			defer close(done)
			descriptor, own = Pointer(), Quick()
			here = wordsWith(descriptor, running)
		}()
		<-done
		if !awaitEnd(descriptor, number, own, &here) {
			continue // used again already, or not ended in time: no witness
		}
		if candidates == nil {
			candidates = here
		}
		candidates = Common(candidates, here)
	}
	return only(candidates)
}

// wordsWith lists where the descriptor holds a value.
func wordsWith(descriptor unsafe.Pointer, value uint32) (list []uintptr) {
	for place := uintptr(8); place < Searched; place += 4 {
		if atomic.LoadUint32((*uint32)(unsafe.Add(descriptor, place))) == value {
			list = append(list, place)
		}
	}
	return list
}

// awaitEnd waits until one of the words says that the goroutine has ended, and keeps those that do.
func awaitEnd(descriptor unsafe.Pointer, number uintptr, id uint64, places *[]uintptr) bool {
	for attempt := range 1000 {
		now := Common(*places, wordsWith(descriptor, ended))
		if atomic.LoadUint64((*uint64)(unsafe.Add(descriptor, number))) != id {
			return false
		}
		if len(now) > 0 {
			*places = now
			return true
		}
		if runtime.Gosched(); attempt > 100 {
			time.Sleep(time.Millisecond)
		}
	}
	return false
}

// Common lists what is in both lists.
func Common(a, b []uintptr) []uintptr {
	return slices.DeleteFunc(slices.Clone(a), func(x uintptr) bool { return !slices.Contains(b, x) })
}
