package engine

import (
	"hash/maphash"
	"math/bits"
	"unsafe"
)

// This file is the tables in which a start that is not predicted finds its node: by the address of the name, or by
// the name itself.

// edge says that below parent, in an environment and under a prefix, key leads to node.
type edge struct {
	mixed uint64 // what the prediction compares: the key and the parent in one word
	key   uint64
	where uint64 // parent, environment and prefix
	node  uint32 // 0: the place is empty
	way   way
}

// way says what a start has to look at when an edge leads to its node.
type way uint32

const (
	winding  way = iota // all that find looks at
	straight            // nothing: it is a child of parent, all calls are timed, and nothing else is mixed alike
	around              // whether it runs; it is a region around parent, so that the start is a recursion
)

func edgeFrom(key uint64, parent, environment uint32, prefix uint16) edge {
	where := uint64(parent)<<32 | uint64(uint16(environment))<<16 | uint64(prefix)
	return edge{mixed: key ^ uint64(parent)*spread ^ uint64(prefix)*prefixSpread, key: key, where: where}
}

// ofRegion says whether the key is that of a Region.
func (e *edge) ofRegion() bool { return e.key>>48 == RegionMark }

// same says whether two edges are of the same start.
func (e *edge) same(o *edge) bool { return e.key == o.key && e.where == o.where }

// edges is a hash table with open addressing.
type edges struct {
	places []edge
	used   int
	shift  uint // makes a mixture a place
}

// find returns the edge that differs from what is asked for in the node at most, nil if there is none.
//
//go:norace
func (e *edges) find(asked *edge) *edge {
	for at := e.first(asked.mixed); uint(at) < uint(len(e.places)); at = (at + 1) & (len(e.places) - 1) {
		place := &e.places[at]
		if place.same(asked) {
			return place
		}
		if place.node == 0 {
			return nil
		}
	}
	return nil
}

// rival returns another edge with the same mixture, nil if there is none: neither may be predicted.
// Two addresses and two parents that mix alike are next to impossible, but they are looked for.
func (e *edges) rival(new *edge) *edge {
	mask := len(e.places) - 1
	for at := e.first(new.mixed); len(e.places) > 0 && e.places[at].node != 0; at = (at + 1) & mask {
		if place := &e.places[at]; place.mixed == new.mixed && !place.same(new) {
			return place
		}
	}
	return nil
}

// first is the place where the search for an edge begins.
func (e *edges) first(mixed uint64) int { return int(mixed * environmentSpread >> (e.shift & 63)) }

func (e *edges) add(new edge) {
	if 2*e.used >= len(e.places) {
		old := e.places
		e.places = make([]edge, max(32, 2*len(old)))
		e.used, e.shift = 0, uint(65-bits.Len(uint(len(e.places))))
		for _, place := range old {
			if place.node != 0 {
				e.add(place)
			}
		}
	}
	mask := len(e.places) - 1
	at := e.first(new.mixed)
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

// pathNode is what a child's identity leads to. The name and the environment are those of the node.
type pathNode struct {
	hash   uint32
	parent uint32
	sample uint32
	node   uint32 // 0: the place is empty
	keys   uint32 // keys that lead here; names that are made anew for each call would make ever more
}

// children is a hash table with open addressing.
type children struct {
	places []pathNode
	used   int
}

var seed = maphash.MakeSeed()

func (c *child) hash() uint32 {
	return uint32((maphash.String(seed, c.name) ^ uint64(c.parent)*spread ^ uint64(c.sample)) * environmentSpread >> 32)
}

// childOf is what the identity of a child leads to, nil if it is not known. It is valid until another is added.
func (t *Track) childOf(id child) *pathNode {
	hash, mask := id.hash(), len(t.children.places)-1
	for at := int(hash) & mask; mask >= 0; at = (at + 1) & mask {
		p := &t.children.places[at]
		if p.node == 0 {
			return nil
		}
		if c := &t.Cold[p.node]; p.hash == hash && p.parent == id.parent && p.sample == id.sample && c.Environment == id.environment && t.NameIs(c, id.name) {
			return p
		}
	}
	return nil
}

// addChild makes the identity of a child lead to a node.
func (t *Track) addChild(id child, node uint32) *pathNode {
	at := t.childOf(id)
	if at == nil {
		at = t.children.add(pathNode{hash: id.hash(), parent: id.parent, sample: id.sample, node: node})
		t.weigh()
	}
	at.node, at.keys = node, 0
	return at
}

func (c *children) add(new pathNode) *pathNode {
	if 2*c.used >= len(c.places) {
		old := c.places
		c.places, c.used = make([]pathNode, max(16, 2*len(old))), 0
		for _, p := range old {
			if p.node != 0 {
				c.add(p)
			}
		}
	}
	at := int(new.hash) & (len(c.places) - 1)
	for c.places[at].node != 0 {
		at = (at + 1) & (len(c.places) - 1)
	}
	c.places[at] = new
	c.used++
	return &c.places[at]
}

// bytes is the memory of what finds nodes, and of where they were made.
func (t *Track) knownBytes() int {
	k, sites := &t.known, 0
	if s := t.sites.Load(); s != nil {
		sites = len(*s) * int(unsafe.Sizeof(site{}))
	}
	return sites + k.names.bytes() + len(k.edges.places)*int(unsafe.Sizeof(edge{})) + len(k.children.places)*int(unsafe.Sizeof(pathNode{})) +
		cap(k.keepAlive)*int(unsafe.Sizeof("")) + cap(k.keepToo)*int(unsafe.Sizeof((*Region)(nil))) +
		cap(k.spots)*int(unsafe.Sizeof((*spot)(nil))) + cap(k.bases)*int(unsafe.Sizeof(uint32(0)))
}
