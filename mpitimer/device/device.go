// Package device times what a GPU does, beside the regions that launch it: a start and a stop put two
// events into a stream of CUDA, HIP or Level Zero, and the time between them on the device appears in
// the tree below the open host region, with the device in its name: gpu0:flux.
//
//	flux := device.Start(stream, "flux")
//	launch(stream)
//	flux.Stop()
//
// Regions of a stream nest. A row gpu0:overlap beside them shows how long the device was busy with any
// of them while the host was in the region above the row.
//
// The package opens the driver on first use, without cgo: CUDA's, or else HIP, or else Level Zero. Without a
// driver it does nothing. Only the end of the timers waits for the device, and a call costs a few driver calls.
package device

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// Stream is a CUstream, a hipStream_t, or the ze_command_list_handle_t of an immediate command list, as the program has it. For
// CUDA and HIP 0 is the default stream of the current context.
type Stream uintptr

// Interval is the time from a Start to its Stop, on the device. The zero Interval does nothing.
type Interval struct{ r *region }

// region is one interval of a region of the device.
type region struct {
	rank              *engine.Rank
	stream            stream
	name, environment string
	place             engine.Place // where the host was
	around            *region      // the one of its stream that it stands in; nil for none
	at                int64        // ns of clock.Nanotime before it was put into the stream
	begin, end        *event
	open              bool // until it is stopped; changed under streams.mu

	row    engine.Place // of the collector only, as all below
	named  bool
	inside []ondevice.Interval // what is done inside it, until it is done itself
}

// stream is one of a context, as a rank uses it.
type stream struct {
	context uintptr
	handle  Stream
	rank    *engine.Rank
}

// event is one of the driver's, in a context.
type event struct {
	handle  uintptr
	context uintptr
	device  int
	capture uint32 // what the driver says of the capture of its stream
	*stamp         // of Level Zero only
}

// Present reports whether there is a driver with a device.
func Present() bool { return vendor() != nil }

// Start starts an interval of the region of that name in a stream. The context of the stream must be the
// current one of the calling thread, as for a launch; only one thread at a time may use a command list. The
// region appears below the stream's open region, or else below the innermost open region of the goroutine.
func Start(stream Stream, name string) Interval { return StartInEnvironment(stream, name, "") }

// StartInEnvironment is like Start, with statistics over the ranks of the machine environment of that name.
func StartInEnvironment(on Stream, name, environment string) Interval {
	d := vendor()
	tm := mpitimer.Default()
	if d == nil || tm == nil {
		return Interval{}
	}
	rank := engine.Of(tm)
	context, warning, code := d.contextOf(on)
	if context == 0 {
		the.pool.warnCode(warning, code)
		return Interval{}
	}
	r := &region{
		rank: rank, stream: stream{context, on, rank}, name: rank.Prefix() + name, environment: environment, place: rank.Here(), at: clock.Nanotime(), open: true,
	}
	if !the.streams.enter(r) {
		the.pool.warn(warnDropped)
		return Interval{}
	}
	if r.begin = the.pool.mark(d, on, context); r.begin == nil {
		end(the.streams.leave(r))
		return Interval{}
	}
	if d.watched() {
		the.arrive(nil, r.begin)
	}
	lanes.Watch(rank, r.place).On(r.begin.device)
	return Interval{r}
}

// Stop ends the interval. Another goroutine may call it, if it has the same context. Regions of the
// stream that started inside it end with it, with a warning.
func (i Interval) Stop() {
	if i.r == nil {
		return
	}
	inside := the.streams.leave(i.r)
	if inside == nil {
		the.pool.note(warnNotOpen, i.r.name)
		return
	}
	for _, r := range inside[:len(inside)-1] {
		the.pool.note(warnOrder, r.name)
	}
	end(inside)
}

// end puts the ends of regions into their stream.
func end(list []*region) {
	d := vendor()
	for _, r := range list {
		if r.begin == nil { // the driver did not take it
		} else if r.end = the.pool.mark(d, r.stream.handle, r.begin.context); r.end == nil {
			if !d.watched() { // or it may yet be passed
				the.pool.give(d, r.begin)
			}
		} else {
			the.arrive(r, nil)
			continue
		}
		the.streams.forget(r)
	}
}

// Immediate declares the context and the device of an immediate command list of Level Zero, by their handles, for
// loaders before 1.16, which do not report them. A context of 0 withdraws this; do so before destroying the list.
func Immediate(list Stream, context, device uintptr) {
	if d, is := vendor().(interface {
		declare(list Stream, context, device uintptr)
	}); is {
		d.declare(list, context, device)
	}
}

// Collect collects the device's finished work, without waiting for more. This also happens by itself
// some times a second, and when the timers end.
func Collect() { the.collect() }

// the is what all of the process share.
var the collector

// streams has the regions that are open, by stream.
type streams struct {
	mu        sync.Mutex
	innermost map[stream]*region
	live      map[*region]struct{} // until the device has done them
}

// enter puts a region into the one that is open; false if there are too many.
func (s *streams) enter(r *region) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.live) >= mostWaiting {
		return false
	}
	if s.live == nil {
		s.innermost, s.live = make(map[stream]*region), make(map[*region]struct{})
	}
	r.around = s.innermost[r.stream]
	s.innermost[r.stream], s.live[r] = r, struct{}{}
	return true
}

// leave ends a region and those in it, and returns them, the innermost first; nil if it has ended already.
func (s *streams) leave(r *region) (inside []*region) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r.open {
		last := s.innermost[r.stream]
		inside, last.open = append(inside, last), false
		if s.innermost[r.stream] = last.around; last.around == nil {
			delete(s.innermost, r.stream)
		}
	}
	return inside
}

// forget lets go of regions that the device has done, or that were not timed.
func (s *streams) forget(list ...*region) {
	s.mu.Lock()
	for _, r := range list {
		delete(s.live, r)
	}
	s.mu.Unlock()
}

// abandon ends the regions that were never stopped, of a rank that ends, and returns them.
func (s *streams) abandon(rank *engine.Rank) (open []*region) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.live {
		if r.rank == rank && r.open {
			r.open = false
			open = append(open, r)
			delete(s.live, r)
			delete(s.innermost, r.stream)
		}
	}
	return open
}

// since returns the earliest start of a region that the device has not done, at most now.
func (s *streams) since(now int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.live {
		now = min(now, r.at)
	}
	return now
}
