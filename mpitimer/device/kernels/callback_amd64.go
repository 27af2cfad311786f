//go:build linux

package kernels

import "unsafe"

// succeeds is not 0 for the calls of which it matters that they have succeeded, by domain and number; of the others only the start and
// a failure are told. It is read by entry.
var succeeds [2 * mostCalls]uint8

// callFrame is what entry passes on.
type callFrame struct {
	domain, call uintptr
	data         *callData
}

// enter is what entry calls in Go.
var enter func(frame *callFrame)

func entryAddress() uintptr

// callAddress is the function that CUPTI calls. It costs about half of what purego's way, which any function takes, does.
func callAddress() uintptr {
	if enter == nil {
		enter = func(frame *callFrame) { called(0, frame.domain, frame.call, frame.data) }
	}
	return entryAddress()
}

// tellSuccess lets a call be told also when it has ended well.
func tellSuccess(domain, call uint32) { succeeds[(domain-domainDriver)*mostCalls+call] = 1 }

// These are where entry reads them.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(callData{}.result)-24]
	_ = [1]struct{}{}[mostCalls-4096]
)
