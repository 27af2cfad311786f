package device

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// collector gives the regions what the device has done.
type collector struct {
	pool    pool
	streams streams
	devices devices

	mu      sync.Mutex // held while regions are looked at
	waiting []*region  // which the device may not have done
	aligner aligner

	arriving struct {
		sync.Mutex
		list    []*region
		running bool // there is a goroutine that looks again and again
	}
}

// often is how often the device is asked, and mostWaiting how many regions may wait for it: beyond it they are counted
// only.
const (
	often       = 20 * time.Millisecond
	mostWaiting = 1 << 16
)

// queue keeps a region until the device has done it.
func (c *collector) queue(r *region) {
	a := &c.arriving
	a.Lock()
	if len(a.list) >= mostWaiting {
		a.Unlock()
		c.pool.give(r.begin, r.end)
		c.pool.warn(warnDropped)
		return
	}
	a.list = append(a.list, r)
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
		if waiting == 0 && len(c.arriving.list) == 0 {
			c.arriving.running = false
			c.arriving.Unlock()
			return
		}
		c.arriving.Unlock()
	}
}

// collect takes up what is done, and returns how many regions wait still. It does so on a goroutine that has no regions of
// its own: what is given there stands below the place where it was launched, on a track beside that of the program.
func (c *collector) collect() (waiting int) {
	d := cuda()
	if d == nil {
		return 0
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.mu.Lock()
		defer c.mu.Unlock()
		waiting = c.look(d)
		c.settle(nil)
	}()
	<-done
	return waiting
}

func (c *collector) look(d *driver) int {
	c.arriving.Lock()
	c.waiting = append(c.waiting, c.arriving.list...)
	clear(c.arriving.list)
	c.arriving.list = c.arriving.list[:0]
	c.arriving.Unlock()
	if len(c.waiting) == 0 {
		return 0
	}
	runtime.LockOSThread() // the context is the thread's
	defer runtime.UnlockOSThread()
	former := d.currentContext()
	defer d.setContext(former)
	left, now := c.waiting[:0], former
	lost := map[uintptr]bool{}
	done := map[uintptr][]*region{}
	for _, r := range c.waiting {
		context := r.end.context
		if !lost[context] && context != now {
			lost[context] = d.setContext(context) != success
			now = context
		}
		if !lost[context] {
			switch code := d.query(r.end.handle); code {
			case success:
				done[context] = append(done[context], r)
				continue
			case notReady:
				left = append(left, r)
				continue
			default: // the context, or the whole device, is lost with all that was in it
				lost[context] = true
				c.pool.drop(context)
				delete(c.aligner.streams, context)
				c.pool.warnCode(warnFault, code)
			}
		}
		c.pool.warn(warnLost)
	}
	clear(c.waiting[len(left):])
	c.waiting = left
	for context, list := range done {
		d.setContext(context)
		c.take(d, context, list)
	}
	return len(left)
}

// take gives the regions of the current context that the device has done their times.
func (c *collector) take(d *driver, context uintptr, list []*region) {
	known, found := c.aligner.find(d, &c.pool, context)
	var spans []span
	for _, r := range list {
		milliseconds, code := d.elapsed(r.begin.handle, r.end.handle)
		if code != success {
			c.pool.warnCode(warnFault, code)
			c.pool.warn(warnLost)
			continue
		}
		took := max(time.Duration(float64(milliseconds)*1e6), 0)
		r.placed(r.end.device).Give(took, 1)
		if found {
			if s, code := known.when(d, r, took); code == success {
				spans = append(spans, s)
			}
		}
		c.pool.give(r.begin, r.end)
	}
	if !found {
		c.pool.warn(warnAlign)
		return
	}
	c.pool.give(known.event)
	c.devices.of(list[0].begin.device).add(spans)
}

// placed is where a region of a device stands in the tree.
func (r *region) placed(device int) engine.Place {
	if !r.named {
		around := r.place
		if r.around != nil {
			around = r.around.placed(device)
		}
		r.row, r.named = r.rank.Below(around, fmt.Sprintf("gpu%d:%s", device, r.name), r.environment), true
	}
	return r.row
}

// settle gives the host regions their overlap, as far as it is known; those of a rank that ends as they are.
func (c *collector) settle(ending *engine.Rank) {
	known := c.streams.since(clock.Nanotime()) // first: what leaves the streams comes to those below
	c.arriving.Lock()
	for _, r := range c.arriving.list {
		known = min(known, r.at)
	}
	c.arriving.Unlock()
	for _, r := range c.waiting {
		known = min(known, r.at)
	}
	for _, b := range c.devices.all() {
		name := fmt.Sprintf("gpu%d:overlap", b.device)
		for _, s := range b.settle(known, ending) {
			s.rank.Below(s.place, name, "").Give(s.busy, 1)
		}
		for range b.takePartly() {
			c.pool.warn(warnPartly)
		}
	}
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
		c.waiting = nil
		c.mu.Unlock()
		break
	}
	done := make(chan struct{})
	go func() { // as collect does
		defer close(done)
		c.mu.Lock()
		defer c.mu.Unlock()
		if ending != nil {
			c.settle(ending)
		}
	}()
	<-done
}

func init() {
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

func (o *output) Begin(run attach.Run) error {
	o.run = run
	if inner, is := run.(interface{ Engine() *engine.Rank }); is {
		o.rank = inner.Engine()
	}
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
