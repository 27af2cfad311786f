package auto

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
)

// This file keeps a program nearly as fast as it is without timers, whatever the build has chosen: where starts and stops
// cost more than a share of the processor's time, the regions with the shortest calls are timed no longer.

// Region is the region of a function or a statement.
type Region struct {
	is    *mpitimer.Region
	asked bool         // by name or by a directive: it is timed whatever that costs
	ended atomic.Bool  // it is timed no longer
	found atomic.Int32 // by hurry
}

// Start starts it on the calling goroutine.
func (r *Region) Start() mpitimer.Interval {
	if r.ended.Load() {
		return mpitimer.Interval{}
	}
	return r.start()
}

// start is apart so that the compiler inlines Start, which costs next to nothing where a region is timed no longer.
//
//go:noinline
func (r *Region) start() mpitimer.Interval {
	if !r.asked {
		var here byte
		if c := &starts[uintptr(unsafe.Pointer(&here))>>11%uintptr(len(starts))]; c.Add(1)%lookAfter == 0 {
			limits.hurry(r)
		}
	}
	return r.is.Start()
}

// starts count the starts of regions, in one of several places by where the goroutine's stack is: goroutines seldom share one.
var starts [64]struct {
	atomic.Int64
	_ [56]byte // to the next cache line
}

// allStarts is how often regions have started.
func allStarts() (sum int64) {
	for i := range starts {
		sum += starts[i].Load()
	}
	return sum
}

const (
	mostOfRun = 0.025            // of the processor's time: as much as with -auto
	allowance = time.Millisecond // which nobody notices
	// insertedPairs is how many pairs that are measured one behind the other cost as much as one in a function, where less of
	// it is in the processor's caches, calls are seldom as predicted, and the stop is a deferred call.
	insertedPairs = 3
	worthEnding   = 0.05 // of what timers may cost: regions that cost less are no reason

	// The time between two looks is so much of the run until then, that what happens in it is little of the run; and so many
	// times as long as a look, but no longer than the run until then.
	sinceLook = 1.0 / 32
	leastLook = 5 * time.Millisecond
	mostLook  = 5 * time.Second
	freeLook  = 200
	// Where starts come fast, a look does not wait for its time: its goroutine would stand behind all others that are ready.
	lookAfter = 4096
	fastLook  = 10 // as freeLook, unless a look has ended no region

	newNodePairs = 8 // what the first call below a region costs on each track, in later ones
)

// limiter looks at what the timers cost, first often and then seldom.
type limiter struct {
	mu    sync.Mutex
	tm    *mpitimer.Timers
	next  *time.Timer // nil while nobody looks
	begun int64       // of clock.Nanotime
	takes float64     // nanoseconds of a look for each node, without what others take the processor for: the least of all
	last  map[string]spent
	busy  time.Duration // the processor's time at the last look
	nodes float64       // at the last look
	ended map[string]bool

	pair          atomic.Int64 // nanoseconds of a start and a stop, 0 while nobody looks
	starts, spent atomic.Int64 // and the processor's time, when hurry was called last
	free          atomic.Int64 // of clock.Nanotime: when hurry may look again
}

var limits limiter

// spent is what was spent in a region of that name.
type spent struct {
	name        string
	calls, time float64
	cost        float64 // of it, for its timers
}

func (s spent) minus(before spent) spent {
	return spent{s.name, s.calls - before.calls, s.time - before.time, s.cost - before.cost}
}

// begin begins to look at the timers of one rank: the ranks of several could not agree on what is timed. A Go timer keeps the
// runtime from noticing that a program hangs, which it does not where tables are kept.
func (l *limiter) begin(tm *mpitimer.Timers, tables string) {
	if _, known := processorTime(); !known || tables == "off" || onTrial || mpicall.Registered() != nil || tm.Environments().Default().Size() > 1 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tm, l.begun, l.takes, l.ended = tm, clock.Nanotime(), math.Inf(1), make(map[string]bool)
	l.pair.Store(int64(insertedPairs * tm.Profile().Clock.PairCost))
	l.next = time.AfterFunc(leastLook, l.look)
}

// end ends the looks.
func (l *limiter) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next != nil {
		l.next.Stop()
		l.next = nil
		l.pair.Store(0)
		for name, list := range regions {
			if slices.ContainsFunc(list, func(r *Region) bool { return r.ended.Load() }) {
				l.ended[name] = true
			}
		}
	}
}

func (l *limiter) look() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next != nil {
		l.lookNow()
	}
}

// hurry looks at once where starts cost too much. Where a look cannot be, or takes its time behind goroutines that are ready, the
// region that starts is timed no longer if this finds it twice, as it does those that start most.
func (l *limiter) hurry(r *Region) {
	pair, all := l.pair.Load(), allStarts()
	busy, known := processorTime()
	since, of := all-l.starts.Swap(all), busy-time.Duration(l.spent.Swap(int64(busy)))
	if cost := float64(pair) * float64(all); pair == 0 || !known || cost <= mostOfRun*float64(busy)+float64(allowance) || float64(pair)*float64(since) <= mostOfRun*float64(of) {
		return
	}
	if clock.Nanotime() < l.free.Load() || !l.mu.TryLock() {
		if r.found.Add(1) >= 2 {
			r.ended.Store(true)
		}
		return
	}
	defer l.mu.Unlock()
	if l.next == nil {
		return
	}
	times := freeLook
	if l.lookNow() {
		times = fastLook
	}
	l.free.Store(clock.Nanotime() + int64(float64(times)*l.takes*l.nodes))
}

// lookNow looks, and reports whether it has ended a region.
func (l *limiter) lookNow() bool {
	begun := clock.Nanotime()
	busy, _ := processorTime()
	p := l.tm.Profile()
	list := l.judge(p, busy)
	for _, name := range list {
		l.ended[name] = true
		for _, r := range regions[name] {
			r.ended.Store(true)
		}
	}
	now := clock.Nanotime()
	l.next.Reset(l.pause(time.Duration(now-begun), time.Duration(now-l.begun), len(p.Nodes)))
	l.nodes = float64(len(p.Nodes))
	return len(list) > 0
}

// pause returns how long nobody looks after a look at so many nodes that took so long, so long after the first call. On a busy
// machine a look may stand still, which says nothing of the next one.
func (l *limiter) pause(took, since time.Duration, nodes int) time.Duration {
	l.takes = min(l.takes, float64(took)/float64(max(nodes, 1)))
	free := min(time.Duration(freeLook*l.takes*float64(nodes)), since)
	return max(min(time.Duration(sinceLook*float64(since)), mostLook), leastLook, free)
}

// judge returns the regions that are to be timed no longer, after so much of the processor's time.
func (l *limiter) judge(p *stats.Profile, busy time.Duration) (list []string) {
	now, all, rate := spentIn(p), 0.0, 0.0
	var recent []spent
	for name, s := range now {
		all += s.cost
		if since := s.minus(l.last[name]); since.calls > 0 {
			recent = append(recent, since)
			rate += since.cost
		}
	}
	may := mostOfRun * float64(busy-l.busy)
	l.last, l.busy = now, busy
	if all <= mostOfRun*float64(busy)+float64(allowance) {
		return nil
	}
	slices.SortFunc(recent, func(a, b spent) int {
		return cmp.Or(cmp.Compare(a.time/a.calls, b.time/b.calls), cmp.Compare(a.name, b.name))
	})
	for _, s := range recent {
		if rate <= may {
			break
		}
		if s.cost >= worthEnding*may && !asked(s.name) {
			rate -= s.cost
			list = append(list, s.name)
		}
	}
	return list
}

// asked reports whether a region of that name was asked for.
func asked(name string) bool {
	return slices.ContainsFunc(regions[name], func(r *Region) bool { return r.asked })
}

// spentIn sums up by name what a rank has spent in the regions of the build.
func spentIn(p *stats.Profile) map[string]spent {
	sums := make(map[string]spent)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if regions[n.Name] == nil || n.Calls == 0 {
			continue
		}
		pair := insertedPairs * p.Clock.PairCost
		if n.Estimated { // most calls read no clock
			pair /= 2
		}
		s := sums[n.Name]
		cost := float64(n.Calls)*pair + float64(max(len(n.ByTrack), 1)*newNodePairs)*insertedPairs*p.Clock.PairCost
		sums[n.Name] = spent{n.Name, s.calls + float64(n.Calls), s.time + float64(n.Total), s.cost + cost}
	}
	return sums
}

// firstCalls ends the names of regions of which later calls are not timed.
const firstCalls = " (first calls)"

// mark returns a profile in which the names of regions say that they were timed at first only.
func (l *limiter) mark(p *stats.Profile) *stats.Profile {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ended) == 0 {
		return p
	}
	marked := *p
	marked.Nodes = slices.Clone(p.Nodes)
	for i := range marked.Nodes {
		if n := &marked.Nodes[i]; l.ended[n.Name] {
			n.Name += firstCalls
		}
	}
	return &marked
}

// tell says what the mark means.
func (l *limiter) tell(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ended) > 0 {
		fmt.Fprintf(w, "mpitimer: rows that end with%s are of regions with so many short calls that timing all of them would take more than %.1f %% of the processor's time: "+
			"later calls count for the region around them; -only NAME times them all\n", firstCalls, 100*mostOfRun)
	}
}

// timed are the regions of which all calls were timed.
func (l *limiter) timed() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make(map[string]bool)
	for name := range maps.Keys(regions) {
		list[name] = !l.ended[name]
	}
	return list
}
