package device

import (
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// devices has what each device was busy with.
type devices struct {
	mu   sync.Mutex
	list []*busy
}

// of returns that of a device.
func (d *devices) of(device int) *busy {
	d.mu.Lock()
	defer d.mu.Unlock()
	for device >= len(d.list) {
		d.list = append(d.list, &busy{device: len(d.list)})
	}
	return d.list[device]
}

// all returns those of all devices.
func (d *devices) all() []*busy {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.list)
}

// span is from begin to end, in ns of clock.Nanotime.
type span struct{ begin, end int64 }

// stay is one interval of a host region that has put something into a stream. Its end is endless while it runs.
type stay struct {
	span
	rank  *engine.Rank
	place engine.Place
	took  int64 // for how long the device was busy meanwhile, of the spans that were forgotten
}

const endless = 1<<63 - 1

// The most spans and stays that are kept of a device.
const (
	mostSpans = 1 << 16
	mostStays = 1 << 16
)

// busy is when a device was busy with what was timed, and which host regions that is compared with. It is a hook of the
// engine, which tells it when those stop.
type busy struct {
	device int

	mu        sync.Mutex
	spans     []span // disjoint, in their order
	forgotten int64  // nothing is known of what was before; 0 if nothing was forgotten
	stays     []*stay
	sum       []int64 // room for a measure
	partly    int     // stays that were settled too early, or of which the begin was forgotten
}

// watch compares the innermost region of the goroutine, once for each interval of it.
func (b *busy) watch(rank *engine.Rank, place engine.Place) {
	rank.Watch(b, func(ran time.Duration) any {
		return b.enter(clock.Nanotime()-int64(ran), rank, place)
	})
}

// Start implements engine.Hook.
func (b *busy) Start(string) any { return nil }

// Stop implements engine.Hook: the host leaves a region.
func (b *busy) Stop(state any) {
	now := clock.Nanotime()
	b.mu.Lock()
	state.(*stay).end = now
	b.mu.Unlock()
}

func (b *busy) enter(begin int64, rank *engine.Rank, place engine.Place) *stay {
	s := &stay{span: span{begin, endless}, rank: rank, place: place}
	b.mu.Lock()
	defer b.mu.Unlock()
	if begin < b.forgotten {
		b.partly++
	}
	b.stays = append(b.stays, s)
	return s
}

// add notes what the device has done. Spans come in any order.
func (b *busy) add(list []span) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range list {
		if s.begin = max(s.begin, b.forgotten); s.begin < s.end {
			b.spans = append(b.spans, s)
		}
	}
	slices.SortFunc(b.spans, func(a, b span) int { return int(max(min(a.begin-b.begin, 1), -1)) })
	b.spans = joined(b.spans)
	if over := len(b.spans) - mostSpans; over > 0 {
		b.forget(over + mostSpans/2)
	}
}

// joined joins spans that touch, of a list by begin, in place.
func joined(list []span) []span {
	n := 0
	for _, s := range list {
		if n > 0 && s.begin <= list[n-1].end {
			list[n-1].end = max(list[n-1].end, s.end)
		} else {
			list[n] = s
			n++
		}
	}
	return list[:n]
}

// forget drops the first n spans, after adding them to the stays of which they are a part.
func (b *busy) forget(n int) {
	m := b.measure(b.spans[:n])
	for _, s := range b.stays {
		s.took += m.within(s.span)
	}
	b.forgotten = b.spans[n-1].end
	b.spans = slices.Delete(b.spans, 0, n)
}

// settled is for how long the device was busy in a stay.
type settled struct {
	*stay
	busy time.Duration
}

// settle takes the stays of which nothing can change any more: those that have ended when everything was known. Those of a
// rank that ends are settled as they are.
func (b *busy) settle(known int64, ending *engine.Rank) (list []settled) {
	b.mu.Lock()
	defer b.mu.Unlock()
	excess := len(b.stays) - mostStays
	var m *measure
	left := b.stays[:0]
	for i, s := range b.stays {
		if s.end > known && s.rank != ending && i >= excess {
			left = append(left, s)
			continue
		}
		if s.end > known && s.rank != ending {
			b.partly++
		}
		if m == nil {
			m = b.measure(b.spans)
		}
		list = append(list, settled{s, time.Duration(s.took + m.within(s.span))})
	}
	clear(b.stays[len(left):])
	b.stays = left
	return list
}

// takePartly returns how many stays are known in part only since it was last called.
func (b *busy) takePartly() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.partly
	b.partly = 0
	return n
}

// measure tells how much of a list of disjoint spans lies within another span.
type measure struct {
	spans []span
	sum   []int64 // of the lengths of those before each
}

// measure is of spans of b, until they change.
func (b *busy) measure(spans []span) *measure {
	b.sum = append(b.sum[:0], 0)
	for i, s := range spans {
		b.sum = append(b.sum, b.sum[i]+s.end-s.begin)
	}
	return &measure{spans, b.sum}
}

func (m *measure) within(s span) int64 { return m.before(s.end) - m.before(s.begin) }

// before is how much lies before t.
func (m *measure) before(t int64) int64 {
	n, _ := slices.BinarySearchFunc(m.spans, t, func(s span, t int64) int {
		if s.begin < t {
			return -1
		}
		return 1
	})
	if n == 0 {
		return 0
	}
	return m.sum[n-1] + min(m.spans[n-1].end, t) - m.spans[n-1].begin
}
