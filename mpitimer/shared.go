package mpitimer

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// sharedTree is the call tree of all goroutines beyond maxTracks. Each has a stack of its own; the
// tree is behind a lock, and the tick of a running interval is on the stack, since several goroutines
// may run a region at the same time.
type sharedTree struct {
	mu   sync.Mutex
	tree *track
}

type sharedFrame struct {
	node     uint32 // the region around it
	sequence bool   // opened by Next
	start    uint64
}

// share makes t a track without a tree.
func (t *track) share(s *sharedTree) {
	t.shared = s
	t.Init(1) // what the fast path looks into leads nowhere
	t.number, t.name = s.tree.number, s.tree.name
	t.special.Or(specialShared)
}

// sharedTree returns the rank's shared tree. The caller holds the directory's lock.
func (tm *Timers) sharedTree() *sharedTree {
	if tm.overflow == nil {
		tree := &track{timers: tm, number: len(tm.tracks), name: "further goroutines"}
		tree.Init(room)
		tree.count(tm)
		tree.mix = tree.mixOf(0)
		tm.tracks = append(tm.tracks, tree)
		tm.overflow = &sharedTree{tree: tree}
	}
	return tm.overflow
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
	t.current, t.last, t.base = goroutine.current, 0, goroutine.base
	t.mix = t.mixOf(t.current)
}

func (t *track) startShared(key uint64, what target) Span {
	t.shared.mu.Lock()
	tree := t.shared.tree
	tree.stand(t)
	n := tree.find(key, what)
	t.shared.mu.Unlock()
	t.open = append(t.open, sharedFrame{node: t.current})
	t.current = n
	t.depth++
	frame := &t.open[len(t.open)-1]
	frame.start = clock.Now()
	return Span{t, 0, n, uint32(t.depth)}
}

func (s Span) stopShared() {
	now := clock.Now()
	t := s.track
	if int(s.depth) > t.depth || t.depth == 0 || t.sharedNodeAt(int(s.depth)) != s.node {
		t.timers.warn(warnNotRunning, t.sharedPath(s.node))
		return
	}
	t.stopSharedTo(int(s.depth), now)
}

func (t *track) sharedNodeAt(depth int) uint32 {
	if depth == t.depth {
		return t.current
	}
	return t.open[depth].node
}

func (t *track) stopSharedTo(depth int, now uint64) {
	for t.depth >= depth {
		if t.depth > depth && !t.open[t.depth-1].sequence {
			t.timers.warn(warnOutOfOrder, t.sharedPath(t.current))
		}
		t.leaveShared(now)
	}
}

func (t *track) leaveShared(now uint64) {
	t.depth--
	frame := t.open[t.depth]
	t.open = t.open[:t.depth]
	t.shared.mu.Lock()
	tree := t.shared.tree
	tree.current = t.current
	if frame.start != 0 {
		tree.record(&tree.Records[t.current], frame.start, now)
	}
	t.shared.mu.Unlock()
	t.current = frame.node
}

func (t *track) stopNameShared(name string) {
	now := clock.Now()
	for depth := t.depth; depth > 0; depth-- {
		node := t.sharedNodeAt(depth)
		tree, release := t.tree()
		named := tree.isNamed(node, name)
		release()
		if named {
			t.stopSharedTo(depth, now)
			return
		}
	}
	t.timers.warn(warnNotStarted, name)
}

func (t *track) nextShared(key uint64, name string) Span {
	if t.depth > 0 && t.open[t.depth-1].sequence {
		t.leaveShared(clock.Now())
	}
	span := t.startShared(key, target{name: name})
	t.open[t.depth-1].sequence = true
	return span
}

func (t *track) sharedPath(node uint32) string {
	tree, release := t.tree()
	defer release()
	return tree.pathOf(node)
}

func (t *track) abandonShared() {
	for t.depth > 0 {
		t.timers.warn(warnAbandoned, t.sharedPath(t.current))
		t.depth--
		t.current = t.open[t.depth].node
	}
	t.open = t.open[:0]
}
