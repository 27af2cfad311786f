// Package misuse keeps warnings of wrong use of the timers, with the places in the program that they are of.
package misuse

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/stats"
)

// Most is how many different warnings a rank keeps. Further ones are only counted.
const Most = 2 * stats.MaxWarnings

// List is the warnings of a rank. Its methods may be called on any goroutine.
type List struct {
	mu      sync.Mutex
	counts  map[warning]*uint64
	further uint64
}

type warning struct {
	kind, path string
	pc         uintptr
}

// Keep keeps a warning, or counts it if it is there already.
func (l *List) Keep(kind, path string, pc uintptr) {
	w := warning{kind, path, pc}
	l.mu.Lock()
	defer l.mu.Unlock()
	if count := l.counts[w]; count != nil {
		*count++
		return
	}
	if len(l.counts) >= Most {
		l.further++
		return
	}
	if l.counts == nil {
		l.counts = make(map[warning]*uint64)
	}
	one := uint64(1)
	l.counts[w] = &one
}

// Full says whether no more are kept, and counts one then: its caller need not find out what it would be.
func (l *List) Full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := len(l.counts) >= Most
	if full {
		l.further++
	}
	return full
}

// All is what was kept, in no particular order.
func (l *List) All() []stats.Warning {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []stats.Warning
	for w, count := range l.counts {
		list = append(list, stats.Warning{Kind: w.kind, Path: w.path, Place: Place(w.pc), Count: *count})
	}
	if l.further > 0 {
		list = append(list, stats.Warning{Kind: "further wrong use, not kept apart", Count: l.further})
	}
	return list
}

// layers is how the names of functions begin that only pass on their callers' starts and stops.
var layers = []string{
	"github.com/go-hpc/timers/mpitimer.", "github.com/go-hpc/timers/mpitimer/internal/engine.",
	"github.com/go-hpc/timers/mpitimer/gptl.", "github.com/go-hpc/timers/mpitimer/perfmod.",
	"github.com/go-hpc/timers/mpitimer/capi.", // whose callers are of C, and have no place
}

// within says whether a function is of a layer.
func within(function string) bool {
	for _, prefix := range layers {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}

// Caller is the program counter of the innermost call from outside the layers, 0 if there is none. Their tests count
// as outside.
func Caller() uintptr {
	var pcs [16]uintptr
	return Outside(pcs[:runtime.Callers(2, pcs[:])])
}

// Outside is the first of some calls that comes from outside the layers, 0 if there is none.
func Outside(pcs []uintptr) uintptr {
	if end := slices.Index(pcs, 0); end >= 0 {
		pcs = pcs[:end]
	}
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if strings.HasPrefix(frame.Function, "runtime.") {
			continue // a Stop that runs because of a panic
		}
		if !within(frame.Function) || strings.HasSuffix(frame.File, "_test.go") {
			return frame.PC + 1
		}
	}
	return 0
}

// Place is the file and line of a program counter, the file with its folder.
func Place(pc uintptr) string {
	if pc == 0 {
		return ""
	}
	frames := runtime.CallersFrames([]uintptr{pc})
	frame, _ := frames.Next()
	if frame.File == "" {
		return ""
	}
	file := frame.File
	if at := strings.LastIndexByte(file, '/'); at >= 0 {
		if before := strings.LastIndexByte(file[:at], '/'); before >= 0 {
			file = file[before+1:]
		}
	}
	return fmt.Sprintf("%s:%d", file, frame.Line)
}
