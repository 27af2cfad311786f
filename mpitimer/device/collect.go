package device

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
)

// pending is an interval whose end the device may not have reached yet.
type pending struct {
	begin, end *event
	name       string
	place      mpitimer.Place
}

// collector gives the regions what the device has done.
type collector struct {
	pool pool

	mu      sync.Mutex // held while intervals are looked at
	waiting []pending

	arriving struct {
		sync.Mutex
		list    []pending
		running bool // there is a goroutine that looks again and again
	}
}

// often is how often the device is asked, and mostWaiting how many intervals may wait for it: beyond it they are counted
// only.
const (
	often       = 20 * time.Millisecond
	mostWaiting = 1 << 16
)

// queue keeps an interval until the device has done it.
func (c *collector) queue(p pending) {
	a := &c.arriving
	a.Lock()
	if len(a.list) >= mostWaiting {
		a.Unlock()
		c.pool.give(p.begin, p.end)
		c.pool.warn(warnDropped)
		return
	}
	a.list = append(a.list, p)
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

// collect takes up what is done, and returns how many intervals wait still. It does so on a goroutine that has no regions of
// its own: what is given there stands below the place where it was launched, on a track beside that of the program.
func (c *collector) collect() (waiting int) {
	d := cuda()
	if d == nil {
		return 0
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		waiting = c.look(d)
	}()
	<-done
	return waiting
}

func (c *collector) look(d *driver) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arriving.Lock()
	c.waiting = append(c.waiting, c.arriving.list...)
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
	for _, p := range c.waiting {
		context := p.end.context
		if !lost[context] && context != now {
			lost[context] = d.setContext(context) != success
			now = context
		}
		if lost[context] || !c.take(d, p, &left, lost) {
			c.pool.warn(warnLost)
		}
	}
	clear(c.waiting[len(left):])
	c.waiting = left
	return len(left)
}

// take gives an interval to its region if the device has done it, and keeps it if not. False means that it is lost.
func (c *collector) take(d *driver, p pending, left *[]pending, lost map[uintptr]bool) bool {
	switch code := d.query(p.end.handle); code {
	case success:
	case notReady:
		*left = append(*left, p)
		return true
	default: // the context, or the whole device, is lost with all that was in it
		lost[p.end.context] = true
		c.pool.drop(p.end.context)
		c.pool.warnCode(warnFault, code)
		return false
	}
	milliseconds, code := d.elapsed(p.begin.handle, p.end.handle)
	if code != success || p.begin.context != p.end.context {
		c.pool.warnCode(warnFault, code)
		return false
	}
	c.pool.give(p.begin, p.end)
	took := time.Duration(float64(milliseconds) * 1e6)
	p.place.Do(func() { mpitimer.Default().Add(fmt.Sprintf("gpu%d:%s", p.end.device, p.name), max(took, 0), 1) })
	return true
}

// finish waits for the device, for about so long at most, and takes up what it has done.
func (c *collector) finish(patience time.Duration) {
	const nap = time.Millisecond
	for left := patience; c.collect() > 0; left -= nap {
		if left > 0 {
			time.Sleep(nap)
		} else {
			c.mu.Lock()
			for range c.waiting {
				c.pool.warn(warnLate)
			}
			c.waiting = nil
			c.mu.Unlock()
			return
		}
	}
}

// The kinds of warnings, of the report.
const (
	warnContext = "device regions without a current context; not timed"
	warnRecord  = "device regions that the driver did not take (its error)"
	warnCreate  = "events that the driver did not make (its error)"
	warnFault   = "a fault of the device (the driver's error)"
	warnLost    = "device regions that were lost with their context"
	warnLate    = "device regions that the device had not done at the end"
	warnDropped = "device regions for which there was no room; not timed"
)

// warnings are told when the timers end, since those of a device come at any time, and again and again.
type warnings struct {
	mu     sync.Mutex
	counts map[[2]string]uint64
}

func (w *warnings) warn(kind string) { w.note(kind, "") }

func (w *warnings) warnCode(kind string, code result) { w.note(kind, fmt.Sprint(int(code))) }

func (w *warnings) note(kind, about string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts == nil {
		w.counts = make(map[[2]string]uint64)
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

func init() {
	attach.Register(attach.Kind{Name: "device", Settings: func() attach.Settings { return new(settings) }})
}

// settings has no keys: who links this package has device timers.
type settings struct{}

func (*settings) Check() []attach.Fault                { return nil }
func (*settings) Open() (attach.Output, attach.Source) { return new(output), nil }

// output implements attach.Output. It takes up what the device has done before the regions end.
type output struct{ run attach.Run }

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
	the.finish(patience)
	the.pool.tell(o.run.Warn)
}

func (o *output) Report(*attach.Report) error { return nil }

func (o *output) End(bool) error { return nil }
