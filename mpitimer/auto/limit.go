package auto

import (
	"cmp"
	"fmt"
	"io"
	"maps"
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

	// A look may be worth it after so many starts, and is free again after so many times what it took: seldom if it ended no region.
	lookAfter = 4096
	soonLook  = 10
	freeLook  = 200

	newNodePairs = 8 // what the first call below a region costs on each track, in later ones
)

// limiter looks at what the timers cost.
type limiter struct {
	mu    sync.Mutex
	tm    *mpitimer.Timers // nil while nobody looks
	last  map[string]spent
	busy  time.Duration // the processor's time at the last look
	begun int64         // of clock.Nanotime: when it began to look
	takes float64       // ns of a look for each node, the least yet; 0 before the first

	pair          atomic.Int64 // nanoseconds of a start and a stop, 0 while nobody looks
	starts, spent atomic.Int64 // and the processor's time, when hurry was called last
	free          atomic.Int64 // of clock.Nanotime: when a look is free again
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

// begin begins to look at the timers of one rank: the ranks of several could not agree on what is timed.
func (l *limiter) begin(tm *mpitimer.Timers, tables string) {
	if _, known := processorTime(); !known || tables == "off" || onTrial || mpicall.Registered() != nil || tm.Environments().Default().Size() > 1 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tm, l.begun = tm, clock.Nanotime()
	l.pair.Store(int64(insertedPairs * tm.Profile().Clock.PairCost))
}

// end ends the looks.
func (l *limiter) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tm = nil
	l.pair.Store(0)
}

// hurry looks where starts cost too much, on a goroutine of the program: one of its own would stand behind all that are ready.
// Where a look cannot be, the region that starts is timed no longer if this finds it twice, as it does those that start most.
func (l *limiter) hurry(r *Region) {
	pair, all := l.pair.Load(), allStarts()
	if pair == 0 {
		return
	}
	busy, _ := processorTime()
	since, of := all-l.starts.Swap(all), busy-time.Duration(l.spent.Swap(int64(busy)))
	if float64(pair*all) <= mostOfRun*float64(busy)+float64(allowance) || float64(pair*since) <= mostOfRun*float64(of) {
		return
	}
	begun := clock.Nanotime()
	if begun < l.free.Load() || !l.mu.TryLock() {
		if r.found.Add(1) >= 2 {
			r.ended.Store(true)
		}
		return
	}
	defer l.mu.Unlock()
	times := freeLook
	ended, nodes := l.look(busy)
	if ended {
		times = soonLook
	}
	now := clock.Nanotime()
	l.free.Store(now + l.pause(now-begun, now-l.begun, times, nodes))
}

// pause returns for how long no look is free, in ns, after one at so many nodes that took so long, so long after the first start: so
// many times what it takes. On a busy machine a look may stand still, which says nothing of the next one.
func (l *limiter) pause(took, since int64, times, nodes int) int64 {
	if per := float64(took) / float64(max(nodes, 1)); l.takes == 0 || per < l.takes {
		l.takes = per
	}
	return min(int64(float64(times)*l.takes*float64(nodes)), since)
}

// look reports whether it has ended a region, and at how many nodes it has looked. The lock is held.
func (l *limiter) look(busy time.Duration) (ended bool, nodes int) {
	if l.tm == nil {
		return false, 0
	}
	p := l.tm.Profile()
	list := l.judge(p, busy)
	for _, name := range list {
		for _, r := range regions[name] {
			r.ended.Store(true)
		}
	}
	return len(list) > 0, len(p.Nodes)
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

// ended reports whether a region of that name is timed no longer. The lock is held.
func ended(name string) bool {
	return slices.ContainsFunc(regions[name], func(r *Region) bool { return r.ended.Load() })
}

// anyEnded reports whether some region is. The lock is held.
func anyEnded() bool { return slices.ContainsFunc(slices.Collect(maps.Keys(regions)), ended) }

// mark returns a profile in which the names of regions say that they were timed at first only.
func (l *limiter) mark(p *stats.Profile) *stats.Profile {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !anyEnded() {
		return p
	}
	marked := *p
	marked.Nodes = slices.Clone(p.Nodes)
	for i := range marked.Nodes {
		if n := &marked.Nodes[i]; ended(n.Name) {
			n.Name += firstCalls
		}
	}
	return &marked
}

// tell says what the mark means.
func (l *limiter) tell(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if anyEnded() {
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
		list[name] = !ended(name)
	}
	return list
}
