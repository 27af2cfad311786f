package engine

import (
	"slices"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// target is what a start means to time: a name, in an environment, with the options of a Region.
type target struct {
	name        string
	environment uint32
	region      *Region // nil for a start by name
}

// sample is how many calls of a target one is timed of, 0 if all are.
func (t *Track) sample(what target) uint32 {
	if what.region == nil || what.region.is.Sample < 2 || t.gathers { // behind a lock, leaving calls out saves nothing
		return 0
	}
	return uint32(what.region.is.Sample)
}

// keyOf identifies a name by the address and the length of its bytes: two machine instructions
// instead of a comparison or a hash. Literals keep their address; other names are kept alive once
// their address is used. A name that is too long for the length to fit has no key (0) and is always
// compared.
func keyOf(name string) uint64 {
	if len(name) >= RegionMark {
		return 0
	}
	return uint64(uintptr(unsafe.Pointer(unsafe.StringData(name)))) | uint64(len(name))<<48
}

// RegionMark stands where a name's key has the length; the address is then that of the Region.
const RegionMark = 0xffff

// noKey is not the key of anything: no Region stands at that address.
const noKey = RegionMark<<48 | 1

func keyOfRegion(r *Region) uint64 {
	return uint64(uintptr(unsafe.Pointer(r))) | RegionMark<<48
}

// edge says that below parent, in an environment and under a prefix, key leads to node.
type edge struct {
	key         uint64
	parent      uint32
	node        uint32 // 0: the place is empty
	environment uint16
	prefix      uint16
}

// mixed is what the prediction compares: the key and the parent in one word.
func (e *edge) mixed() uint64 {
	return e.key ^ uint64(e.parent)*spread ^ uint64(e.prefix)*prefixSpread
}

// ofRegion says whether the key is that of a Region.
func (e *edge) ofRegion() bool { return e.key>>48 == RegionMark }

// same says whether two edges are of the same start.
func (e *edge) same(o *edge) bool {
	return e.key == o.key && e.parent == o.parent && e.environment == o.environment && e.prefix == o.prefix
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

// replace lets an edge lead to another node, if there is such an edge.
func (e *edges) replace(asked *edge, node uint32) bool {
	if len(e.places) == 0 {
		return false
	}
	mask := len(e.places) - 1
	for at := e.first(asked); e.places[at].node != 0; at = (at + 1) & mask {
		if e.places[at].same(asked) {
			e.places[at].node = node
			return true
		}
	}
	return false
}

// rival returns another edge with the same mixture: neither may be predicted.
// Two addresses and two parents that mix alike are next to impossible, but they are looked for.
func (e *edges) rival(new *edge) (edge, bool) {
	if len(e.places) == 0 {
		return edge{}, false
	}
	mask := len(e.places) - 1
	for at := e.first(new); e.places[at].node != 0; at = (at + 1) & mask {
		if place := &e.places[at]; place.mixed() == new.mixed() && !place.same(new) {
			return *place, true
		}
	}
	return edge{}, false
}

// first is the place where the search for an edge begins: the same for all with one mixture.
func (e *edges) first(of *edge) int {
	return int(of.mixed()*environmentSpread>>32) & (len(e.places) - 1)
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

// child identifies a node by content. Names are compared with their prefix. Those of a call path of which
// some starts are sampled, by a handle, and others are not, differ in the sample: each node then has calls
// of one kind, and readers join them.
type child struct {
	name        string
	parent      uint32
	environment uint32
	sample      uint32 // 0 if all calls are timed
}

// pathNode is what a child's identity leads to.
type pathNode struct {
	node uint32
	keys int // keys that lead here; names that are made anew for each call would make ever more
}

type children map[child]*pathNode

// MaxKeys is how many addresses of the same name get a key of their own. Further ones are found by
// content, which takes some 50 ns longer.
const MaxKeys = 8

// find returns the node for a start below the current region, and makes it when there is none. The
// prediction that failed learns it.
func (t *Track) find(key uint64, what target) uint32 {
	n, known := uint32(0), false
	if key != 0 {
		e := t.edgeOf(key, what)
		if n, known = t.edges.find(&e); known && t.Records[n].Key == 0 {
			e.node = n
			t.predict(&e)
		}
	}
	if !known {
		n = t.findByContent(key, what)
	}
	if len(t.odd) > 0 && t.odd[n].doubled {
		if above := t.runningAbove(n); above != n {
			n, known = above, false
		}
	}
	switch {
	case t.Cold[n].Parent != t.Current && !t.isAbove(n):
		n = t.split(key, what)
	case !known:
		t.meet(n, what)
	}
	t.learn(n)
	return n
}

// meet notes what a start says of a node that was there before.
func (t *Track) meet(n uint32, what target) {
	if c := &t.Cold[n]; c.Place == 0 {
		t.define(c, what) // so far it was only the way to a place
	}
	t.notePrefix(n)
}

// learn makes a node the one that is expected where the last start or stop was.
func (t *Track) learn(n uint32) {
	if t.last&lastStop != 0 {
		t.Records[t.last&^lastStop].Next = n
	} else {
		t.Records[t.last].Down = n
	}
}

// edgeOf is the edge by which a start below the current region is looked up.
func (t *Track) edgeOf(key uint64, what target) edge {
	return edge{key: key, parent: t.Current, environment: uint16(what.environment), prefix: t.prefixID}
}

func (t *Track) findByContent(key uint64, what target) uint32 {
	id := t.identify(what)
	at := t.children[id]
	if at == nil {
		n, running := t.openAbove(id)
		if !running {
			n = t.addNode(id, what)
		}
		at = t.addChild(id, n)
	}
	if key != 0 && at.keys < MaxKeys {
		at.keys++
		t.addKey(key, at.node, what)
	}
	return at.node
}

// identify is what a start is looked up by when its key is not known.
func (t *Track) identify(what target) child {
	return child{t.prefix + what.name, t.Current, what.environment, t.sample(what)}
}

func (t *Track) addChild(id child, node uint32) *pathNode {
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
func (t *Track) isAbove(node uint32) bool {
	for n := t.Current; n != t.base && n != 0; n = t.Cold[n].Parent {
		if n == node {
			return true
		}
	}
	return false
}

// split is a node of its own for a start that was a recursion when it was looked up first, and is none now,
// since the goroutine stands at another place. Starts by the name and by handles share it.
func (t *Track) split(key uint64, what target) uint32 {
	id := t.identify(what)
	at := t.children[id]
	if at == nil || t.Cold[at.node].Parent != t.Current {
		at = t.addChild(id, t.addNode(id, what))
	} else {
		t.meet(at.node, what)
	}
	e := t.edgeOf(key, what)
	t.edges.replace(&e, at.node)
	return at.node
}

// addKey lets key lead to node below the current region, and lets the prediction use it if it can.
func (t *Track) addKey(key uint64, node uint32, what target) {
	new := t.edgeOf(key, what)
	new.node = node
	t.edges.add(new)
	if what.region == nil {
		t.keepAlive = append(t.keepAlive, what.name)
	} else {
		t.keepToo = append(t.keepToo, what.region)
		if what.region.is.Problem != "" {
			t.rank.Warn(WarnOption, what.region.is.Name+": "+what.region.is.Problem)
		}
	}
	t.weigh()
	t.predict(&new)
}

// predict lets the prediction use an edge, if it is the first for a node of this parent, and nothing else
// has the same mixture of key and parent. Of a handle that led elsewhere when its environment was another
// one, only the latest edge counts (see renew).
func (t *Track) predict(e *edge) {
	rival, rivalled := t.edges.rival(e)
	if rivalled {
		t.Records[rival.node].Key = 0 // found through edges from now on
	}
	if r := &t.Records[e.node]; r.Key == 0 && !t.odd[e.node].doubled && t.Cold[e.node].Parent == t.Current && (!rivalled || rival.key == e.key && e.ofRegion()) {
		r.Key = e.mixed()
	}
}

// openAbove looks for a region of the same name and environment that is running: starting it again is a
// recursion, which is counted there and makes no new call path, so that the tree stays finite.
func (t *Track) openAbove(id child) (uint32, bool) {
	for n := t.Current; ; n = t.Cold[n].Parent {
		if n == t.base || n == 0 {
			return 0, false
		}
		c := &t.Cold[n]
		if c.Environment == id.environment && t.NameIs(c, id.name) {
			return n, true
		}
	}
}

func (t *Track) addNode(id child, what target) uint32 {
	cold := table.Cold{Parent: t.Current, Environment: id.environment, Sample: id.sample, Histogram: t.histogram()}
	t.define(&cold, what)
	n := t.Add(0, cold, id.name)
	t.notePrefix(n)
	t.noteDoubled(n, id)
	return n
}

// noteDoubled notes a node that stands inside another of the same name and environment, below which the goroutine was
// placed. A later goroutine on the track may run both: then it is a recursion.
func (t *Track) noteDoubled(n uint32, id child) {
	for above := t.Cold[n].Parent; above != 0; above = t.Cold[above].Parent {
		if c := &t.Cold[above]; c.Environment == id.environment && t.NameIs(c, id.name) {
			t.noteOdd(n, oddNode{t.odd[n].cuts, true})
			return
		}
	}
}

// runningAbove is the region of the name and environment of a node that runs, or else the node.
func (t *Track) runningAbove(n uint32) uint32 {
	c := &t.Cold[n]
	if above, running := t.openAbove(child{name: t.Name(c), environment: c.Environment}); running {
		return above
	}
	return n
}

// notePrefix notes that a node was started under the prefix in force: its stop need not know of it.
func (t *Track) notePrefix(n uint32) {
	if o := t.odd[n]; t.prefix != "" && !slices.Contains(o.cuts, len(t.prefix)) {
		t.noteOdd(n, oddNode{append(o.cuts, len(t.prefix)), o.doubled})
	}
}

func (t *Track) noteOdd(n uint32, o oddNode) {
	if t.odd == nil {
		t.odd = make(map[uint32]oddNode)
	}
	t.odd[n] = o
}

// define gives a node the options of what starts it first.
//
//go:norace
func (t *Track) define(c *table.Cold, what target) {
	c.Place = uint64(callerPC())
	if what.region == nil {
		return
	}
	c.Level = int32(what.region.is.Level)
}

// Owned says whether the calling goroutine is the one that the track belongs to.
//
//go:norace
func (t *Track) Owned() bool { return goroutine.ID() == t.id }
