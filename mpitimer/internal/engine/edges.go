package engine

import (
	"math/bits"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/table"
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

// ofRegion reports whether the key is that of a Region.
func (e *edge) ofRegion() bool { return e.key>>48 == RegionMark }

// same reports whether two edges are of the same start.
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

// addChild makes the identity of a child lead to a node.
func (t *Track) addChild(id table.Child, node uint32) *table.ChildNode {
	at, added := t.AddChild(id, node)
	if added {
		t.weigh()
	}
	return at
}

// bytes is the memory of what finds nodes, and of where they were made.
func (t *Track) knownBytes() int {
	k, sites := &t.known, 0
	if s := t.sites.Load(); s != nil {
		sites = len(*s) * int(unsafe.Sizeof(site{}))
	}
	return sites + t.IndexBytes() + len(k.edges.places)*int(unsafe.Sizeof(edge{})) +
		cap(k.keepAlive)*int(unsafe.Sizeof("")) + cap(k.keepToo)*int(unsafe.Sizeof((*Region)(nil))) +
		cap(k.spots)*int(unsafe.Sizeof((*spot)(nil))) + (cap(k.bases)+4*len(k.below))*int(unsafe.Sizeof(uint32(0)))
}
