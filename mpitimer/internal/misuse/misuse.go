// Package misuse keeps warnings of wrong use of the timers, with the places in the program that they are of.
package misuse

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-hpc/timers/stats"
)

// Most is how many different warnings a rank keeps. Further ones are only counted.
const Most = 2 * stats.MaxWarnings

// mostOfKind is how many of them are of one kind.
const mostOfKind = Most / 4

// List is the warnings of a rank. Its methods may be called on any goroutine.
type List struct {
	mu      sync.Mutex
	counts  map[warning]*atomic.Uint64
	kinds   map[string]int // how many are of each
	further uint64
	recent  [64]atomic.Pointer[entry] // those given last, by what they are about and where
}

type warning struct {
	kind, path string
	pc         uintptr
}

// About is the node of a tree that a warning is about; the zero one is none.
type About struct {
	Tree unsafe.Pointer
	Node uint32
}

// entry is a warning, and how often it was given. Its path need not be found out again where it is that of a node.
type entry struct {
	warning
	about About
	count *atomic.Uint64
}

// Again counts a warning that was given lately, and reports whether it was. It takes some nanoseconds and no lock, since
// what is wrong in a loop is wrong a million times. The path counts where about is zero.
func (l *List) Again(kind, path string, about About, pc uintptr) bool {
	e := l.place(path, about, pc).Load()
	if e == nil || e.pc != pc || e.about != about || e.kind != kind || about.Tree == nil && e.path != path {
		return false
	}
	e.count.Add(1)
	return true
}

// place is where a warning stands among the recent ones.
func (l *List) place(path string, about About, pc uintptr) *atomic.Pointer[entry] {
	mixed := uint64(pc) ^ uint64(about.Node)
	if about.Tree == nil && path != "" {
		mixed += uint64(len(path))<<32 + uint64(path[len(path)-1])
	}
	return &l.recent[mixed*0x9e3779b97f4a7c15>>58]
}

// Keep keeps a warning, or counts it if it is there already. Of a kind that has many, further ones are counted together:
// names that are wrong in a loop hide no other kind.
func (l *List) Keep(kind, path string, about About, pc uintptr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := warning{kind, path, pc}
	if l.counts[w] == nil && l.full(kind) {
		l.countFurther(kind)
		return
	}
	w.path = strings.Clone(path) // the caller's memory may be part of much more
	l.place(path, about, pc).Store(&entry{w, about, l.add(w)})
}

// add counts a warning, which it keeps if it is new.
func (l *List) add(w warning) *atomic.Uint64 {
	count := l.counts[w]
	if count == nil {
		if l.counts == nil {
			l.counts, l.kinds = make(map[warning]*atomic.Uint64), make(map[string]int)
		}
		count = new(atomic.Uint64)
		l.counts[w] = count
		l.kinds[w.kind]++
	}
	count.Add(1)
	return count
}

// Counter counts a warning that was given before: the one that is kept of it, or that of the further ones of its kind; nil
// if neither is kept.
func (l *List) Counter(kind, path string, pc uintptr) *atomic.Uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if count := l.counts[warning{kind, path, pc}]; count != nil {
		return count
	}
	return l.counts[warning{kind: kind}]
}

// full reports whether no more of a kind are kept apart.
func (l *List) full(kind string) bool { return len(l.counts) >= Most || l.kinds[kind] >= mostOfKind }

func (l *List) countFurther(kind string) {
	if w := (warning{kind: kind}); l.counts[w] != nil || len(l.counts) < Most {
		l.add(w)
		return
	}
	l.further++
}

// Full reports whether no more of a kind are kept apart, and counts one then: its caller need not find out the path.
func (l *List) Full(kind string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.full(kind)
	if full {
		l.countFurther(kind)
	}
	return full
}

// All is what was kept, in no particular order.
func (l *List) All() []stats.Warning {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []stats.Warning
	for w, count := range l.counts {
		list = append(list, stats.Warning{Kind: w.kind, Path: w.path, Caller: Place(w.pc), Count: count.Load()})
	}
	if l.further > 0 {
		list = append(list, stats.Warning{Kind: "further wrong use, not kept apart", Count: l.further})
	}
	return list
}

// layers is how the names of functions begin that only pass on their callers' starts and stops.
var layers = []string{
	"github.com/go-hpc/timers/mpitimer.", "github.com/go-hpc/timers/mpitimer/internal/engine.",
	"github.com/go-hpc/timers/mpitimer/internal/byname.", "github.com/go-hpc/timers/mpitimer/gptl.", "github.com/go-hpc/timers/mpitimer/perfmod.",
	"github.com/go-hpc/timers/mpitimer/capi.", "github.com/go-hpc/timers/mpitimer/cgptl.", // whose callers are of C, and have no place
}

// within reports whether a function is of a layer.
func within(function string) bool {
	return slices.ContainsFunc(layers, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}

// Outside is the first of some calls that comes from outside the layers, 0 if there is none. Tests of the layers count
// as outside. It takes some nanoseconds for calls that it was asked about before.
func Outside(pcs []uintptr) uintptr {
	for _, pc := range pcs {
		if pc == 0 {
			break
		}
		j := judged[uint64(pc)*0x9e3779b97f4a7c15>>54].Load()
		if j == nil || j.pc != pc {
			j = judge(pc)
		}
		if j.outside != 0 {
			return j.outside
		}
	}
	return 0
}

// judge is what is known of a call. Those of one stack may have the same place in the table, so each has a choice of some.
func judge(pc uintptr) *judgement {
	first := int(uint64(pc) * 0x9e3779b97f4a7c15 >> 54)
	last := first
	for range 8 {
		j := judged[last].Load()
		if j == nil {
			break
		}
		if j.pc == pc {
			return j
		}
		last = (last + 1) % len(judged)
	}
	if judged[last].Load() != nil {
		last = first
	}
	j := &judgement{pc, outside(pc)}
	judged[last].Store(j)
	return j
}

// judgement is what is known of a call: the function outside the layers that makes it, which may be one that was
// inlined there; 0 for none.
type judgement struct{ pc, outside uintptr }

var judged [1024]atomic.Pointer[judgement]

// outside is Outside of a single call.
func outside(pc uintptr) uintptr {
	frames := runtime.CallersFrames([]uintptr{pc, 0}) // of the last one, inlined functions are not told
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if frame.PC == 0 || strings.HasPrefix(frame.Function, "runtime.") || strings.HasPrefix(frame.Function, "_cgoexp_") {
			continue // a Stop that runs because of a panic; what calls a layer for C
		}
		if !within(frame.Function) || strings.HasSuffix(frame.File, "_test.go") {
			return frame.PC + 1
		}
	}
	return 0
}

// Place is the file and line of a program counter, the file with its directory.
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
