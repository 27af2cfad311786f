package mpitimer

import (
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// This file remembers starts of handles that were left out because of their level, so that their stop ends
// nothing, whether it comes from the Span or by name. The frame around them has a flag: it goes with the
// frame, and nothing that starts or stops a region has to look at what is remembered inside it.

// leftOut is a start that was left out, and is not known to be stopped. It counts as long as the frame at its
// depth has the flag holds, or if its depth is 0.
type leftOut struct {
	region *handle
	serial uint32 // the Span has it in place of a node
	depth  int32  // of the stack
	prefix uint16 // in force at the start
}

// mostLeftOut bounds what is remembered for a goroutine that starts and never stops.
const mostLeftOut = 1 << 20

// skip leaves out a start of a region, if it is not one that was left out at the same place before.
//
//go:norace
func (t *track) skip(region *handle) interval {
	defer t.release()
	if reasons := t.special.Load(); reasons != 0 && !t.attend(reasons) {
		return interval{}
	}
	stale := t.depth // frames deeper than that are gone
	if !t.holdsAt(t.depth) {
		stale--
		t.hold(t.depth)
	}
	for t.skipped > 0 && int(t.left[t.skipped-1].depth) > stale {
		t.skipped--
	}
	if t.skipped >= mostLeftOut {
		return interval{}
	}
	if t.skipped == len(t.left) {
		t.left = append(t.left, make([]leftOut, max(8, len(t.left)))...)
	}
	t.serial++
	t.left[t.skipped] = leftOut{region, t.serial, int32(t.depth), t.prefixID}
	t.skipped++
	return interval{t, 0, t.serial, 0}
}

// holdsAt says whether the frame at a depth is one inside which starts were left out. At depth 0 there is
// no frame to end them.
//
//go:norace
func (t *track) holdsAt(depth int) bool {
	switch {
	case depth == 0:
		return true
	case t.shared != nil:
		return t.open[depth-1].holds
	}
	return t.stack[depth-1].kind&holds != 0
}

//go:norace
func (t *track) hold(depth int) {
	if t.shared != nil {
		t.open[depth-1].holds = true
		return
	}
	t.stack[depth-1].kind |= holds
}

// stopLeftOut ends a start that was left out.
//
//go:norace
func (s interval) stopLeftOut() {
	t := s.track
	if goroutine.Quick() != t.id && !t.owned() {
		return
	}
	last := t.skipped - 1
	if last >= 0 && t.left[last].serial == s.node {
		t.skipped = last
		return
	}
	for i := last; i >= 0; i-- {
		if t.left[i].serial == s.node {
			t.forgetLeftOut(i)
			return
		}
	}
}

func (t *track) forgetLeftOut(i int) {
	copy(t.left[i:t.skipped], t.left[i+1:t.skipped])
	t.skipped--
}

// stopLeftOutNamed ends the last start of a name that was left out inside the frame at a depth, and says
// whether there was one.
func (t *track) stopLeftOutNamed(depth int, name string) bool {
	if t.skipped == 0 || !t.holdsAt(depth) {
		return false
	}
	for i := t.skipped - 1; i >= 0 && int(t.left[i].depth) >= depth; i-- {
		if e := &t.left[i]; int(e.depth) == depth && t.means(e, name) {
			t.forgetLeftOut(i)
			return true
		}
	}
	return false
}

// means says whether a name is that of the start, with or without its prefix.
func (t *track) means(e *leftOut, name string) bool {
	if name == e.region.name {
		return true
	}
	prefix, ends := strings.CutSuffix(name, e.region.name)
	return ends && e.prefix != 0 && t.rank.isPrefix(prefix, e.prefix)
}
