package kernels

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// activity is a kernel or copy that a device has done. Its times are ns of clock.Nanotime, but of the source's clock until
// they are placed.
type activity struct {
	name                    string
	id                      uint32
	device, context, stream uint32
	begin, end              int64
	bytes                   uint64 // of copies
}

// recorder is that of the process. All its ranks share it.
type recorder struct {
	launched ring

	mu     sync.Mutex // of all below
	source source
	clock  offset
	users  int
	stop   chan struct{}
	ended  chan struct{}

	names     map[onDevice]string
	busyUntil map[uint32]int64
	copied    map[string]*volume
	counts    map[string]uint64
}

// onDevice is a kernel, or something else that has a row, of a device.
type onDevice struct {
	device uint32
	name   string
}

// volume is what was copied, in bytes, and how long that took, in ns.
type volume struct {
	bytes uint64
	took  int64
}

var the recorder

// open starts the recorder for one more rank, and returns what is to be said about it.
func (r *recorder) open() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users > 0 {
		r.users++
		return "recorded"
	}
	r.launched.clear()
	source, err := start()
	if err != nil {
		return err.Error()
	}
	r.source, r.clock, r.users = source, offset{}, 1
	r.clock.align(source)
	r.names = map[onDevice]string{}
	r.busyUntil, r.copied, r.counts = map[uint32]int64{}, map[string]*volume{}, map[string]uint64{}
	r.stop, r.ended = make(chan struct{}), make(chan struct{})
	go r.run(r.stop, r.ended)
	return fmt.Sprintf("by %v, %v", source, &r.clock)
}

// run takes up records until it is stopped.
func (r *recorder) run(stop, ended chan struct{}) {
	defer close(ended)
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			r.collect(false)
		}
	}
}

// collect gives the regions what the devices have done by now.
func (r *recorder) collect(force bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.source == nil {
		return
	}
	list, dropped := r.source.take(force)
	r.clock.align(r.source)
	list, untimed := r.clock.place(list)
	r.count(warnUntimed, untimed)
	r.count(warnDropped, dropped)
	r.give(list)
	r.count(warnPartly, lanes.Settle())
}

func (r *recorder) count(kind string, n int) {
	if n > 0 {
		r.counts[kind] += uint64(n)
	}
}

// batch is what was done since it was last asked for, as it is given.
type batch struct {
	rows  map[rowAt]engine.Place
	told  map[*lanes.Lane][]ondevice.Interval
	spans map[uint32][]lanes.Span
}

// rowAt is a row of a region.
type rowAt struct {
	around engine.Place
	name   string
}

// give adds what was done to the regions.
func (r *recorder) give(list []activity) {
	slices.SortFunc(list, func(a, b activity) int { return cmp.Compare(a.begin, b.begin) })
	b := batch{map[rowAt]engine.Place{}, map[*lanes.Lane][]ondevice.Interval{}, map[uint32][]lanes.Span{}}
	for _, a := range list {
		l, known := r.launched.find(a.id)
		if !known {
			r.count(warnUnmatched, 1)
		}
		if l.rank == nil {
			if l.rank = engine.Current(); l.rank == nil {
				continue
			}
		}
		r.giveOne(&b, l, a, known)
	}
	for device, list := range b.spans {
		lanes.Add(int(device), list)
	}
	for on, list := range b.told {
		on.Tell(list)
	}
	for _, a := range list { // last: until then the overlap waits for them
		r.launched.done(a.id)
	}
}

func (r *recorder) giveOne(b *batch, l launch, a activity, known bool) {
	row := func(name string) engine.Place {
		at := rowAt{l.place, r.nameOf(a.device, name)}
		place, is := b.rows[at]
		if !is {
			place = l.rank.Below(l.place, at.name, "")
			b.rows[at] = place
		}
		return place
	}
	whole := lanes.Of(l.rank, int(a.device))
	on := lanes.OfStream(l.rank, int(a.device), uint64(a.context), uint64(a.stream))
	kernel := row(a.name)
	on.Copy(kernel, time.Duration(max(a.end-a.begin, 0)), a.bytes) // of a kernel none
	if known {
		whole.Give(row("launch latency"), time.Duration(max(a.begin-l.at, 0)), 1)
		l.visit.On(int(a.device))
		if a.end-l.at > hopeless {
			r.count(warnHopeless, 1)
		}
	}
	if former, was := r.busyUntil[a.device]; was && a.begin > former {
		whole.Give(row("idle"), time.Duration(a.begin-former), 1)
	}
	r.busyUntil[a.device] = max(r.busyUntil[a.device], a.end)
	if a.bytes > 0 {
		r.copy(r.nameOf(a.device, a.name), a)
	}
	b.spans[a.device] = append(b.spans[a.device], lanes.Span{Begin: a.begin, End: a.end})
	if ondevice.Observed(l.rank) {
		b.told[on] = append(b.told[on], ondevice.Interval{Path: kernel.Path(), Begin: a.begin, End: a.end})
	}
}

// nameOf is the name of a row.
func (r *recorder) nameOf(device uint32, name string) string {
	of := onDevice{device, name}
	full, known := r.names[of]
	if !known {
		full = lanes.Name(int(device), name)
		r.names[of] = full
	}
	return full
}

func (r *recorder) copy(name string, a activity) {
	v := r.copied[name]
	if v == nil {
		v = new(volume)
		r.copied[name] = v
	}
	v.bytes += a.bytes
	v.took += a.end - a.begin
}

// close waits until the device has done what was launched, for about so long at most. For the last rank of the process it
// ends the recorder, and returns what is to be told.
func (r *recorder) close(rank *engine.Rank, patience time.Duration) (said []string, counts map[string]uint64) {
	r.mu.Lock()
	if r.users == 0 {
		r.mu.Unlock()
		return nil, nil
	}
	r.mu.Unlock()
	const nap = time.Millisecond
	r.collect(false)
	for left := patience; r.launched.waiting() > 0 && left > 0; left -= nap {
		time.Sleep(nap)
		r.collect(false)
	}
	r.collect(true)

	r.mu.Lock()
	if rank != nil {
		r.count(warnPartly, lanes.End(rank))
	}
	if r.users--; r.users > 0 {
		r.mu.Unlock()
		return nil, nil
	}
	source := r.source
	source.end()
	r.source = nil
	r.count(warnLate, r.launched.waiting())
	for name, v := range r.copied {
		said = append(said, fmt.Sprintf("%s: %d bytes, %.3g GB/s", name, v.bytes, float64(v.bytes)/float64(max(v.took, 1))))
	}
	slices.Sort(said)
	if n, each := r.launched.cost(); each > 0 {
		said = append(said, fmt.Sprintf("%d launches, each held up by about %v on the host, beside what %v needs", n, each, source))
	} else if n > 0 {
		said = append(said, fmt.Sprintf("launches: %d", n))
	}
	counts, r.counts = r.counts, nil
	r.launched.clear()
	stop, ended := r.stop, r.ended
	r.mu.Unlock()
	close(stop)
	<-ended
	return said, counts
}
