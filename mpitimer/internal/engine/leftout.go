package engine

import (
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// This file remembers starts of handles that were left out because of their level, so that their stop ends
// nothing, whether it comes from the Interval or by name. The frame around them has a flag: it goes with the
// frame, and nothing that starts or stops a region has to look at what is remembered inside it.

// leftOut is a start that was left out, and is not known to be stopped. It counts as long as the frame at its
// depth has the flag holds, or if its depth is 0.
type leftOut struct {
	region *Region
	serial uint32 // the Interval has it in place of a node
	depth  int32  // of the stack
	prefix uint16 // in force at the start
}

// mostLeftOut bounds what is remembered for a goroutine that starts and never stops.
const mostLeftOut = 1 << 20

// skip leaves out a start of a region, if it is not one that was left out at the same place before.
//
//go:norace
func (t *Track) skip(region *Region) Interval {
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 && !t.attend(reasons) {
		return Interval{}
	}
	stale := t.Depth // frames deeper than that are gone
	if !t.holdsAt(t.Depth) {
		stale--
		t.hold(t.Depth)
	}
	for t.Skipped > 0 && int(t.left[t.Skipped-1].depth) > stale {
		t.Skipped--
	}
	if t.Skipped >= mostLeftOut {
		return Interval{}
	}
	if t.Skipped == len(t.left) {
		t.left = append(t.left, make([]leftOut, max(8, len(t.left)))...)
	}
	t.prefixed = t.prefixed || t.prefixID != 0
	if t.Skipped >= fewOpen {
		if t.skippedNames == nil {
			t.skippedNames = make(map[string]struct{})
		}
		t.skippedNames[region.is.Name] = struct{}{}
	}
	t.serial++
	t.left[t.Skipped] = leftOut{region, t.serial, int32(t.Depth), t.prefixID}
	t.Skipped++
	return Interval{t, 0, t.serial, 0}
}

// MostOpen is how many regions may be open on a goroutine, most of them by mistake: what is started inside is not timed,
// so that a loop that never stops needs no more memory than this. Tests make it smaller.
var MostOpen = 1 << 18

// tooMany is how often a node was started inside too many open regions, and not yet stopped. Package capi changes it, too.
type tooMany struct {
	node   uint32
	count  int
	warned unsafe.Pointer // the count of its warning; nil: only Go can warn
}

// leaveTooMany leaves out a start of a node inside too many open regions, until the stop of its name.
func (t *Track) leaveTooMany(n uint32) Interval {
	for i := range t.tooMany {
		if m := &t.tooMany[i]; m.node == n && m.warned != nil {
			m.count++
			(*atomic.Uint64)(m.warned).Add(1)
			return Interval{}
		}
	}
	tree := t.Whole()
	place := tree.PlaceOf(n)
	t.warnOf(WarnTooDeep, n, place)
	if len(t.tooMany) < fewOpen { // who starts more of them does not stop them
		path := tree.PathOf(n)
		t.tooMany = append(t.tooMany, tooMany{n, 1, unsafe.Pointer(t.rank.warnings.Counter(WarnTooDeep, path, place))})
	}
	return Interval{}
}

// stopTooMany ends a start that leaveTooMany has left out, and reports whether there was one of that name. Those inside
// regions that have ended since are forgotten.
func (t *Track) stopTooMany(tree *Track, name string) bool {
	if t.Depth < MostOpen {
		t.tooMany = t.tooMany[:0]
	}
	for i := range t.tooMany {
		if m := &t.tooMany[i]; m.count > 0 && tree.isNamed(m.node, name) {
			m.count--
			return true
		}
	}
	return false
}

// holdsAt reports whether the frame at a depth is one inside which starts were left out. At depth 0 there is
// no frame to end them.
//
//go:norace
func (t *Track) holdsAt(depth int) bool {
	switch {
	case depth == 0:
		return true
	case t.shared != nil:
		return t.open[depth-1].holds
	}
	return t.stack[depth-1].kind&holds != 0
}

//go:norace
func (t *Track) hold(depth int) {
	if t.shared != nil {
		t.open[depth-1].holds = true
		return
	}
	t.stack[depth-1].kind |= holds
}

// stopLeftOut ends a start that was left out.
//
//go:norace
func (s Interval) stopLeftOut() {
	t := s.track
	if goroutine.Quick() != t.id && !t.Owned() {
		return
	}
	for i := t.Skipped - 1; i >= 0; i-- {
		if t.left[i].serial == s.node {
			t.forgetLeftOut(i)
			return
		}
	}
}

func (t *Track) forgetLeftOut(i int) {
	copy(t.left[i:t.Skipped], t.left[i+1:t.Skipped])
	t.Skipped--
}

// means reports whether a name is that of the start, with or without its prefix.
func (t *Track) means(e *leftOut, name string) bool {
	if name == e.region.is.Name {
		return true
	}
	prefix, ends := strings.CutSuffix(name, e.region.is.Name)
	return ends && e.prefix != 0 && t.rank.isPrefix(prefix, e.prefix)
}
