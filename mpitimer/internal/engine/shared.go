package engine

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// sharedTree is the call tree of all goroutines beyond maxTracks. Each has a stack of its own; the
// tree is behind a lock, and the tick of a running interval is on the stack, since several goroutines
// may run a region at the same time.
type sharedTree struct {
	mu   sync.Mutex
	tree *Track
}

type sharedFrame struct {
	node     uint32 // the open region
	around   uint32 // the one that is current again when it stops
	nested   bool   // it was running already
	sequence bool   // opened by Next
	holds    bool   // starts were left out inside it
	serial   uint32 // by which its Interval knows it
	start    uint64
}

// share makes t a track without a tree.
func (t *Track) share(s *sharedTree) {
	t.shared = s
	t.Init(nil, 0, 1) // what the fast path looks into leads nowhere
	t.number, t.name = s.tree.number, s.tree.name
	t.special.Or(specialShared)
}

// sharedTree returns the rank's shared tree. The caller holds the directory's lock.
func (rank *Rank) sharedTree() *sharedTree {
	if rank.overflow == nil {
		rank.overflow = &sharedTree{tree: rank.nobodys("further goroutines", table.Gathers)}
	}
	return rank.overflow
}

// nobodys makes a track that no goroutine gets. The caller holds the directory's lock.
func (rank *Rank) nobodys(name string, flags uint32) *Track {
	t := &Track{id: goroutine.None, ownership: ownership{rank: rank, number: len(rank.tracks), name: name}, sharedUse: sharedUse{gathers: true}}
	t.Init(rank.Space, uint32(t.number), room)
	t.Mark(flags)
	t.count(rank)
	rank.tracks = append(rank.tracks, t)
	return t
}

// lockTree is the track whose records hold the regions of t, for use until unlockTree is called.
func (t *Track) lockTree() *Track {
	if t.shared == nil {
		return t
	}
	t.shared.mu.Lock()
	return t.shared.tree
}

func (t *Track) unlockTree() {
	if t.shared != nil {
		t.shared.mu.Unlock()
	}
}

// follow puts the shared tree where a goroutine is in it.
func (t *Track) follow(goroutine *Track) {
	t.prefix, t.prefixID, t.salt = goroutine.prefix, goroutine.prefixID, goroutine.salt
	t.Current, t.last, t.base = goroutine.position, 0, goroutine.base
}

func (t *Track) startShared(key uint64, what target) Interval {
	hooked := t.special.Load()&(specialHooks|specialFence) != 0
	if hooked {
		t.fence()
	}
	n, again := t.findShared(key, what)
	if t.Depth >= MostOpen {
		return t.leaveTooMany(n)
	}
	around := t.position
	if !again {
		t.position = n
	}
	t.Depth++
	t.serial++
	interval := Interval{t, counted | uint64(t.serial), n, uint32(t.Depth)}
	t.open = append(t.open, sharedFrame{node: n, around: around, nested: again, serial: t.serial})
	if hooked {
		t.callStartHooks(around, n)
	}
	t.open[t.Depth-1].start = clock.Now()
	return interval
}

// findShared is find, and reports whether the region is running already.
func (t *Track) findShared(key uint64, what target) (n uint32, again bool) {
	tree := t.lockTree()
	defer t.unlockTree() // also when strict timers panic
	tree.follow(t)
	n = tree.find(key, what)
	return n, tree.Cold[n].Parent != t.position
}

func (s Interval) stopShared() {
	t := s.track
	if t.special.Load()&specialFence != 0 {
		t.fence()
	}
	now := clock.Now()
	if depth := int(s.depth); depth < 1 || depth > t.Depth || t.open[depth-1].node != s.node || t.open[depth-1].serial != uint32(s.start) {
		t.warnOf(WarnNotRunning, s.node, caller())
		return
	}
	t.stopSharedTo(int(s.depth), now)
}

func (t *Track) stopSharedTo(depth int, now uint64) {
	for t.Depth >= depth {
		if f := t.open[t.Depth-1]; t.Depth > depth && !f.sequence {
			t.warnOf(WarnOutOfOrder, f.node, caller())
		}
		t.leaveShared(now)
	}
}

func (t *Track) leaveShared(now uint64) {
	if t.attached != nil {
		defer t.callStopHooks(t.Depth)
	}
	t.Depth--
	f := t.open[t.Depth]
	t.open = t.open[:t.Depth]
	tree := t.lockTree()
	defer t.unlockTree()
	if f.nested {
		tree.countNested(f.node)
	} else {
		tree.Current = f.node
		tree.record(&tree.Records[f.node], f.start, now)
	}
	t.position = f.around
}

func (t *Track) stopNameShared(name string) {
	if t.special.Load()&specialFence != 0 {
		t.fence()
	}
	now := clock.Now()
	switch depth, _, leftOut := t.search(name); {
	case depth > 0:
		t.stopSharedTo(depth, now)
	case !leftOut:
		t.notStarted(name)
	}
}

func (t *Track) nextShared(key uint64, name string) Interval {
	if t.special.Load()&specialFence != 0 {
		t.fence()
	}
	if t.Depth > 0 && t.open[t.Depth-1].sequence {
		t.leaveShared(clock.Now())
	}
	interval := t.startShared(key, target{name: name})
	if interval.track != nil {
		t.open[t.Depth-1].sequence = true
	}
	return interval
}

func (t *Track) abandonShared() {
	for ; t.Depth > 0; t.Depth-- {
		f := t.open[t.Depth-1]
		t.warnOf(WarnAbandoned, f.node, t.shared.tree.PlaceOf(f.node))
		t.position = f.around
	}
	t.open = t.open[:0]
	t.attached = nil
}
