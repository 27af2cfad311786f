package lanes

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Visit is one interval of a host region that has given devices something to do. A nil one is of no region.
type Visit struct {
	rank  *engine.Rank
	place engine.Place
	begin int64
	end   atomic.Int64  // endless while it runs
	on    atomic.Uint64 // the devices that are compared with it, a bit each
}

// endless is the end of what runs still.
const endless = 1<<63 - 1

// visits is the hook that sees the ends of Visits.
type visits struct{ _ byte }

var hook = new(visits)

// Watch returns the Visit of the innermost region of the goroutine, nil outside regions. Its regions stand at place.
func Watch(rank *engine.Rank, place engine.Place) *Visit {
	v, _ := rank.Watch(hook, func(ran time.Duration) any {
		v := &Visit{rank: rank, place: place, begin: clock.Nanotime() - int64(ran)}
		v.end.Store(endless)
		return v
	}).(*Visit)
	return v
}

// Start implements attach.Hook.
func (*visits) Start(string) any { return nil }

// Stop implements attach.Hook: the host leaves a region.
func (*visits) Stop(state any) { state.(*Visit).end.Store(clock.Nanotime()) }

// On notes that the region has given a device something to do.
func (v *Visit) On(device int) {
	bit := uint64(1) << (device % 64)
	if v != nil && v.on.Or(bit)&bit == 0 {
		all.busyOf(device).enter(v)
	}
}

// Span is from Begin to End, in ns of clock.Nanotime.
type Span struct{ Begin, End int64 }

// stay is a Visit as it is compared with one device.
type stay struct {
	*Visit
	took int64 // for how long the device was busy meanwhile, of the spans that were forgotten
}

func (s *stay) span() Span { return Span{s.begin, s.end.Load()} }

// The most spans and stays that are kept of a device.
const (
	mostSpans = 1 << 16
	mostStays = 1 << 16
)

// busy is when a device was busy with what was timed, and which host regions that is compared with.
type busy struct {
	device int

	mu        sync.Mutex
	spans     []Span // disjoint, in their order
	forgotten int64  // nothing is known of what was before; 0 if nothing was forgotten
	stays     []*stay
	sum       []int64 // room for a measure
	partly    int     // stays that were settled too early, or of which the start was forgotten
}

func (b *busy) enter(v *Visit) *stay {
	s := &stay{Visit: v}
	b.mu.Lock()
	defer b.mu.Unlock()
	if v.begin < b.forgotten {
		b.partly++
	}
	b.stays = append(b.stays, s)
	return s
}

// add notes what the device has done. Spans come in any order.
func (b *busy) add(list []Span) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range list {
		if s.Begin = max(s.Begin, b.forgotten); s.Begin < s.End {
			b.spans = append(b.spans, s)
		}
	}
	slices.SortFunc(b.spans, func(a, b Span) int { return int(max(min(a.Begin-b.Begin, 1), -1)) })
	b.spans = joined(b.spans)
	if over := len(b.spans) - mostSpans; over > 0 {
		b.forget(over + mostSpans/2)
	}
}

// joined joins Spans that touch, of a list by begin, in place.
func joined(list []Span) []Span {
	n := 0
	for _, s := range list {
		if n > 0 && s.Begin <= list[n-1].End {
			list[n-1].End = max(list[n-1].End, s.End)
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
		s.took += m.within(s.span())
	}
	b.forgotten = b.spans[n-1].End
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
		if s.end.Load() > known && s.rank != ending && i >= excess {
			left = append(left, s)
			continue
		}
		if s.end.Load() > known && s.rank != ending {
			b.partly++
		}
		if m == nil {
			m = b.measure(b.spans)
		}
		list = append(list, settled{s, time.Duration(s.took + m.within(s.span()))})
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
	spans []Span
	sum   []int64 // of the lengths of those before each
}

// measure is of spans of b, until they change.
func (b *busy) measure(spans []Span) *measure {
	b.sum = append(b.sum[:0], 0)
	for i, s := range spans {
		b.sum = append(b.sum, b.sum[i]+s.End-s.Begin)
	}
	return &measure{spans, b.sum}
}

func (m *measure) within(s Span) int64 { return m.before(s.End) - m.before(s.Begin) }

// before is how much lies before t.
func (m *measure) before(t int64) int64 {
	n, _ := slices.BinarySearchFunc(m.spans, t, func(s Span, t int64) int {
		if s.Begin < t {
			return -1
		}
		return 1
	})
	if n == 0 {
		return 0
	}
	return m.sum[n-1] + min(m.spans[n-1].End, t) - m.spans[n-1].Begin
}
