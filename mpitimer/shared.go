package mpitimer

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
	tree *track
}

type sharedFrame struct {
	node     uint32 // the open region
	around   uint32 // the one that is current again when it stops
	nested   bool   // it was running already
	sequence bool   // opened by Next
	holds    bool   // starts were left out inside it
	depth    uint32 // by which its Span knows it, see sharedDepth
	start    uint64
}

// sharedDepth is the depth of a frame and, since a Span without a tick has nothing else by which a second Stop
// can be told, what tells the frame from those before it at this depth.
func sharedDepth(depth int, serial uint32) uint32 { return serial<<sharedDepthBits | uint32(depth) }

const sharedDepthBits = 20

// share makes t a track without a tree.
func (t *track) share(s *sharedTree) {
	t.shared = s
	t.Init(nil, 0, 1) // what the fast path looks into leads nowhere
	t.number, t.name = s.tree.number, s.tree.name
	t.special.Or(specialShared)
}

// sharedTree returns the rank's shared tree. The caller holds the directory's lock.
func (rank *engine) sharedTree() *sharedTree {
	if rank.overflow == nil {
		tree := &track{hot: hot{id: goroutine.None}, seat: seat{rank: rank, number: len(rank.tracks), name: "further goroutines"}, sharing: sharing{gathers: true}}
		tree.Init(rank.space, uint32(tree.number), room)
		tree.Mark(table.Gathers)
		tree.count(rank)
		rank.tracks = append(rank.tracks, tree)
		rank.overflow = &sharedTree{tree: tree}
	}
	return rank.overflow
}

// tree is the track whose records hold the regions of t, for use until release is called.
func (t *track) tree() (tree *track, release func()) {
	if t.special.Load()&specialShared == 0 {
		return t, func() {}
	}
	t.shared.mu.Lock()
	return t.shared.tree, t.shared.mu.Unlock
}

// stand puts the shared tree where a goroutine is in it.
func (t *track) stand(goroutine *track) {
	t.prefix, t.prefixID, t.salt = goroutine.prefix, goroutine.prefixID, goroutine.salt
	t.current, t.last, t.base = goroutine.position, 0, goroutine.base
}

func (t *track) startShared(key uint64, what target) interval {
	hooked := t.special.Load()&specialHooks != 0
	if hooked {
		t.fence()
	}
	n, again := t.findShared(key, what)
	around := t.position
	if !again {
		t.position = n
	}
	t.depth++
	t.serial++
	depth := sharedDepth(t.depth, t.serial)
	t.open = append(t.open, sharedFrame{node: n, around: around, nested: again, depth: depth})
	if hooked {
		t.callStartHooks(t.pathOf(around), t.pathOf(n))
	}
	t.open[t.depth-1].start = clock.Now()
	return interval{t, 0, n, depth}
}

// findShared is find, and says whether the region is running already.
func (t *track) findShared(key uint64, what target) (n uint32, again bool) {
	tree, release := t.tree()
	defer release() // also when strict timers panic
	tree.stand(t)
	n = tree.find(key, what)
	return n, tree.Cold[n].Parent != t.position
}

func (s interval) stopShared() {
	t := s.track
	if t.special.Load()&specialHooks != 0 {
		t.fence()
	}
	now := clock.Now()
	depth := int(s.depth & (1<<sharedDepthBits - 1))
	if depth < 1 || depth > t.depth || t.open[depth-1].node != s.node || t.open[depth-1].depth != s.depth {
		t.rank.warn(warnNotRunning, t.pathOf(s.node))
		return
	}
	t.stopSharedTo(depth, now)
}

func (t *track) stopSharedTo(depth int, now uint64) {
	for t.depth >= depth {
		if f := t.open[t.depth-1]; t.depth > depth && !f.sequence {
			t.warnIn(warnOutOfOrder, f.node, callerPC())
		}
		t.leaveShared(now)
	}
}

func (t *track) leaveShared(now uint64) {
	if t.attached != nil {
		defer t.callStopHooks(t.depth)
	}
	t.depth--
	f := t.open[t.depth]
	t.open = t.open[:t.depth]
	tree, release := t.tree()
	defer release()
	if f.nested {
		tree.countNested(f.node)
	} else {
		tree.current = f.node
		tree.record(&tree.Records[f.node], f.start, now)
	}
	t.position = f.around
}

func (t *track) stopNameShared(name string) {
	if t.special.Load()&specialHooks != 0 {
		t.fence()
	}
	now := clock.Now()
	for depth := t.depth; depth >= 0; depth-- {
		if t.stopLeftOutNamed(depth, name) {
			return
		}
		if depth == 0 {
			break
		}
		tree, release := t.tree()
		named := tree.isNamed(t.open[depth-1].node, name)
		release()
		if named {
			t.stopSharedTo(depth, now)
			return
		}
	}
	t.rank.warn(warnNotStarted, name)
}

func (t *track) nextShared(key uint64, name string) interval {
	if t.special.Load()&specialHooks != 0 {
		t.fence()
	}
	if t.depth > 0 && t.open[t.depth-1].sequence {
		t.leaveShared(clock.Now())
	}
	span := t.startShared(key, target{name: name})
	t.open[t.depth-1].sequence = true
	return span
}

func (t *track) abandonShared() {
	for ; t.depth > 0; t.depth-- {
		f := t.open[t.depth-1]
		t.warnIn(warnAbandoned, f.node, t.shared.tree.placeOf(f.node))
		t.position = f.around
	}
	t.open = t.open[:0]
	t.attached = nil
}
