// Package edges is the table in which a start of a region that is not predicted finds its node: by the address of the name.
package edges

import "math/bits"

// These turn small numbers into bits that do not meet those of addresses.
const (
	Spread            = 0x9e3779b97f4a7c15 // nodes
	EnvironmentSpread = 0xc2b2ae3d27d4eb4f // environments
	PrefixSpread      = 0xd6e8feb86659fd93 // prefixes
)

// RegionMark stands where a name's key has the length; the address is then that of a handle.
const RegionMark = 0xffff

// Edge says that below parent, in an environment and under a prefix, key leads to node.
type Edge struct {
	Mixed uint64 // what the prediction compares: the key and the parent in one word
	Key   uint64
	Where uint64 // parent, environment and prefix
	Node  uint32 // 0: the place is empty
	Way   Way
}

// Way says what a start has to look at when an edge leads to its node.
type Way uint32

const (
	Winding  Way = iota // all that find looks at
	Straight            // nothing: it is a child of parent, all calls are timed, and nothing else is mixed alike
	Around              // whether it runs; it is a region around parent, so that the start is a recursion
)

// From is the edge of a start, without the node.
func From(key uint64, parent, environment uint32, prefix uint16) Edge {
	where := uint64(parent)<<32 | uint64(uint16(environment))<<16 | uint64(prefix)
	return Edge{Mixed: key ^ uint64(parent)*Spread ^ uint64(prefix)*PrefixSpread, Key: key, Where: where}
}

// OfRegion reports whether the key is that of a Region.
func (e *Edge) OfRegion() bool { return e.Key>>48 == RegionMark }

// same reports whether two edges are of the same start.
func (e *Edge) same(o *Edge) bool { return e.Key == o.Key && e.Where == o.Where }

// Table is a hash table with open addressing.
type Table struct {
	Places []Edge
	used   int
	Shift  uint // makes a mixture a place
}

// Find returns the edge that differs from what is asked for in the node at most, nil if there is none.
//
//go:norace
func (e *Table) Find(asked *Edge) *Edge {
	for at := e.First(asked.Mixed); uint(at) < uint(len(e.Places)); at = (at + 1) & (len(e.Places) - 1) {
		place := &e.Places[at]
		if place.same(asked) {
			return place
		}
		if place.Node == 0 {
			return nil
		}
	}
	return nil
}

// Rival returns another edge with the same mixture, nil if there is none: neither may be predicted.
// Two addresses and two parents that mix alike are next to impossible, but they are looked for.
func (e *Table) Rival(new *Edge) *Edge {
	mask := len(e.Places) - 1
	for at := e.First(new.Mixed); len(e.Places) > 0 && e.Places[at].Node != 0; at = (at + 1) & mask {
		if place := &e.Places[at]; place.Mixed == new.Mixed && !place.same(new) {
			return place
		}
	}
	return nil
}

// First is the place where the search for an edge begins.
func (e *Table) First(mixed uint64) int { return int(mixed * EnvironmentSpread >> (e.Shift & 63)) }

// Add adds an edge that is not there.
func (e *Table) Add(new Edge) {
	if 2*e.used >= len(e.Places) {
		old := e.Places
		e.Places = make([]Edge, max(32, 2*len(old)))
		e.used, e.Shift = 0, uint(65-bits.Len(uint(len(e.Places))))
		for _, place := range old {
			if place.Node != 0 {
				e.Add(place)
			}
		}
	}
	mask := len(e.Places) - 1
	at := e.First(new.Mixed)
	for e.Places[at].Node != 0 {
		at = (at + 1) & mask
	}
	e.Places[at] = new
	e.used++
}
