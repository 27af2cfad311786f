package mpitimer

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// target is what a start means to time: a name, in an environment, with the options of a Region.
type target struct {
	name    string
	context uint32
	region  *Region // nil for a start by name
}

// keyContext is the context that is looked up with the key: that of a Region is known from its
// address.
func (w target) keyContext() uint16 {
	if w.region != nil {
		return 0
	}
	return uint16(w.context)
}

// keyOf identifies a name by the address and the length of its bytes: two machine instructions
// instead of a comparison or a hash. Literals keep their address; other names are kept alive once
// their address is used. A name that is too long for the length to fit has no key (0) and is always
// compared.
func keyOf(name string) uint64 {
	if len(name) >= regionMark {
		return 0
	}
	return uint64(uintptr(unsafe.Pointer(unsafe.StringData(name)))) | uint64(len(name))<<48
}

// regionMark stands where a name's key has the length; the address is then that of the Region.
const regionMark = 0xffff

// noKey is not the key of anything: no Region stands at that address.
const noKey = regionMark<<48 | 1

func keyOfRegion(r *Region) uint64 {
	return uint64(uintptr(unsafe.Pointer(r))) | regionMark<<48
}

// edge says that below parent, in a context and under a prefix, key leads to node.
type edge struct {
	key     uint64
	parent  uint32
	node    uint32 // 0: the place is empty
	context uint16
	prefix  uint16
}

// mixed is what the prediction compares: the key and the parent in one word.
func (e *edge) mixed() uint64 {
	return e.key ^ uint64(e.parent)*spread ^ uint64(e.prefix)*prefixSpread
}

// same says whether two edges are of the same start.
func (e *edge) same(o *edge) bool {
	return e.key == o.key && e.parent == o.parent && e.context == o.context && e.prefix == o.prefix
}

// edges is a hash table with open addressing.
type edges struct {
	places []edge
	used   int
}

// find returns the node of an edge that differs from what is asked for in the node at most.
func (e *edges) find(asked *edge) (uint32, bool) {
	if len(e.places) == 0 {
		return 0, false
	}
	mask := len(e.places) - 1
	for at := e.first(asked); ; at = (at + 1) & mask {
		place := &e.places[at]
		if place.node == 0 {
			return 0, false
		}
		if place.same(asked) {
			return place.node, true
		}
	}
}

// replace lets an edge lead to another node.
func (e *edges) replace(asked *edge, node uint32) {
	if len(e.places) == 0 {
		return
	}
	mask := len(e.places) - 1
	for at := e.first(asked); e.places[at].node != 0; at = (at + 1) & mask {
		if e.places[at].same(asked) {
			e.places[at].node = node
			return
		}
	}
}

// rival returns a node to which another edge with the same mixture leads: neither may be predicted.
// Two addresses and two parents that mix alike are next to impossible, but they are looked for.
func (e *edges) rival(new *edge) (uint32, bool) {
	if len(e.places) == 0 {
		return 0, false
	}
	mask := len(e.places) - 1
	for at := e.first(new); e.places[at].node != 0; at = (at + 1) & mask {
		if place := &e.places[at]; place.mixed() == new.mixed() && !place.same(new) {
			return place.node, true
		}
	}
	return 0, false
}

// first is the place where the search for an edge begins: the same for all with one mixture.
func (e *edges) first(of *edge) int {
	return int(of.mixed()*contextSpread>>32) & (len(e.places) - 1)
}

func (e *edges) add(new edge) {
	if 4*e.used >= 3*len(e.places) {
		old := e.places
		e.places = make([]edge, max(16, 2*len(old)))
		e.used = 0
		for _, place := range old {
			if place.node != 0 {
				e.add(place)
			}
		}
	}
	mask := len(e.places) - 1
	at := e.first(&new)
	for e.places[at].node != 0 {
		at = (at + 1) & mask
	}
	e.places[at] = new
	e.used++
}

// child identifies a call path by content. Names are compared with their prefix.
type child struct {
	name    string
	parent  uint32
	context uint32
}

// pathNode is what a child's identity leads to.
type pathNode struct {
	node uint32
	keys int // keys that lead here; names that are made anew for each call would make ever more
}

type children map[child]*pathNode

// maxKeys is how many addresses of the same name get a key of their own. Further ones are found by
// content, which takes some 50 ns longer.
const maxKeys = 8

// find returns the node for a start below the current region, and makes it when there is none. The
// prediction that failed learns it.
func (t *track) find(key uint64, what target) uint32 {
	n, known := uint32(0), false
	if key != 0 {
		n, known = t.edges.find(&edge{key: key, parent: t.current, context: what.keyContext(), prefix: t.prefixID})
	}
	if !known {
		n = t.findByContent(key, what)
	}
	if t.Cold[n].Parent != t.current && !t.isAbove(n) {
		n = t.split(key, what)
	}
	if t.last&lastStop != 0 {
		t.Records[t.last&^lastStop].Next = n
	} else {
		t.Records[t.last].Down = n
	}
	return n
}

func (t *track) findByContent(key uint64, what target) uint32 {
	id := t.identify(&what)
	at := t.children[id]
	if at == nil {
		n, running := t.openAbove(id)
		if !running {
			n = t.addNode(id, what)
		}
		at = t.addChild(id, n)
	}
	if c := &t.Cold[at.node]; c.Place == 0 {
		t.define(c, what) // so far it was only the way to a place
	}
	if key != 0 && at.keys < maxKeys {
		at.keys++
		t.addKey(key, at.node, what)
	}
	return at.node
}

// identify is what a start is looked up by when its key is not known. The context of a Region is
// known from here on.
func (t *track) identify(what *target) child {
	if what.region != nil {
		what.context = t.timers.contextID(what.region.environment)
	}
	return child{t.prefix + what.name, t.current, what.context}
}

func (t *track) addChild(id child, node uint32) *pathNode {
	if t.children == nil {
		t.children = make(children)
	}
	at := &pathNode{node: node}
	t.children[id] = at
	t.weigh()
	return at
}

// isAbove says whether a node is a region around the current one on this goroutine. Those above base
// run on another.
func (t *track) isAbove(node uint32) bool {
	for n := t.current; n != t.base && n != 0; n = t.Cold[n].Parent {
		if n == node {
			return true
		}
	}
	return false
}

// split makes a node of its own for a start that was a recursion when it was looked up first, and is
// none now, since the goroutine stands at another place.
func (t *track) split(key uint64, what target) uint32 {
	id := t.identify(&what)
	n := t.addNode(id, what)
	t.addChild(id, n)
	t.edges.replace(&edge{key: key, parent: t.current, context: what.keyContext(), prefix: t.prefixID}, n)
	return n
}

// addKey lets key lead to node below the current region, and lets the prediction use it if it is the
// first for a node of this parent, and nothing else has the same mixture of key and parent.
func (t *track) addKey(key uint64, node uint32, what target) {
	new := edge{key, t.current, node, what.keyContext(), t.prefixID}
	rival, rivalled := t.edges.rival(&new)
	t.edges.add(new)
	if what.region == nil {
		t.keepAlive = append(t.keepAlive, what.name)
	} else {
		t.keepToo = append(t.keepToo, what.region)
		if what.region.problem != "" {
			t.timers.warn(warnOption, what.region.name+": "+what.region.problem)
		}
	}
	t.weigh()
	r := &t.Records[node]
	switch {
	case rivalled:
		t.Records[rival].Key = 0 // found through edges from now on, and so is this one
	case r.Key == 0 && t.Cold[node].Parent == t.current:
		r.Key = new.mixed()
	}
}

// openAbove looks for a region of the same name and context that is running: starting it again is a
// recursion, which is counted there and makes no new call path, so that the tree stays finite.
func (t *track) openAbove(id child) (uint32, bool) {
	for n := t.current; ; n = t.Cold[n].Parent {
		if n == t.base || n == 0 {
			return 0, false
		}
		c := &t.Cold[n]
		if c.Context == id.context && t.Name(c) == id.name {
			return n, true
		}
	}
}

func (t *track) addNode(id child, what target) uint32 {
	cold := table.Cold{Parent: t.current, Context: id.context, Histogram: t.histogram()}
	t.define(&cold, what)
	n := t.Add(0, cold, id.name)
	if t.prefix != "" {
		if t.prefixed == nil {
			t.prefixed = make(map[uint32]int)
		}
		t.prefixed[n] = len(t.prefix)
	}
	return n
}

// define gives a node the options of what starts it first.
//
//go:norace
func (t *track) define(c *table.Cold, what target) {
	c.Place = uint64(callerPC())
	if what.region == nil {
		return
	}
	c.Level = int32(what.region.level)
	if !t.gathers { // where each call is behind a lock, leaving some out saves nothing
		c.Sample = uint32(what.region.sample)
	}
}

// owned says whether the calling goroutine is the one that the track belongs to.
//
//go:norace
func (t *track) owned() bool { return goroutine.ID() == t.id }
