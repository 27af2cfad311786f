//go:build gptl && cgo

package gptl

// #cgo noescape gohpc_timers_gptl_start
// #cgo nocallback gohpc_timers_gptl_start
// #cgo noescape gohpc_timers_gptl_stop
// #cgo nocallback gohpc_timers_gptl_stop
// #include <stdlib.h>
// #include "binding.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// Built reports whether there is a GPTL to call. It is a constant so that calls without one are left out
// by the compiler.
const Built = true

// Name is a name as GPTL takes it. The zero Name is none.
type Name struct{ text *C.char }

// NewName makes a Name of what Fit has returned. It stays in C's memory until Free.
func NewName(fit string) Name { return Name{C.CString(fit)} }

// Free gives the memory back.
func (n Name) Free() { C.free(unsafe.Pointer(n.text)) }

// The outcomes have the same numbers on both sides.
var _ = [1]struct{}{}[Elsewhere-C.GOHPC_TIMERS_GPTL_ELSEWHERE+Refused-C.GOHPC_TIMERS_GPTL_REFUSED]

// Begin makes the calling thread the one whose regions go to GPTL, and initialises GPTL unless
// somebody has; the result reports whether it did.
func Begin() (initialized bool, err error) {
	switch code := C.gohpc_timers_gptl_begin(); code {
	case C.GOHPC_TIMERS_GPTL_THERE:
		return false, nil
	case C.GOHPC_TIMERS_GPTL_MADE:
		return true, nil
	}
	return false, fmt.Errorf("GPTLinitialize: %w", ErrRefused)
}

// End finalizes GPTL: for the one who has initialised it.
func End() error { return problem("GPTLfinalize", C.GPTLfinalize()) }

// Start starts a timer.
func Start(n Name) Outcome { return Outcome(C.gohpc_timers_gptl_start(n.text)) }

// Stop stops a timer.
func Stop(n Name) Outcome { return Outcome(C.gohpc_timers_gptl_stop(n.text)) }

// Add adds so many calls, together so many seconds, to a timer that is not running. Without E3SM's
// GPTLstartstop_vals that takes a call of GPTL for each of them.
func Add(n Name, seconds float64, calls int) Outcome {
	return Outcome(C.gohpc_timers_gptl_add(n.text, C.double(seconds), C.int(calls)))
}

// Reset sets all timers of GPTL back to zero. It takes those that run for stopped.
func Reset() error { return problem("GPTLreset", C.GPTLreset()) }

// Print writes GPTL's report of this process.
func Print(file string) error {
	name := NewName(file)
	defer name.Free()
	return problem("GPTLpr_file", C.GPTLpr_file(name.text))
}

func problem(call string, code C.int) error {
	if code != 0 {
		return fmt.Errorf("%s: %w", call, ErrRefused)
	}
	return nil
}
