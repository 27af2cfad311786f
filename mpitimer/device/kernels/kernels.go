// Package kernels records every kernel and copy of a program on NVIDIA's or AMD's devices, without a change to
// the program: each kernel name is a row below the region that launched it, with the time on the device.
//
//	import _ "github.com/go-hpc/timers/mpitimer/device/kernels"
//
// It uses the activity interface of CUPTI, or of roctracer where there is no libcuda.so.1 or CUPTI refuses. Both are
// opened when the timers start, without cgo. Beside the kernels there are a row "launch latency", from the launch to
// the start on the device, and a row "idle", the gaps between what a device did, each below the region of the launch
// that ended the gap. If there is neither library, or both refuse, the log gives the reason and nothing is recorded.
// MPITIMER_KERNELS=false switches it off.
package kernels

import (
	"os"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

func init() {
	lanes.Register(the.launched.since)
	ondevice.Source(func() { the.collect(true) })
	attach.Register(attach.Kind{Name: "kernels", Settings: func() attach.Settings { return new(settings) }})
}

// variable is the environment variable that switches recording off: "false".
const variable = "MPITIMER_KERNELS"

// settings has no keys: a program that links this package records its kernels, unless the environment forbids it.
type settings struct{}

func (*settings) Check() []attach.Fault { return nil }

func (*settings) Open() (attach.Output, attach.Source) {
	if os.Getenv(variable) == "false" {
		return nil, nil
	}
	return new(output), nil
}

// output implements attach.Output.
type output struct {
	run     attach.Run
	rank    *engine.Rank
	stopped bool
}

// Use implements engine.User.
func (o *output) Use(rank *engine.Rank) { o.rank = rank }

// Begin starts the recorder of the process if no other rank has. Without one the rank goes on.
func (o *output) Begin(run attach.Run) error {
	o.run = run
	said := the.open()
	if run.Rank() == 0 {
		run.Say("mpitimer: kernels: " + said)
	}
	return nil
}

// Stop waits until what was launched is done, for patience at most, and gives it to its regions.
func (o *output) Stop() {
	if o.stopped {
		return
	}
	o.stopped = true
	said, counts := the.close(o.rank, patience)
	for kind, count := range counts {
		for range min(count, 1000) {
			o.run.Warn(kind, "")
		}
	}
	if others := otherNumbers(); others != "" && o.run.Rank() == 0 {
		said = append(said, "signals number devices in another order: "+others)
	}
	for _, line := range said {
		o.run.Say("mpitimer: kernels: " + line)
	}
}

func (*output) Report(*attach.Report) error { return nil }

func (*output) End(bool) error { return nil }

const (
	patience  = 2 * time.Second
	often     = 20 * time.Millisecond
	launches  = 1 << 16 // that may wait for their records
	bufferLen = 1 << 16 // bytes
	buffers   = 256
	poolLen   = 1 << 18 // of roctracer, which has two
	sampled   = 64      // one launch of so many is timed itself
)

// The kinds of warnings, of the report.
const (
	warnDropped   = "kernels and copies for which there was no room"
	warnUnmatched = "kernels and copies whose launch is not known; without a region"
	warnUntimed   = "kernels and copies without a time"
	warnPartly    = "host regions of which the overlap is known in part"
	warnLate      = "launches without a record at the end: not done, or refused"
	warnHopeless  = "kernels and copies done a minute after their launch; overlap is without them"
)

// launch is what is known of one on the host.
type launch struct {
	id    uint32 // the correlation ID
	call  uint32 // the function of the vendor's runtime that it was told by; 0 for the driver's
	open  bool   // no record has come yet
	taken bool   // one has, but what it says is not known to all yet
	at    int64  // ns of clock.Nanotime
	rank  *engine.Rank
	place engine.Place
	visit *lanes.Visit // of the host's region
}

// ring has the latest launches, by their IDs: older ones are overwritten, so that memory is bounded.
type ring struct {
	mu    sync.Mutex
	list  [launches]launch
	open  int
	taken int

	launches uint64
	spent    int64 // ns, of one of so many of them

	first, last uint32 // the IDs of launches of which not all may be known
}

// put notes a launch, and now and then how long that took since a time. Where a call of the runtime, in which this one of the
// driver is, has told of it, it returns that call.
func (r *ring) put(l launch, from int64) (around uint32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry := &r.list[l.id%launches]
	if entry.at != 0 && entry.id == l.id {
		return entry.call
	}
	if r.launches++; r.launches%sampled == 0 {
		defer func() { r.spent += clock.Nanotime() - from }()
	}
	if entry.open {
		r.open--
	}
	if entry.taken {
		r.taken--
	}
	*entry = l
	if !l.open {
		return 0
	}
	r.open++
	if r.open+r.taken == 1 || int32(l.id-r.first) < 0 {
		r.first = l.id
	}
	if r.open+r.taken == 1 || int32(l.id-r.last) > 0 {
		r.last = l.id
	}
	return 0
}

// cost returns how many launches there were, and for how long each was held up, as far as it can be seen from here: what
// the vendor's library needs comes on top. Of few launches it is not known, which is 0.
func (r *ring) cost() (launches uint64, each time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := r.launches / sampled; n > 0 {
		each = time.Duration(r.spent / int64(n))
	}
	return r.launches, each
}

// failed forgets a launch that the driver did not take.
func (r *ring) failed(id uint32) {
	r.mu.Lock()
	if entry := &r.list[id%launches]; entry.id == id && entry.open {
		entry.open = false
		r.open--
	}
	r.mu.Unlock()
}

// find returns a launch. A graph has several records of one.
func (r *ring) find(id uint32) (l launch, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry := &r.list[id%launches]
	if entry.id != id || id == 0 {
		return launch{}, false
	}
	if entry.open {
		entry.open, entry.taken = false, true
		r.open--
		r.taken++
	}
	return *entry, true
}

// done notes that what a record says of a launch is known to all.
func (r *ring) done(id uint32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if entry := &r.list[id%launches]; entry.id == id && entry.taken {
		entry.taken = false
		r.taken--
	}
}

const (
	// apart is by how much launches of several threads may come in another order than they have begun.
	apart = int64(time.Millisecond)
	// hopeless is after how long a launch is not waited for, in ns: one that is captured into a graph, or has nothing to
	// copy, never has a record.
	hopeless = int64(time.Minute)
)

// since returns the start of the earliest launch of which not all is known, at most now. What was overwritten is not waited
// for, nor what is hopeless.
func (r *ring) since(now int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if int32(r.last-r.first) > launches { // it is -1 when there is none left
		r.first = r.last - launches
	}
	for ; r.open+r.taken > 0 && r.first != r.last+1; r.first++ {
		if l := &r.list[r.first%launches]; l.id == r.first && (l.taken || l.open && now-l.at < hopeless) {
			return min(now, l.at-apart)
		}
	}
	return now
}

// waiting returns how many launches have no record yet.
func (r *ring) waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open
}

func (r *ring) clear() {
	r.mu.Lock()
	clear(r.list[:])
	r.open, r.taken, r.launches, r.spent = 0, 0, 0, 0
	r.mu.Unlock()
}
