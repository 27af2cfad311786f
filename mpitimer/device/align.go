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

// aligner finds out when a device did something, by the host's clock.
type aligner struct {
	worst int64 // the greatest width so far
}

// tries is how often an anchor is tried, since the host may be interrupted.
const tries = 3

// find finds an anchor in the current context; false if the device does not answer soon.
func (a *aligner) find(d driver, p *pool, context uintptr) (best anchor, found bool) {
	for range tries {
		before := clock.Nanotime()
		e, code := d.pass(p, context)
		width := clock.Nanotime() - before
		if code == notReady {
			continue
		}
		if code != success {
			if code != elsewhere { // a warning tells that
				p.warnCode(warnAlign, code)
			}
			break
		}
		if found && width >= best.width {
			p.give(d, e)
			continue
		}
		if found {
			p.give(d, best.event)
		}
		best, found = anchor{e, before + width/2, width}, true
	}
	if found {
		a.worst = max(a.worst, best.width)
	}
	return best, found
}

// when is the time of a region on the device by the host's clock; it took so long, and has ended before the anchor.
func (a anchor) when(d driver, r *region, took time.Duration) (lanes.Span, result) {
	ago, code := d.elapsed(r.end, a.event)
	end := a.at - int64(ago)
	return lanes.Span{Begin: end - int64(took), End: end}, code
}
