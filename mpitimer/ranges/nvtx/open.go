//go:build linux && cgo

package nvtx

// #cgo CFLAGS: -g0
// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "open.h"
import "C"

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/ranges"
)

func init() { register() }

func register() {
	ranges.Register("itt", collects)
	ranges.Register("nvtx", injects(opens("NVTX", "nvtxRangePushA", "nvtxRangePop", "libnvToolsExt.so.1", "libnvToolsExt.so", "libnvtx3interop.so.1", "libnvtx3interop.so")))
}

// injects lets the tool take the ranges that NVTX_INJECTION64_PATH names, which Nsight sets for the programs that it starts. Where none is
// named, the library of NVTX 2 or of its interoperation is opened: CUDA 13 has neither.
func injects(open func() (ranges.Marker, error)) func() (ranges.Marker, error) {
	return func() (ranges.Marker, error) {
		l := new(library)
		switch wrong := C.gohpc_ranges_inject(&l.functions); {
		case wrong == nil:
			return l, nil
		case C.GoString(wrong) != "":
			return nil, fmt.Errorf("NVTX: %s (NVTX_INJECTION64_PATH)", C.GoString(wrong))
		}
		m, err := open()
		if err != nil {
			return nil, fmt.Errorf("no tool is there (NVTX_INJECTION64_PATH is not set), and %w", err)
		}
		return m, nil
	}
}

// collects lets Intel's collector take the ranges, which VTune names for the programs that it starts.
func collects() (ranges.Marker, error) {
	l := new(library)
	if wrong := C.gohpc_ranges_collect(&l.functions); wrong != nil {
		return nil, fmt.Errorf("ITT: %s", C.GoString(wrong))
	}
	return l, nil
}

// library is one whose ranges are pushed and popped.
type library struct {
	functions C.struct_gohpc_ranges
	names     sync.Map // as the functions take them
}

// opens makes what opens the first of some libraries.
func opens(called, push, pop string, libraries ...string) func() (ranges.Marker, error) {
	return func() (ranges.Marker, error) {
		l := new(library)
		list, begins, ends := C.CString(strings.Join(libraries, "\x00")+"\x00"), C.CString(push), C.CString(pop)
		defer C.free(unsafe.Pointer(list))
		defer C.free(unsafe.Pointer(begins))
		defer C.free(unsafe.Pointer(ends))
		if wrong := C.gohpc_ranges_open(list, begins, ends, &l.functions); wrong != nil {
			return nil, fmt.Errorf("%s: %s (%s)", called, C.GoString(wrong), libraries[0])
		}
		return l, nil
	}
}

func (l *library) Push(name string) {
	taken, known := l.names.Load(name)
	if !known {
		taken, _ = l.names.LoadOrStore(name, C.gohpc_ranges_named(&l.functions, C.CString(name))) // for as long as the program runs
	}
	C.gohpc_ranges_push(&l.functions, taken.(unsafe.Pointer))
}

func (l *library) Pop() { C.gohpc_ranges_pop(&l.functions) }

func (l *library) Thread() uint64 { return uint64(C.gohpc_ranges_thread()) }
