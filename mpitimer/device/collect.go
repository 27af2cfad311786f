package device

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// collector gives the regions what the device has done.
type collector struct {
	pool    pool
	streams streams

	mu      sync.Mutex // held while regions are looked at
	waiting []*region  // which the device may not have done
	aligner aligner

	arriving struct {
		sync.Mutex
		list    []*region
		begins  []*event // of regions, open or not, which the device may not have passed
		running bool     // there is a goroutine that looks again and again
	}
}

// often is how often the device is asked, and mostWaiting how many regions may be open or wait for it: beyond it they are
// counted only.
const (
	often       = 20 * time.Millisecond
	mostWaiting = 1 << 16
)

// arrive keeps a region, or the start of one, until the device has done it.
func (c *collector) arrive(r *region, begin *event) {
	a := &c.arriving
	a.Lock()
	if r != nil {
		a.list = append(a.list, r)
	} else {
		a.begins = append(a.begins, begin)
	}
	start := !a.running
	a.running = true
	a.Unlock()
	if start {
		go c.run()
	}
}

// run looks until nothing waits.
func (c *collector) run() {
	for {
		time.Sleep(often)
		waiting := c.collect()
		c.arriving.Lock()
		if waiting == 0 && len(c.arriving.list) == 0 && len(c.arriving.begins) == 0 {
			c.arriving.running = false
			c.arriving.Unlock()
			return
		}
		c.arriving.Unlock()
	}
}

// collect takes up what is done, and returns how many regions wait still.
func (c *collector) collect() (waiting int) {
	d := vendor()
	if d == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting = c.look(d)
	c.partly(lanes.Settle())
	return waiting
}

// partly counts host regions of which the overlap is known in part.
func (c *collector) partly(n int) {
	for range n {
		c.pool.warn(warnPartly)
	}
}

// admit lets those that have arrived wait with the others.
func (c *collector) admit() {
	a := &c.arriving
	a.Lock()
	defer a.Unlock()
	c.waiting = append(c.waiting, a.list...)
	clear(a.list)
	a.list = a.list[:0]
}

// look asks the device for what waits, and returns how many regions it has not done.
func (c *collector) look(d driver) int {
	c.admit()
	if len(c.waiting) == 0 {
		c.lookAtBegins(d)
		return 0
	}
	runtime.LockOSThread() // the context is the thread's
	defer runtime.UnlockOSThread()
	defer d.relax()()
	former := d.current()
	defer d.enter(former)
	left, now := c.waiting[:0], former
	lost := map[uintptr]bool{}
	done := map[uintptr][]*region{}
	unfinished := map[*region]bool{} // regions in which another one waits still
	for _, r := range c.waiting {
		context := r.end.context
		if !lost[context] && context != now {
			lost[context] = d.enter(context) != success
			now = context
		}
		if !lost[context] {
			code := notReady
			if !unfinished[r] { // or the device finished since it was asked for what is inside
				code = d.query(r.end)
			}
			switch code {
			case success:
				done[context] = append(done[context], r)
				continue
			case notReady:
				left = append(left, r)
				unfinished[r.around] = true
				continue
			case eventCaptured: // the capture began and the event was recorded at the same time
				c.pool.warn(warnCaptured)
				c.pool.give(d, r.begin, r.end)
				c.streams.forget(r)
				continue
			default: // the context, or the whole device, is lost with all that was in it
				lost[context] = true
				c.pool.drop(context)
				d.forget(context)
				c.pool.warnCode(warnFault, code)
			}
		}
		c.pool.note(warnLost, r.name)
		c.streams.forget(r)
	}
	clear(c.waiting[len(left):])
	c.waiting = left
	c.lookAtBegins(d) // those of what is done have passed, and must not be in the list when they are used again
	for context, list := range done {
		d.enter(context)
		c.take(d, context, list)
	}
	return len(left)
}

// lookAtBegins asks for the begins of regions, while it can be told when they were.
func (c *collector) lookAtBegins(d driver) {
	a := &c.arriving
	a.Lock()
	begins := a.begins
	a.begins = nil
	a.Unlock() // nothing waits for the driver
	begins = slices.DeleteFunc(begins, func(e *event) bool { return d.query(e) != notReady })
	a.Lock()
	a.begins = append(begins, a.begins...)
	a.Unlock()
}

// take gives the regions of the current context that the device has done their times.
func (c *collector) take(d driver, context uintptr, list []*region) {
	known, found := c.aligner.find(d, &c.pool, context)
	spans := map[int][]lanes.Span{}
	defer c.streams.forget(list...) // last: until then the overlap waits for them
	for _, r := range list {
		took, code := d.elapsed(r.begin, r.end)
		if code == wrapped {
			c.pool.note(warnWrapped, r.name)
			c.pool.give(d, r.begin, r.end)
			continue
		} else if code != success {
			c.pool.warnCode(warnFault, code)
			c.pool.note(warnLost, r.name)
			continue
		}
		took = max(took, 0)
		on := lanes.OfStream(r.rank, r.end.device, uint64(context), uint64(r.stream.handle))
		on.Give(r.placed(r.end.device), took, 1)
		if found {
			if s, code := known.when(d, r, took); code == success {
				spans[r.end.device] = append(spans[r.end.device], s)
				r.tell(on, s)
			}
		}
		c.pool.give(d, r.begin, r.end)
	}
	if !found {
		c.pool.warn(warnAlign)
		return
	}
	c.pool.give(d, known.event)
	for device, list := range spans {
		lanes.Add(device, list)
	}
}

// mostInside is how many of the regions inside another are kept for those who write down what happened over time.
const mostInside = 4096

// tell tells when a region ran. Those inside another are told with it, since they are done earlier.
func (r *region) tell(on *lanes.Lane, s lanes.Span) {
	if !ondevice.Observed(r.rank) {
		return
	}
	depth := 0
	for around := r.around; around != nil; around = around.around {
		depth++
	}
	list := append([]ondevice.Interval{{Path: r.row.Path(), Depth: depth, Begin: s.Begin, End: s.End}}, r.inside...)
	r.inside = nil
	if r.around == nil {
		on.Tell(list)
	} else if len(r.around.inside)+len(list) <= mostInside {
		r.around.inside = append(r.around.inside, list...)
	}
}

// placed is where a region of a device stands in the tree.
func (r *region) placed(device int) engine.Place {
	if !r.named {
		around := r.place
		if r.around != nil {
			around = r.around.placed(device)
		}
		r.row, r.named = r.rank.Below(around, lanes.Name(device, r.name), r.environment), true
	}
	return r.row
}

// finish waits for the device, for about so long at most, and takes up what it has done. A rank that ends is settled.
func (c *collector) finish(patience time.Duration, ending *engine.Rank) {
	for _, r := range c.streams.abandon(ending) {
		c.pool.note(warnOpen, r.name)
	}
	const nap = time.Millisecond
	for left := patience; c.collect() > 0; left -= nap {
		if left > 0 {
			time.Sleep(nap)
			continue
		}
		c.mu.Lock()
		for range c.waiting {
			c.pool.warn(warnLate)
		}
		c.streams.forget(c.waiting...)
		c.waiting = nil
		c.arriving.Lock()
		c.arriving.begins = nil // or they would be asked for ever
		c.arriving.Unlock()
		c.mu.Unlock()
		break
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if ending != nil {
		c.partly(lanes.End(ending))
	}
}

func init() {
	lanes.Register(func(now int64) int64 { return the.streams.since(now) })
	ondevice.Source(Collect)
	attach.Register(attach.Kind{Name: "device", Settings: func() attach.Settings { return new(settings) }})
}

// settings has no keys: who links this package has device timers.
type settings struct{}

func (*settings) Check() []attach.Fault                { return nil }
func (*settings) Open() (attach.Output, attach.Source) { return new(output), nil }

// output implements attach.Output. It takes up what the device has done before the regions end.
type output struct {
	run  attach.Run
	rank *engine.Rank
}

// Use implements engine.User.
func (o *output) Use(rank *engine.Rank) { o.rank = rank }

func (o *output) Begin(run attach.Run) error {
	o.run = run
	if run.Rank() == 0 {
		run.Say("mpitimer: devices: " + describe())
	}
	return nil
}

// patience is how long the end of the timers waits for the device.
const patience = 5 * time.Second

func (o *output) Stop() {
	the.finish(patience, o.rank)
	if worst := the.clockError(); worst > 0 && o.run.Rank() == 0 {
		o.run.Say(fmt.Sprintf("mpitimer: devices: their clock is known to ±%d ns", worst))
	}
	the.pool.tell(o.run.Warn)
}

// clockError is by how much times of the device by the host's clock may be wrong, in ns; 0 if there were none.
func (c *collector) clockError() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return (c.aligner.worst + 1) / 2
}

func (o *output) Report(*attach.Report) error { return nil }

func (o *output) End(bool) error { return nil }
