package engine

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// addChild makes the identity of a child lead to a node. At is what ChildOf has found of it.
func (t *Track) addChild(at *table.ChildNode, id table.Child, node uint32) *table.ChildNode {
	at = t.AddChild(at, id, node)
	t.weigh()
	return at
}

// bytes is the memory of what finds nodes, and of where they were made.
func (t *Track) knownBytes() int {
	k, sites := &t.known, 0
	if s := t.sites.Load(); s != nil {
		sites = len(*s) * int(unsafe.Sizeof(site{}))
	}
	return sites + t.IndexBytes() + len(k.edges.Places)*int(unsafe.Sizeof(edges.Edge{})) +
		cap(k.keepAlive)*int(unsafe.Sizeof("")) + cap(k.keepToo)*int(unsafe.Sizeof((*Region)(nil))) +
		cap(k.spots)*int(unsafe.Sizeof((*spot)(nil))) + (cap(k.bases)+4*len(k.below))*int(unsafe.Sizeof(uint32(0)))
}
