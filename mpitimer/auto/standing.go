package auto

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
)

// Looks at all goroutines are so far apart, and further where they take long: they take a 200th of the time at most.
const (
	watchEvery     = 10 * time.Millisecond
	leastRest      = 200
	lookCost       = 100_000 // nanoseconds as a rule, and so many more for each goroutine
	lookCostEach   = 1500
	leastLooks     = 4    // for rows of what they have found
	mostGoroutines = 4096 // whose stacks take a megabyte; where there are more, nobody looks
	mostStacks     = 1 << 14
)

// watch knows where goroutines stand, running or not: what waits uses no processor, so no profile of that shows it.
type watch struct {
	over chan struct{}

	mu     sync.Mutex
	ended  bool
	looks  int64
	stacks map[stack]int64 // nanoseconds
}

// stack is the innermost part of a goroutine's.
type stack = [32]uintptr

func startWatch() *watch {
	w := &watch{over: make(chan struct{}), stacks: make(map[stack]int64)}
	go w.run()
	return w
}

// end does not wait for a look that is under way, as that may wait for the garbage collector: it no longer counts.
func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	close(w.over)
}

func (w *watch) run() {
	var records []runtime.StackRecord
	rest, recent := watchEvery, [...]float64{1, 1, 1, 1} // the costs of looks, over what they cost as a rule
	for last, looks := clock.Nanotime(), 0; ; looks++ {
		select {
		case <-w.over:
			return
		case <-time.After(rest/2 + rand.N(rest)): // a program may have a beat of its own
		}
		begun, n, ok := clock.Nanotime(), runtime.NumGoroutine(), false
		for n <= mostGoroutines && !ok {
			if n > len(records) {
				records = make([]runtime.StackRecord, n+n/4+16)
			}
			n, ok = runtime.GoroutineProfile(records)
		}
		looked, usual := clock.Nanotime(), float64(lookCost+n*lookCostEach)
		if ok {
			w.add(records[:n], looked-last) // what they show is as it was in the end: before, a look waits for the garbage collector
			recent[looks%len(recent)] = float64(looked-begun) / usual
		}
		last, rest = looked, max(watchEvery, time.Duration(leastRest*slices.Min(recent[:])*usual))
	}
}

// add counts what a look has found for the time since the look before.
func (w *watch) add(records []runtime.StackRecord, ns int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return
	}
	w.looks++
	for i := range records {
		if s := records[i].Stack0; len(w.stacks) < mostStacks || w.stacks[s] > 0 {
			w.stacks[s] += ns
		}
	}
}

// standing is where goroutines have stood, and why.
type standing struct {
	place
	how how
	ns  int64
}

// how a goroutine stands somewhere.
type how int

const (
	runs     how = iota // or is ready to
	calls               // the system
	blocked             // by something that may have no row
	receives            // from a channel, or in a select: these may have a row
	sends               // to a channel: likewise
	waits               // in a method Wait: likewise
)

// found sorts what the looks have found.
func (w *watch) found(regions map[string]bool, modules []string) (list []standing) {
	sums, plain := make(map[standing]int64), make(map[string]string)
	for s, ns := range w.stacks {
		if at, ok := standingOf(functions(s, plain), regions, modules); ok {
			sums[at] += ns
		}
	}
	for at, ns := range sums {
		at.ns = ns
		list = append(list, at)
	}
	return list
}

// functions are those of a stack, the innermost first.
func functions(s stack, plain map[string]string) (list []string) {
	n := slices.Index(s[:], 0)
	if n < 0 {
		n = len(s)
	}
	for frames := runtime.CallersFrames(s[:n]); ; {
		frame, more := frames.Next()
		if frame.Function != "" {
			list = append(list, without(frame.Function, plain))
		}
		if !more {
			return list
		}
	}
}

// standingOf is what the stack of a goroutine means. One that calls C may compute there or wait, and one outside all
// regions counts if it is the program's first.
func standingOf(stack []string, regions map[string]bool, modules []string) (at standing, ok bool) {
	if at.place, ok = placeOf(stack, regions, modules); !ok || slices.Contains(stack, "runtime.cgocall") {
		return at, false
	}
	if at.around == "" && !slices.Contains(stack, "main.main") {
		return at, false
	}
	first := slices.IndexFunc(stack, func(f string) bool { return !strings.HasPrefix(f, "runtime.") })
	switch {
	case stack[0] == "runtime.gopark":
		at.block(stack, first, regions)
	case strings.HasPrefix(stack[first], "syscall.") || strings.HasPrefix(stack[first], "internal/runtime/syscall."):
		at.how = calls
	}
	return at, true
}

// block names what blocks a goroutine, by the first function in its stack that is not of the runtime.
func (at *standing) block(stack []string, first int, regions map[string]bool) {
	at.how = blocked
	inRegion := slices.IndexFunc(stack, func(f string) bool { _, is := regionOf(f, regions); return is })
	if inRegion < 0 {
		inRegion = len(stack)
	}
	channel := first > 0 && (strings.HasPrefix(stack[first-1], "runtime.chan") || strings.HasPrefix(stack[first-1], "runtime.select"))
	switch waiting := slices.ContainsFunc(stack[:inRegion], func(f string) bool { return strings.HasSuffix(f, ").Wait") }); {
	case waiting:
		at.how = waits
	case channel && strings.HasPrefix(stack[first-1], "runtime.chansend"):
		at.how = sends
	case channel:
		at.how = receives
	}
	switch function := at.function; {
	case channel && function == ownText:
		at.function = "blocked on a channel"
	case channel:
		at.function = "blocked on a channel in " + localName(function)
	case function == ownText:
		at.function = "blocked in Go's runtime"
	default:
		at.function = "blocked in " + localName(function)
	}
}

// ready stands for goroutines that could run where none of Go's threads was free.
const ready = "ready, and no processor free"

// stand adds to the rows of the processor's time what of a region's own time is left for goroutines that stood: first where they
// were blocked or in the system, then where they were ready.
func (in *inside) stand(p *stats.Profile, find func(at place) []int, own []float64, rows map[row]float64, below map[int]float64) {
	hasRow, stood, ran, computed := waitRows(p), make(map[row]float64), make(map[int]float64), maps.Clone(below)
	sums := make(map[int]float64)
	for _, at := range in.standing {
		for i, ns := range split(float64(at.ns), find(at.place), own) {
			r := row{i, at.function}
			switch {
			case at.how == runs:
				ran[i] += ns
			case at.how == calls: // the processor's time in the system is in the row already
				r.function = localName(at.function)
				ns = max(ns-rows[r], 0)
				fallthrough
			case !hasRow[i][at.how]:
				stood[r] += ns
				sums[i] += ns
			}
		}
	}
	for r, ns := range stood {
		room := max(own[r.node]-computed[r.node], 0)
		if ns *= min(1, room/max(sums[r.node], 1)); ns == 0 {
			continue
		}
		rows[r] += ns
		below[r.node] += ns
	}
	for i, ns := range ran {
		if ns = min(ns-computed[i], own[i]-below[i]); ns > 0 {
			rows[row{i, ready}] += ns
			below[i] += ns
		}
	}
}

// waitRows says of what waits a node has rows.
func waitRows(p *stats.Profile) []map[how]bool {
	has := make([]map[how]bool, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !strings.HasPrefix(n.Name, stats.Waits) || n.Parent < 0 {
			continue
		}
		if has[n.Parent] == nil {
			has[n.Parent] = make(map[how]bool)
		}
		of := receives
		switch {
		case strings.HasSuffix(n.Name, ".Wait()"):
			of = waits
		case strings.HasSuffix(n.Name, "<-"):
			of = sends
		}
		has[n.Parent][of] = true
	}
	return has
}
