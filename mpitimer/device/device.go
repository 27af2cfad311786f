// Package device times what a GPU does, beside the regions that launch it: a start and a stop put two events into a
// stream of CUDA, and what lay between them on the device stands in the tree below the host region that was open, under a
// name that says which device: gpu0:flux.
//
//	flux := device.Start(stream, "flux")
//	launch(stream)
//	flux.Stop()
//
// The driver is opened when it is first needed, without cgo. Where there is none all of this does nothing. Nothing here
// waits for the device but the end of the timers, and no call costs more than two of the driver's.
package device

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer"
)

// Stream is a CUstream of the driver, as the program has it; 0 is the default stream of the current context.
type Stream uintptr

// Interval is from a Start to its Stop, on the device. The zero one does nothing.
type Interval struct {
	begin  *event
	stream Stream
	name   string
	place  mpitimer.Place
}

// event is one of the driver, in a context.
type event struct {
	handle  uintptr
	context uintptr
	device  int
}

// Present reports whether there is a driver with a device.
func Present() bool { return cuda() != nil }

// Start begins an interval of the region of that name in a stream. The context of the stream must be the current one of the
// calling thread, as for a launch. The region stands below the innermost open region of the goroutine.
func Start(stream Stream, name string) Interval {
	d := cuda()
	tm := mpitimer.Default()
	if d == nil || tm == nil {
		return Interval{}
	}
	begin := the.pool.mark(d, stream, d.currentContext())
	if begin == nil {
		return Interval{}
	}
	return Interval{begin, stream, name, tm.Here()}
}

// Stop ends it. It may be called on another goroutine, if that has the same context.
func (i Interval) Stop() {
	if i.begin == nil {
		return
	}
	d := cuda()
	end := the.pool.mark(d, i.stream, i.begin.context)
	if end == nil {
		the.pool.give(i.begin)
		return
	}
	the.queue(pending{i.begin, end, i.name, i.place})
}

// Collect takes up what the device has done by now, without waiting for it. That happens by itself some times a second, and
// when the timers end.
func Collect() { the.collect() }

// the is what all of the process share.
var the collector

// pool has the events that are not in use, by context.
type pool struct {
	mu   sync.Mutex
	free map[uintptr][]*event

	warnings
}

// mark records an event in a stream of a context; nil if that cannot be done.
func (p *pool) mark(d *driver, stream Stream, context uintptr) *event {
	if context == 0 {
		p.warn(warnContext)
		return nil
	}
	e := p.take(d, context)
	if e == nil {
		return nil
	}
	if code := d.record(e.handle, uintptr(stream)); code != success {
		p.give(e)
		p.warnCode(warnRecord, code)
		return nil
	}
	return e
}

// take returns an event of a context.
func (p *pool) take(d *driver, context uintptr) *event {
	p.mu.Lock()
	if list := p.free[context]; len(list) > 0 {
		e := list[len(list)-1]
		p.free[context] = list[:len(list)-1]
		p.mu.Unlock()
		return e
	}
	p.mu.Unlock()
	if now := d.currentContext(); now != context { // in which it would be made
		p.warn(warnContext)
		return nil
	}
	e := &event{context: context}
	var code result
	if e.handle, code = d.createEvent(); code != success {
		p.warnCode(warnCreate, code)
		return nil
	}
	e.device = d.deviceOfContext()
	return e
}

// give lets events be used again.
func (p *pool) give(list ...*event) {
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
