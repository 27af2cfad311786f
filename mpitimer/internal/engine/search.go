package engine

import (
	"slices"
	"strings"
	"unsafe"
)

// This file finds the open region that a stop by name means. A name that is not open must be as cheap as one that is,
// however many regions are: a loop that stops by a wrong name leaves one more of them open each time.

// fewOpen is how many open regions are looked at before it is asked whether any has the name.
const fewOpen = 8

// notStarted warns of a stop of a name that is not open, and notes whether the next one is seen to be as wrong: by the only
// node of the name, 0 for none, which is not running.
func (t *Track) notStarted(name string) {
	if (t.missed != name || t.absentAt != t.Len()) && t.shared == nil {
		t.missed, t.absentAt = name, 0
		if n, others := t.EntryOf(t.lastOf(name)); others == 0 && t.Cold[n].Sample < 2 {
			t.absent, t.absentAt = n, t.Len()
		}
	}
	t.rank.Warn(WarnNotStarted, name)
}

// isAbsent reports whether a stop of a name is as wrong as the last one.
func (t *Track) isAbsent(name string) bool {
	return t.absentAt == t.Len() && t.missed == name && t.Records[t.absent].Start == 0 && t.Skipped == 0 && !t.hasFurther
}

// Absent tells package capi how to see that for itself: while the track has that many nodes and this one is not running. It
// counts there. The result is nil where that is not enough.
func (t *Track) Absent(name string) (node, nodes uint32, count unsafe.Pointer) {
	if !t.isAbsent(name) || t.rank.Strict {
		return 0, 0, nil
	}
	return t.absent, uint32(t.absentAt), unsafe.Pointer(t.rank.warnings.Counter(WarnNotStarted, name, 0))
}

// lastOf is the entry of the last node that was started by a name.
func (t *Track) lastOf(name string) int {
	return t.LastOf(name, func(n uint32) []int { return t.odd[n].cuts })
}

// mayBeOpen reports whether any of so many open regions may have that name: not if no node of the name is running. Calls
// that a sample leaves out, and those of a shared tree, do not show that they are.
func (t *Track) mayBeOpen(name string, regions int) bool {
	if regions <= fewOpen {
		return true
	}
	for at := t.lastOf(name); at != 0; {
		var n uint32
		if n, at = t.EntryOf(at); t.gathers || t.Cold[n].Sample > 1 || t.Records[n].Start != 0 {
			return true
		}
		if regions--; regions == 0 {
			return true // looking at what is open is as quick
		}
	}
	return false
}

// mayBeLeftOut reports whether a start of that name may be among those that were left out.
func (t *Track) mayBeLeftOut(name string) bool {
	if t.Skipped <= fewOpen || t.prefixed {
		return t.Skipped > 0
	}
	_, known := t.skippedNames[name]
	return known || slices.ContainsFunc(t.left[:fewOpen], func(e leftOut) bool { return t.means(&e, name) })
}

// search finds the innermost open region of a name, 0 if there is none, and its node. A start that was left out inside
// it is ended instead. Where names share a region because they are too many, any other name ends it.
//
//go:norace
func (t *Track) search(name string) (depth int, node uint32, leftOut bool) {
	if t.isAbsent(name) {
		return 0, 0, false
	}
	tree := t.lockTree()
	defer t.unlockTree()
	if len(t.tooMany) > 0 && t.stopTooMany(tree, name) {
		return 0, 0, true
	}
	depth, node, leftOut = t.searchIn(tree, name)
	if last := t.Depth; depth == 0 && !leftOut && last > t.floor() {
		if n := t.nodeOfFrame(last); tree.isFurther(n) {
			return last, n, false
		}
	}
	return depth, node, leftOut
}

// nodeOfFrame is the open region at a depth, in whatever tree it is.
func (t *Track) nodeOfFrame(depth int) uint32 {
	if t.shared != nil {
		return t.open[depth-1].node
	}
	return t.NodeAt(depth)
}

//go:norace
func (t *Track) searchIn(tree *Track, name string) (depth int, node uint32, leftOut bool) {
	open, left := tree.mayBeOpen(name, t.Depth-t.floor()), t.mayBeLeftOut(name)
	if !open && !left {
		return 0, 0, false
	}
	current := t.Current // without what was started inside
	for depth, last := t.Depth, t.Skipped-1; depth >= t.floor(); depth-- {
		if left && t.holdsAt(depth) {
			for ; last >= 0 && int(t.left[last].depth) >= depth; last-- {
				if e := &t.left[last]; int(e.depth) == depth && t.means(e, name) {
					t.forgetLeftOut(last)
					return 0, 0, true
				}
			}
		}
		if depth == t.floor() {
			break
		}
		node := current
		if tree != t {
			node = t.open[depth-1].node
		} else if f := t.stack[depth-1]; f.kind&^flags == nested {
			node = f.parent
		} else {
			current = f.parent
		}
		if open && tree.isNamed(node, name) {
			return depth, node, false
		}
	}
	return 0, 0, false
}

// isNamed reports whether a node has that name, with or without a prefix with which it was started.
func (t *Track) isNamed(node uint32, name string) bool {
	c := &t.Cold[node]
	if t.NameIs(c, name) {
		return true
	}
	cuts := t.odd[node].cuts
	if len(cuts) == 0 {
		return false
	}
	full := t.Name(c)
	return strings.HasSuffix(full, name) && slices.Contains(cuts, len(full)-len(name))
}
