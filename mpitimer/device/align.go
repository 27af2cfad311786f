package device

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// anchor is a point in time that is known by both clocks: an event that the device has just passed.
type anchor struct {
	event *event
	at    int64 // ns of clock.Nanotime
	width int64 // of what it may differ by, in ns
}

// aligner finds out when a device did something, by the host's clock. It has a stream of its own in each context, in which
// nothing else waits.
type aligner struct {
	streams map[uintptr]uintptr
	worst   int64 // the greatest width so far
}

// Anchors are tried some times, since the host may be interrupted; each for so long at most.
const (
	tries = 3
	brief = 500 * time.Microsecond
)

// find finds an anchor in the current context; false if the device does not answer soon.
func (a *aligner) find(d *driver, p *pool, context uintptr) (best anchor, found bool) {
	own, there := a.streams[context]
	if !there {
		var code result
		if own, code = d.createStream(); code != success {
			p.warnCode(warnAlign, code)
		}
		if a.streams == nil {
			a.streams = make(map[uintptr]uintptr)
		}
		a.streams[context] = own
	}
	if own == 0 {
		return anchor{}, false
	}
	for range tries {
		before := clock.Nanotime()
		e := p.mark(d, Stream(own), context)
		if e == nil {
			break
		}
		code, after := notReady, before
		for code == notReady && after-before < int64(brief) {
			code = d.query(e.handle)
			after = clock.Nanotime()
		}
		if width := after - before; code == success && (!found || width < best.width) {
			if found {
				p.give(best.event)
			}
			best, found = anchor{e, before + width/2, width}, true
			continue
		}
		p.give(e)
	}
	if found {
		a.worst = max(a.worst, best.width)
	}
	return best, found
}

// when is the time of a region on the device by the host's clock; it took so long, and has ended before the anchor.
func (a anchor) when(d *driver, r *region, took time.Duration) (lanes.Span, result) {
	ago, code := d.elapsed(r.end.handle, a.event.handle)
	end := a.at - int64(float64(ago)*1e6)
	return lanes.Span{Begin: end - int64(took), End: end}, code
}
