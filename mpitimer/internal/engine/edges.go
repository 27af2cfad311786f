package engine

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
)

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
