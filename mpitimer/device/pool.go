package device

import (
	"slices"
	"sync"
)

// pool has the events that are not in use, by context.
type pool struct {
	mu   sync.Mutex
	free map[uintptr][]*event

	warnings
}

// mark records an event in a stream of a context; nil if that cannot be done.
func (p *pool) mark(d driver, stream Stream, context uintptr) *event {
	e := p.take(d, context)
	if e == nil {
		return nil
	}
	switch code := d.record(e, stream); code {
	case success:
		return e
	case captured:
		p.keep(e)
		p.warn(warnCaptured)
	default:
		p.keep(e)
		p.warnCode(warnRecord, code)
	}
	return nil
}

// take returns an event of a context.
func (p *pool) take(d driver, context uintptr) *event {
	p.mu.Lock()
	if list := p.free[context]; len(list) > 0 {
		e := list[len(list)-1]
		p.free[context] = list[:len(list)-1]
		p.mu.Unlock()
		return e
	}
	p.mu.Unlock()
	e, code := d.create(context)
	switch code {
	case success:
		return e
	case elsewhere:
		p.warn(warnContext)
	default:
		p.warnCode(warnCreate, code)
	}
	return nil
}

// give lets events that were recorded be used again.
func (p *pool) give(d driver, list ...*event) {
	p.keep(slices.DeleteFunc(list, func(e *event) bool { return !d.recycle(e) })...)
}

// keep lets events be used that are not recorded.
func (p *pool) keep(list ...*event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = make(map[uintptr][]*event)
	}
	for _, e := range list {
		p.free[e.context] = append(p.free[e.context], e)
	}
}

// drop forgets the events of a context that is no more.
func (p *pool) drop(context uintptr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.free, context)
}

// The kinds of warnings, of the report.
const (
	warnContext    = "device regions without a current context; not timed"
	warnList       = "device regions in a command list that is not immediate, or is captured; not timed"
	warnUndeclared = "device regions in a command list that device.Immediate has not told of; not timed"
	warnNoClock    = "device regions of a device whose clock cannot be read (the driver's error); not timed"
	warnWrapped    = "device regions during which the device's clock was not read for too long; not timed"
	warnCaptured   = "device regions in a stream that is captured into a graph; not timed"
	warnRecord     = "device regions that the driver did not take (its error)"
	warnCreate     = "events that the driver did not make (its error)"
	warnFault      = "a fault of the device (the driver's error)"
	warnLost       = "device regions that were lost with their context"
	warnLate       = "device regions that the device had not done at the end"
	warnOrder      = "device regions still open when the one around them was stopped"
	warnNotOpen    = "stop of a device region that has ended"
	warnOpen       = "device regions that were never stopped"
	warnAlign      = "the device's clock was not found; overlap is not complete (the driver's error)"
	warnPartly     = "host regions of which the overlap is known in part"
	warnDropped    = "device regions for which there was no room; not timed"
)

// mostWarnings is how many are told apart.
const mostWarnings = 1000

// warnings are told when the timers end, since those of a device come at any time, and again and again.
type warnings struct {
	mu     sync.Mutex
	counts map[[2]string]uint64
}

func (w *warnings) warn(kind string) { w.note(kind, "") }

func (w *warnings) warnCode(kind string, code result) { w.note(kind, code.String()) }

func (w *warnings) note(kind, about string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts == nil {
		w.counts = make(map[[2]string]uint64)
	}
	if len(w.counts) >= mostWarnings {
		about = "" // of programs that make names as they go
	}
	w.counts[[2]string{kind, about}]++
}

// tell passes them on, and forgets them.
func (w *warnings) tell(warn func(kind, about string)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for what, count := range w.counts {
		for range min(count, 1000) {
			warn(what[0], what[1])
		}
	}
	w.counts = nil
}
